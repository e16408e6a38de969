# Settings for insum's own targets. Nothing here leaks into projects that use insum.
set(CMAKE_CXX_EXTENSIONS OFF)
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  find_program(INSUM_CCACHE ccache)
  if(INSUM_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${INSUM_CCACHE})
  endif()
endif()

# insum_library(<name> SOURCES ... [LINKS ...]): a static library of the preprocessor, one per folder. LINKS names the
# folders that it may see; linking catches calls against the order of the layers.
function(insum_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/preprocessor)
  target_link_libraries(${name} PUBLIC ${ARG_LINKS})
  insum_warnings(${name})
endfunction()

function(insum_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic $<$<BOOL:${INSUM_WERROR}>:-Werror>)
  # gcc 12 misjudges the copies inside of std::string: "literal" + text, short strings that are moved.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-array-bounds -Wno-stringop-overread)
  endif()
endfunction()
