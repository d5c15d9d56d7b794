# The pages of `mechfmu show` and of studies, each as one file: style and modules of their folders
# put into page.html and cases.html.
#
# A page that opens from disk cannot load modules. So they become one: their lines of import go,
# `export` before a declaration goes, in an order in which everything is declared before it is used.
# Names at the top are unique.
#
#   embed_page, embed_cases     the files

set(page_folder "${PROJECT_SOURCE_DIR}/fmu/host/show/page")
set(cases_folder "${PROJECT_SOURCE_DIR}/fmu/host/study/page")

# mechfmu_embed_page(<file> <html> <css> <module ...>): without their .html, .css and .js
function(mechfmu_embed_page file html css)
	set(page_script "")
	set(page_files "${html}.html" "${css}.css")
	foreach(module IN LISTS ARGN)
		file(READ "${module}.js" text)
		string(REGEX REPLACE "(^|\n)import [^\n]*" "\\1" text "${text}")
		string(REGEX REPLACE "(^|\n)export " "\\1" text "${text}")
		string(APPEND page_script "${text}")
		list(APPEND page_files "${module}.js")
	endforeach()
	file(READ "${css}.css" page_style)
	file(READ "${html}.html" page_text)
	string(REPLACE "%style%" "${page_style}" page_text "${page_text}")
	string(REPLACE "%script%" "${page_script}" page_text "${page_text}")
	file(CONFIGURE OUTPUT "${file}" CONTENT "${page_text}" @ONLY)
	set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page_files})
endfunction()

set(page_modules vector numbers follows system scales values shapes gears slides profiles motion names plane_symbols plane gl solids space_symbols space plot ready player variables diagram follow live live_system engine remote controls pace simulation keys main)
list(TRANSFORM page_modules PREPEND "${page_folder}/")
set(embed_page "${PROJECT_BINARY_DIR}/page.html")
mechfmu_embed_page("${embed_page}" "${page_folder}/page" "${page_folder}/page" ${page_modules})

set(cases_modules cases_data cases_charts cases_table cases_main)
list(TRANSFORM cases_modules PREPEND "${cases_folder}/")
set(embed_cases "${PROJECT_BINARY_DIR}/cases.html")
mechfmu_embed_page("${embed_cases}" "${cases_folder}/cases" "${cases_folder}/cases" "${page_folder}/numbers" ${cases_modules})
