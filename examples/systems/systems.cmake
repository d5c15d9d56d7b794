# The PID controller of examples/systems as an FMU: coupled/pid.fmu with the platforms of this build, and coupled/pid_native.fmu
# for this machine alone, as `mechfmu export` and `mechfmu export --native` pack theirs. Target: pid_fmus.
# The loop of examples/systems/arm_with_controller as a package of SSP: coupled/arm_with_controller.ssp. Target: coupled_ssp.
set(pid_folder examples/systems/pid)
set(pid_sources pid pid_fmi2)
set(coupled_folder "${PROJECT_BINARY_DIR}/coupled")

add_library(pid MODULE ${pid_folder}/pid.c ${pid_folder}/pid_fmi2.c)
target_include_directories(pid PRIVATE fmu/runtime)
target_link_libraries(pid PRIVATE m)
mechfmu_take_old_glibc(pid)
mechfmu_link_as_runtime(pid "${coupled_folder}/${mechfmu_native}")

add_executable(pack examples/systems/pack.c)
target_link_libraries(pack PRIVATE mechfmu_host)
set_target_properties(pack PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${coupled_folder}")

set(pid_texts
	modelDescription.xml "${PROJECT_SOURCE_DIR}/${pid_folder}/modelDescription.xml"
	documentation/index.html "${PROJECT_SOURCE_DIR}/${pid_folder}/index.html"
	documentation/licenses/license.txt "${PROJECT_SOURCE_DIR}/LICENSE")
set(pid_libraries binaries/${mechfmu_native}/pid.so "$<TARGET_FILE:pid>")
set(pid_native_libraries ${pid_libraries})
# importers on ARM look into linux64
if(NOT mechfmu_native STREQUAL linux64)
	list(APPEND pid_native_libraries binaries/linux64/pid.so "$<TARGET_FILE:pid>")
endif()
set(pid_foreign_files "")
foreach(platform IN LISTS mechfmu_foreign)
	set(folder "${coupled_folder}/${platform}")
	set(library "${folder}/pid${mechfmu_${platform}_extension}")
	file(MAKE_DIRECTORY "${folder}")
	set(objects "")
	foreach(source IN LISTS pid_sources)
		mechfmu_compile_foreign(${platform} ${pid_folder}/${source}.c "${folder}/${source}.o")
		list(APPEND objects "${folder}/${source}.o")
	endforeach()
	mechfmu_link_foreign(${platform} "${library}" ${objects})
	list(APPEND pid_foreign_files "${library}")
	list(APPEND pid_libraries binaries/${platform}/pid${mechfmu_${platform}_extension} "${library}")
endforeach()

# mechfmu_pack_pid(<name> <entry> <file> ...)
function(mechfmu_pack_pid name)
	add_custom_command(OUTPUT "${coupled_folder}/${name}.fmu"
		DEPENDS pack pid ${pid_foreign_files} ${pid_folder}/modelDescription.xml ${pid_folder}/index.html LICENSE
		COMMAND pack "${coupled_folder}/${name}.fmu" ${pid_texts} ${ARGN}
		COMMENT "Packing ${name}.fmu" VERBATIM)
endfunction()
mechfmu_pack_pid(pid ${pid_libraries})
mechfmu_pack_pid(pid_native ${pid_native_libraries})
add_custom_target(pid_fmus ALL DEPENDS "${coupled_folder}/pid.fmu" "${coupled_folder}/pid_native.fmu")

# the system file with paths of this build
set(arm_folder "${PROJECT_SOURCE_DIR}/examples/systems/arm_with_controller")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${arm_folder}/arm_with_controller.yaml")
file(READ "${arm_folder}/arm_with_controller.yaml" arm_text)
string(REPLACE "../../../fmus/pid.fmu" "pid.fmu" arm_text "${arm_text}")
string(REPLACE "../../four_bar" "${PROJECT_SOURCE_DIR}/examples/four_bar" arm_text "${arm_text}")
file(CONFIGURE OUTPUT "${coupled_folder}/arm_with_controller.yaml" CONTENT "${arm_text}" @ONLY)
add_custom_command(OUTPUT "${coupled_folder}/arm_with_controller.ssp"
	DEPENDS mechfmu "${coupled_folder}/arm_with_controller.yaml" "${PROJECT_SOURCE_DIR}/examples/four_bar/four_bar.yaml"
		"${coupled_folder}/pid.fmu"
	COMMAND mechfmu export "${coupled_folder}/arm_with_controller.yaml" -o "${coupled_folder}/arm_with_controller.ssp"
	COMMENT "Packing arm_with_controller.ssp" VERBATIM)
add_custom_target(coupled_ssp ALL DEPENDS "${coupled_folder}/arm_with_controller.ssp")
add_dependencies(coupled_ssp pid_fmus)
