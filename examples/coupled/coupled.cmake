# The PID controller of examples/coupled as an FMU: coupled/pid.fmu with the platforms of this build, and coupled/pid_native.fmu
# for this machine alone, as `mechfmu export` and `mechfmu export --native` pack theirs. Target: pid_fmus.
# The whole loop as a package of System Structure and Parameterization 1.0: coupled/coupled.ssp. Target: coupled_ssp.
# The master, for the tests: coupled_master.
set(pid_folder examples/coupled/pid)
set(pid_sources pid pid_fmi2)
set(coupled_folder "${PROJECT_BINARY_DIR}/coupled")

add_library(pid MODULE ${pid_folder}/pid.c ${pid_folder}/pid_fmi2.c)
target_include_directories(pid PRIVATE fmu/runtime)
target_link_libraries(pid PRIVATE m)
mechfmu_take_old_glibc(pid)
mechfmu_link_as_runtime(pid "${coupled_folder}/${mechfmu_native}")

add_executable(pack examples/coupled/pack.c)
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

set(ssp_structure "${PROJECT_SOURCE_DIR}/examples/coupled/SystemStructure.ssd")
set(ssp_mechanism "${PROJECT_SOURCE_DIR}/examples/four_bar/four_bar.yaml")
add_custom_command(OUTPUT "${coupled_folder}/coupled.ssp"
	DEPENDS pack mechfmu "${ssp_structure}" "${ssp_mechanism}" "${coupled_folder}/pid.fmu"
	COMMAND mechfmu export "${ssp_mechanism}" -o "${coupled_folder}/four_bar.fmu"
	COMMAND pack "${coupled_folder}/coupled.ssp" SystemStructure.ssd "${ssp_structure}"
		resources/four_bar.fmu "${coupled_folder}/four_bar.fmu" resources/pid.fmu "${coupled_folder}/pid.fmu"
	COMMENT "Packing coupled.ssp" VERBATIM)
add_custom_target(coupled_ssp ALL DEPENDS "${coupled_folder}/coupled.ssp")
add_dependencies(coupled_ssp pid_fmus)

add_library(coupled_master STATIC EXCLUDE_FROM_ALL examples/coupled/master.c)
target_link_libraries(coupled_master PUBLIC mechfmu_host)
target_include_directories(coupled_master PUBLIC examples/coupled)
