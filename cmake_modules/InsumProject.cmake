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

option(INSUM_BUILD_FUZZERS "Build the fuzz targets, and instrument everything for them (needs clang)" OFF)
if(INSUM_BUILD_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "INSUM_BUILD_FUZZERS needs clang: set CMAKE_CXX_COMPILER=clang++-19")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=address,undefined)
endif()

# insum_library(<name> SOURCES ... [LINKS ...] [HEADERS <header>|<library>]): a static library of the preprocessor, one
# per folder. LINKS names the folders that it may see; linking catches calls against the order of the layers. HEADERS is
# what most sources include, compiled once: a header, or a library whose precompiled header serves this one as well.
function(insum_library name)
  cmake_parse_arguments(ARG "" "HEADERS" "SOURCES;LINKS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/preprocessor)
  target_link_libraries(${name} PUBLIC ${ARG_LINKS})
  insum_warnings(${name})
  if(TARGET "${ARG_HEADERS}")
    target_precompile_headers(${name} REUSE_FROM ${ARG_HEADERS})
  elseif(ARG_HEADERS)
    target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
  endif()
endfunction()

function(insum_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic $<$<BOOL:${INSUM_WERROR}>:-Werror>)
  # gcc 12 misjudges the copies inside of std::string ("literal" + text, short strings that are moved) and of
  # std::optional without a value.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-array-bounds -Wno-stringop-overread -Wno-stringop-overflow -Wno-maybe-uninitialized)
  endif()
  # Clang blames std::stable_sort of libstdc++ 12 for what it calls itself.
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_compile_options(${target} PRIVATE -Wno-deprecated-declarations)
  endif()
endfunction()
