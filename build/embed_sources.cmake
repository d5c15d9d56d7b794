# The files of sources/ in an FMU, which the program carries: the runtime, all headers of its
# folders, and all.c, which includes the sources.
#
#   embed_sources          their lines of embed.S
#   embedded_source_files  the files, on which embed.S depends
#   source_table           a C file that names them (fmu/host/export/host_sources.h)

set(embedded_sources ${MECHFMU_LA_SOURCES} ${MECHFMU_DAE_SOURCES} ${MECHFMU_MECH_SOURCES}
	${MECHFMU_RUNTIME_SOURCES})
list(TRANSFORM embedded_sources REPLACE "^.*/(.*)$" "#include \"\\1\"" OUTPUT_VARIABLE all_includes)
list(JOIN all_includes "\n" all_includes)
configure_file(build/all.c.in all.c @ONLY)

list(TRANSFORM embedded_sources PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM MECHFMU_FMU_FOLDERS APPEND "/*.h" OUTPUT_VARIABLE header_patterns)
file(GLOB embedded_headers CONFIGURE_DEPENDS ${header_patterns})
set(embedded_source_files "${PROJECT_BINARY_DIR}/all.c" ${embedded_sources} ${embedded_headers})

set(embed_sources "")
set(source_declarations "")
set(source_rows "")
foreach(file IN LISTS embedded_source_files)
	get_filename_component(name "${file}" NAME)
	string(MAKE_C_IDENTIFIER "host_source_${name}" symbol)
	string(APPEND embed_sources "EMBED(${symbol}, \"${file}\")\n")
	string(APPEND source_declarations "extern const unsigned char ${symbol}_begin[], ${symbol}_end[];\n")
	string(APPEND source_rows "\t{\"sources/${name}\", ${symbol}_begin, ${symbol}_end},\n")
endforeach()
set(source_table "${PROJECT_BINARY_DIR}/source_files.c")
configure_file(build/source_files.c.in "${source_table}" @ONLY)
