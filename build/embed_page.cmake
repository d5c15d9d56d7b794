# The page of `mechfmu show` as one file: style and modules of fmu/host/show/page put into
# page.html.
#
# A page that opens from disk cannot load modules. So they become one: their lines of import go,
# `export` before a declaration goes, in an order in which everything is declared before it is used.
# Names at the top are unique.
#
#   embed_page     the file

set(page_folder "${PROJECT_SOURCE_DIR}/fmu/host/show/page")
set(embed_page "${PROJECT_BINARY_DIR}/page.html")
set(page_modules vector numbers follows system scales values shapes gears slides profiles motion names plane_symbols plane gl solids space_symbols space plot ready player variables diagram follow live live_system engine remote controls pace simulation keys main)

set(page_script "")
set(page_files "${page_folder}/page.html" "${page_folder}/page.css")
foreach(module IN LISTS page_modules)
	file(READ "${page_folder}/${module}.js" text)
	string(REGEX REPLACE "(^|\n)import [^\n]*" "\\1" text "${text}")
	string(REGEX REPLACE "(^|\n)export " "\\1" text "${text}")
	string(APPEND page_script "${text}")
	list(APPEND page_files "${page_folder}/${module}.js")
endforeach()
file(READ "${page_folder}/page.css" page_style)
file(READ "${page_folder}/page.html" page_text)
string(REPLACE "%style%" "${page_style}" page_text "${page_text}")
string(REPLACE "%script%" "${page_script}" page_text "${page_text}")
file(CONFIGURE OUTPUT "${embed_page}" CONTENT "${page_text}" @ONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page_files})
