# cmake --install and cpack: program, headers, CMake package, manual page and documents, in a folder that can be moved.
option(INSUM_INSTALL "Install insum with the project that has it as a part" ${PROJECT_IS_TOP_LEVEL})
if(NOT INSUM_INSTALL)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Insum)

install(TARGETS insum_runtime insum_annotations EXPORT InsumTargets)
install(DIRECTORY runtime/include/insum DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT InsumTargets NAMESPACE insum:: DESTINATION ${package_dir})
if(TARGET insum)
  set_target_properties(insum PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)  # LLVM may be in a folder of its own
  install(TARGETS insum EXPORT InsumTool)
  install(EXPORT InsumTool NAMESPACE insum:: DESTINATION ${package_dir})
  install(FILES docs/insum.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

configure_package_config_file(cmake_modules/InsumConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/package/InsumConfig.cmake
                              INSTALL_DESTINATION ${package_dir} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/package/InsumConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/package/InsumConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/package/InsumConfigVersion.cmake
              cmake_modules/Insum.cmake cmake_modules/InsumCuda.cmake cmake_modules/insum-rewrite.sh
        DESTINATION ${package_dir})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md")
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_GENERATOR "TGZ;DEB")
  set(CPACK_PACKAGE_NAME insum)
  set(CPACK_PACKAGE_VENDOR "the insum authors")
  set(CPACK_PACKAGE_CONTACT "the insum authors")
  set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE)
  set(CPACK_STRIP_FILES ON)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION devel)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  # Clang's own headers; a compiler for what insum writes.
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "libclang-common-19-dev")
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ (>= 4:12), cmake (>= 3.21), zlib1g-dev")
  include(CPack)
endif()
