# The platforms of an FMU, and the runtime libraries of those that are not this machine's own.
#
# CMake knows one C compiler per project. So each foreign platform is compiled by commands: every
# file on its own, in C11, and always optimized as shipped.
#
#   mechfmu_platforms     all that are known
#   mechfmu_native        the platform of this machine, compiled by the ordinary targets of CMakeLists.txt
#   mechfmu_foreign       the other platforms of this build
#   mechfmu_live          wasm32, where it is one of them: no platform of FMI, but of pages that simulate (fmu/live)
#   mechfmu_not_built     one line for each platform that is left out, with the packages that would bring it

set(mechfmu_platforms linux64 win64 aarch64-linux wasm32)
set(mechfmu_linux64_compiler x86_64-linux-gnu-gcc)
set(mechfmu_linux64_packages "gcc-x86-64-linux-gnu libc6-dev-amd64-cross")
set(mechfmu_linux64_extension .so)
set(mechfmu_aarch64-linux_compiler aarch64-linux-gnu-gcc)
set(mechfmu_aarch64-linux_packages "gcc-aarch64-linux-gnu libc6-dev-arm64-cross")
set(mechfmu_aarch64-linux_extension .so)
set(mechfmu_win64_compiler x86_64-w64-mingw32-gcc)
set(mechfmu_win64_packages "gcc-mingw-w64-x86-64-win32")
set(mechfmu_win64_extension .dll)
set(mechfmu_wasm32_compiler clang)
set(mechfmu_wasm32_packages "clang lld wasi-libc libclang-rt-dev-wasm32")
set(mechfmu_wasm32_extension .wasm)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
	set(mechfmu_native linux64)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
	set(mechfmu_native aarch64-linux)
else()
	message(FATAL_ERROR "mechfmu is built on Linux for x86-64 or 64-bit ARM, not on ${CMAKE_SYSTEM_PROCESSOR}")
endif()

# ---- which of them: the ones requested must be there, `all` takes what it finds
foreach(platform IN LISTS MECHFMU_PLATFORMS)
	if(NOT platform MATCHES "^(all|native)$" AND NOT platform IN_LIST mechfmu_platforms)
		message(FATAL_ERROR "MECHFMU_PLATFORMS: no platform '${platform}' (all, native, or some of ${mechfmu_platforms})")
	endif()
