# What `cmake --install` puts where, and the Debian package that `cpack -G DEB` makes of it.
include(GNUInstallDirs)
# what is installed is built before: installing builds no tests
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

# the program writes its own pages
set(pages_folder "${PROJECT_BINARY_DIR}/pages")
set(manual_page "${pages_folder}/mechfmu.1")
set(bash_completion "${pages_folder}/mechfmu")
set(zsh_completion "${pages_folder}/_mechfmu")
file(MAKE_DIRECTORY "${pages_folder}")
add_custom_command(OUTPUT "${manual_page}" "${manual_page}.gz" "${bash_completion}" "${zsh_completion}"
	COMMAND mechfmu manual > "${manual_page}"
	COMMAND gzip -9nc "${manual_page}" > "${manual_page}.gz"
	COMMAND mechfmu completion bash > "${bash_completion}"
	COMMAND mechfmu completion zsh > "${zsh_completion}"
	DEPENDS mechfmu VERBATIM)
add_custom_target(mechfmu_pages ALL DEPENDS "${manual_page}" "${manual_page}.gz" "${bash_completion}" "${zsh_completion}")

install(TARGETS mechfmu RUNTIME)
install(FILES "${manual_page}.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES "${bash_completion}" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${zsh_completion}" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
install(FILES fmu/host/read/mechanism.schema.json fmu/host/systems/system.schema.json fmu/host/study/study.schema.json DESTINATION "${CMAKE_INSTALL_DATADIR}/mechfmu")
install(FILES README.md LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES build/LICENSE.lapack DESTINATION "${CMAKE_INSTALL_DOCDIR}/build")
# the program's licence is ours, and LAPACK's, of which it contains parts
file(READ LICENSE license_text)
file(READ build/LICENSE.lapack lapack_license_text)
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/copyright" CONTENT "${license_text}\n${lapack_license_text}" @ONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS LICENSE build/LICENSE.lapack)
install(FILES "${PROJECT_BINARY_DIR}/copyright" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY docs examples DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "turns mechanisms written in YAML into FMUs")
set(CPACK_PACKAGE_DESCRIPTION "mechfmu assembles, checks, simulates, draws and linearizes mechanisms
of rigid bodies, and exports them as co-simulation units of the Functional
Mock-up Interface 2.0.")
set(CPACK_PACKAGE_CONTACT "mechfmu maintainers <mechfmu@localhost>")
set(CPACK_PACKAGE_INSTALL_DIRECTORY mechfmu)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