endforeach()
# clang is there without the library and the linker of WebAssembly, too: then it counts as missing
function(mechfmu_try_wasm32 platform)
	if(platform STREQUAL wasm32 AND MECHFMU_COMPILER_wasm32)
		file(WRITE "${PROJECT_BINARY_DIR}/try_wasm32.c" "#include <math.h>\nint main(int n, char **v) { return v && cos(n) > 2; }\n")
		execute_process(COMMAND "${MECHFMU_COMPILER_wasm32}" --target=wasm32-wasi try_wasm32.c -lm -o try_wasm32
			WORKING_DIRECTORY "${PROJECT_BINARY_DIR}" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
		if(failed)
			unset(MECHFMU_COMPILER_wasm32 CACHE)
		endif()
	endif()
endfunction()
set(mechfmu_foreign "")
set(mechfmu_not_built "")
foreach(platform IN LISTS mechfmu_platforms)
	if(platform STREQUAL mechfmu_native OR NOT (MECHFMU_PLATFORMS STREQUAL all OR platform IN_LIST MECHFMU_PLATFORMS))
		continue()
	endif()
	find_program(MECHFMU_COMPILER_${platform} ${mechfmu_${platform}_compiler})
	mark_as_advanced(MECHFMU_COMPILER_${platform})
	mechfmu_try_wasm32(${platform})
	if(MECHFMU_COMPILER_${platform})
		list(APPEND mechfmu_foreign ${platform})
	elseif(MECHFMU_PLATFORMS STREQUAL all)
		list(APPEND mechfmu_not_built "${platform} (packages: ${mechfmu_${platform}_packages})")
	else()
		message(FATAL_ERROR "No compiler ${mechfmu_${platform}_compiler} for ${platform}: "
			"apt-get install ${mechfmu_${platform}_packages}")
	endif()
endforeach()
set(mechfmu_live ${mechfmu_foreign})
list(FILTER mechfmu_live INCLUDE REGEX wasm32)
list(REMOVE_ITEM mechfmu_foreign wasm32)
foreach(line IN LISTS mechfmu_not_built)
	message(STATUS "FMUs without ${line}")
endforeach()
# for build/export
list(TRANSFORM mechfmu_not_built APPEND "\n" OUTPUT_VARIABLE not_built)
list(JOIN not_built "" not_built)
file(WRITE "${PROJECT_BINARY_DIR}/not_built.txt" "${not_built}")
set(built ${mechfmu_native} ${mechfmu_foreign})
list(JOIN built ", " built)
file(WRITE "${PROJECT_BINARY_DIR}/built.txt" "${built}\n")

# ---- compiling and linking
set(foreign_compile_options -std=c11 -O2 ${mechfmu_compile_options} -fvisibility=hidden
	"-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=")
foreach(folder IN LISTS MECHFMU_FMU_FOLDERS)
	list(APPEND foreign_compile_options "-I${PROJECT_SOURCE_DIR}/${folder}")
endforeach()
if(CMAKE_COMPILE_WARNING_AS_ERROR)
	list(APPEND foreign_compile_options -Werror)
endif()
set(foreign_linux_compile_options ${mechfmu_elf_compile_options} -fPIC -include "${PROJECT_SOURCE_DIR}/build/glibc_versions.h")
# isfinite and its like in the headers of mingw make a conversion of every double
set(foreign_windows_compile_options -Wno-float-conversion)
set(foreign_link_options -shared -s -static-libgcc -Wl,--gc-sections -Wl,--build-id=none)
set(foreign_linux_link_options ${mechfmu_elf_link_options} -Wl,-Bsymbolic -Wl,--no-undefined
	"-Wl,--version-script=${PROJECT_SOURCE_DIR}/build/fmu.map")
# no date, and an address that does not depend on the file's name but is chosen again by Windows.
# Guards of the stack would need another DLL, guards of calls (CFG) another compiler.
set(foreign_windows_link_options -Wl,--no-insert-timestamp -Wl,--image-base,0x180000000 -Wl,--dynamicbase -Wl,--high-entropy-va
	-Wl,--nxcompat)
# the block for the image lies behind all else, so that it can be as large as the mechanism
set(mechfmu_elf_image_script "${PROJECT_SOURCE_DIR}/build/fmu_image.ld")
set(mechfmu_windows_image_script "${PROJECT_SOURCE_DIR}/build/fmu_image_windows.ld")
list(APPEND foreign_linux_link_options "-Wl,-T,${mechfmu_elf_image_script}")
list(APPEND foreign_windows_link_options "-Wl,-T,${mechfmu_windows_image_script}")
# browsers since 2023 compute two numbers at once, with the same bits
set(live_compile_options --target=wasm32-wasi -msimd128 -mbulk-memory)
# a module that a page calls, with memory for the page's own arrays; the image is a segment of its
# own, which can be cut
set(live_link_options --target=wasm32-wasi -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all -Wl,--export-dynamic
	-Wl,--export=malloc -Wl,--export=free -Wl,-z,stack-size=1048576 -Wl,--no-merge-data-segments)

# mechfmu_compile_foreign(<platform> <source> <object> [option ...]): a command that makes the
# object
function(mechfmu_compile_foreign platform source object)
	if(platform STREQUAL win64)
		set(options ${foreign_compile_options} ${foreign_windows_compile_options})
	elseif(platform STREQUAL wasm32)
		set(options ${foreign_compile_options} ${live_compile_options})
	else()
		set(options ${foreign_compile_options} ${foreign_linux_compile_options})
	endif()
	add_custom_command(OUTPUT "${object}" DEPENDS "${PROJECT_SOURCE_DIR}/${source}" DEPFILE "${object}.d"
		COMMAND "${MECHFMU_COMPILER_${platform}}" ${options} ${ARGN} -MD -MF "${object}.d"
			-c "${PROJECT_SOURCE_DIR}/${source}" -o "${object}"
		COMMENT "Building ${source} for ${platform}" VERBATIM)
endfunction()

# mechfmu_link_foreign(<platform> <library> <object ...>)
function(mechfmu_link_foreign platform library)
	if(platform STREQUAL win64)
		set(options ${foreign_link_options} ${foreign_windows_link_options})
	elseif(platform STREQUAL wasm32)
		set(options ${live_link_options})
	else()
		set(options ${foreign_link_options} ${foreign_linux_link_options})
	endif()
	add_custom_command(OUTPUT "${library}" DEPENDS ${ARGN} "${PROJECT_SOURCE_DIR}/build/fmu.map"
			"${mechfmu_elf_image_script}" "${mechfmu_windows_image_script}"
		COMMAND "${MECHFMU_COMPILER_${platform}}" ${options} ${ARGN} -lm -o "${library}"
		COMMENT "Linking the runtime for ${platform}" VERBATIM)
endfunction()

# mechfmu_link_with_reserve(<platform> <folder> <ending of the name> <bytes> <object ...>)
function(mechfmu_link_with_reserve platform folder ending bytes)
	set(reserve "${folder}/objects/reserve${ending}.o")
	mechfmu_compile_foreign(${platform} "${MECHFMU_RESERVE_SOURCE}" "${reserve}" -DFMU_IMAGE_CAPACITY=${bytes})
	mechfmu_link_foreign(${platform} "${folder}/mechfmu_runtime${ending}${mechfmu_${platform}_extension}" "${reserve}"
		${ARGN})
endfunction()

# mechfmu_add_foreign_runtime(<platform> <folder>): all libraries in <folder>, objects in
# <folder>/objects
function(mechfmu_add_foreign_runtime platform folder)
	file(MAKE_DIRECTORY "${folder}/objects")
	set(objects "")
	set(sources ${MECHFMU_LA_SOURCES} ${MECHFMU_DAE_SOURCES} ${MECHFMU_MECH_SOURCES} ${MECHFMU_RUNTIME_SOURCES})
	if(platform STREQUAL wasm32)
		list(APPEND sources fmu/live/fmu_live.c)
	endif()
	foreach(source IN LISTS sources)
		get_filename_component(name "${source}" NAME_WE)
		mechfmu_compile_foreign(${platform} "${source}" "${folder}/objects/${name}.o")
		list(APPEND objects "${folder}/objects/${name}.o")
	endforeach()
	# libraries grow with the mechanism; a module for pages does not, and there are two
	set(reserve ${MECHFMU_LEAST_RESERVE})
	if(platform STREQUAL wasm32)
		set(reserve ${MECHFMU_SMALL_RESERVE})
		mechfmu_link_with_reserve(${platform} "${folder}" _large ${MECHFMU_LIVE_RESERVE} ${objects})
	endif()
	mechfmu_link_with_reserve(${platform} "${folder}" "" ${reserve} ${objects})
endfunction()
