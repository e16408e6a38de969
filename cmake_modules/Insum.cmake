# add_insum_sources(<target> PRIVATE <source>...
#                   [BACKEND openmp|cuda|auto] [MODE on|off|verify|race] [CHECKS]
#                   [LINE_MODE original|generated|none] [OPTIONS <word>...])
#
# Adds C++ sources with insum's pragmas to a target: the program insum rewrites each, and the target compiles the
# rewritten text. docs/cmake.md describes the arguments; note [How a source is rewritten] below says how it works.
include_guard(GLOBAL)
include(${CMAKE_CURRENT_LIST_DIR}/InsumCuda.cmake)
cmake_policy(PUSH)  # whatever the project asks for
cmake_policy(VERSION 3.21)

option(INSUM_DISABLE "Compile annotated sources as they are written, without insum" OFF)
option(INSUM_REQUIRE_TOOL "Stop where the program insum is not found, instead of compiling sources as written" ON)
option(INSUM_CHECKS "Generated kernels validate storage, bounds and aliasing at every call" OFF)
set(INSUM_EXECUTABLE "" CACHE FILEPATH "The program insum that runs on this machine; empty: the one of the package")

function(add_insum_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "CHECKS" "BACKEND;MODE;LINE_MODE" "PRIVATE;OPTIONS")
  insum_check_arguments()
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES insum::runtime)
  get_target_property(type ${target} TYPE)
  if(type MATCHES "STATIC|OBJECT")  # as target_link_libraries(PRIVATE) does, whose two signatures must not be mixed
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES $<LINK_ONLY:insum::runtime>)
  endif()

  insum_why_as_written(${target} "${ARG_MODE}" reason)
  if(reason)
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES insum::annotations)
    target_sources(${target} PRIVATE ${ARG_PRIVATE})
    return()
  endif()

  set(words --backend=${ARG_BACKEND} --line-mode=${ARG_LINE_MODE} ${ARG_OPTIONS})
  if(ARG_MODE STREQUAL verify)
    list(APPEND words --verify)
  elseif(ARG_MODE STREQUAL race)
    list(APPEND words --race)
  endif()
  if(ARG_CHECKS OR INSUM_CHECKS)
    set(definitions INSUM_CHECKS=1)
  endif()
  insum_find_cuda(${target} ${ARG_BACKEND} cuda)
  foreach(source IN LISTS ARG_PRIVATE)
    insum_find_source(${target} "${source}" source)
    insum_rewrite_source(${target} "${source}" "${words}" "${definitions}" "${cuda}")
  endforeach()
endfunction()

# Errors of the call itself. Reads and completes the ARG_... variables of add_insum_sources().
macro(insum_check_arguments)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "add_insum_sources: '${target}' is not a target")
  endif()
  get_target_property(source_dir ${target} SOURCE_DIR)
  if(NOT source_dir STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "add_insum_sources: '${target}' was made in '${source_dir}'; call this there")
  endif()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_insum_sources(${target}): unexpected '${ARG_UNPARSED_ARGUMENTS}'; sources follow PRIVATE")
  endif()
  if(NOT ARG_PRIVATE)
    message(FATAL_ERROR "add_insum_sources(${target}): no sources; write them after PRIVATE")
  endif()
  insum_check_choice(MODE on "on;off;verify;race")
  insum_check_choice(BACKEND auto "openmp;cuda;auto")
  insum_check_choice(LINE_MODE original "original;generated;none")
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "add_insum_sources: the generator '${CMAKE_GENERATOR}' is not supported; use Ninja, "
                        "'Ninja Multi-Config' or 'Unix Makefiles'")
  endif()
endmacro()

macro(insum_check_choice name default choices)
  if(NOT DEFINED ARG_${name})
    set(ARG_${name} ${default})
  endif()
  if(NOT "${choices}" MATCHES "(^|;)${ARG_${name}}(;|$)")
    message(FATAL_ERROR "add_insum_sources(${target}): ${name} is '${ARG_${name}}'; it is one of ${choices}")
  endif()
endmacro()

# Sets `out` to why sources are compiled as they are written, or to nothing. Says so in one status line a reason.
function(insum_why_as_written target mode out)
  set(reason "")
  if(INSUM_DISABLE)
    set(reason "INSUM_DISABLE is on: annotated sources are compiled as written")
  elseif(mode STREQUAL "off")
    set(reason "MODE off: annotated sources of ${target} are compiled as written")
  else()
    insum_find_tool(tool)
    if(NOT tool AND INSUM_REQUIRE_TOOL)
      message(FATAL_ERROR
        "the program insum, which annotated sources need, was not found. Install it, or set -DINSUM_EXECUTABLE=/path/to/"
        "insum (in a cross build: one that runs on this machine), or compile sources as written with "
        "-DINSUM_REQUIRE_TOOL=OFF or -DINSUM_DISABLE=ON")
    elseif(NOT tool)
      set(reason "the program insum was not found: annotated sources are compiled as written")
    endif()
  endif()
  get_property(said GLOBAL PROPERTY INSUM_SAID)
  if(reason AND NOT reason IN_LIST said)
    message(STATUS "insum: ${reason}")
    set_property(GLOBAL APPEND PROPERTY INSUM_SAID ${reason})
  endif()
  set(${out} "${reason}" PARENT_SCOPE)
endfunction()

# Sets `out` to the program: a path, a target of this build, insum::insum of the package, or nothing.
function(insum_find_tool out)
  set(tool "")
  if(INSUM_EXECUTABLE)
    get_property(checked GLOBAL PROPERTY INSUM_CHECKED_EXECUTABLE)
    if(NOT checked STREQUAL INSUM_EXECUTABLE)
      execute_process(COMMAND ${INSUM_EXECUTABLE} --version RESULT_VARIABLE failed OUTPUT_VARIABLE text ERROR_VARIABLE error)
      if(NOT failed STREQUAL "0" OR NOT text MATCHES "^insum [0-9]")
        message(FATAL_ERROR "INSUM_EXECUTABLE '${INSUM_EXECUTABLE}' does not run on this machine as insum: ${failed} ${error}")
      endif()
      set_property(GLOBAL PROPERTY INSUM_CHECKED_EXECUTABLE "${INSUM_EXECUTABLE}")
    endif()
    get_filename_component(tool "${INSUM_EXECUTABLE}" REALPATH)
  elseif(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    # What this build or the target's package has runs on another machine.
    find_program(INSUM_HOST_PROGRAM insum NO_CMAKE_FIND_ROOT_PATH)
    mark_as_advanced(INSUM_HOST_PROGRAM)
    if(INSUM_HOST_PROGRAM)
      set(tool ${INSUM_HOST_PROGRAM})
    endif()
  elseif(TARGET insum::insum)
    set(tool insum::insum)
  endif()
  set(${out} "${tool}" PARENT_SCOPE)
endfunction()

# Sets `out` to the absolute path of a source; errors for what cannot be one.
function(insum_find_source target source out)
  get_filename_component(path "${source}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
  if(NOT EXISTS "${path}")
    get_filename_component(built "${source}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
    get_source_file_property(generated "${built}" GENERATED)
    if(NOT generated AND NOT path STREQUAL built)  # a path in the build folder may be generated by what comes later
      message(FATAL_ERROR "add_insum_sources(${target}): the source '${source}' does not exist (looked for '${path}')")
    endif()
    set(path "${built}")
  endif()
  get_filename_component(extension "${path}" LAST_EXT)
  if(extension MATCHES "^\\.(h|hh|hpp|hxx|h\\+\\+|H|inl|ipp|tpp|inc|cuh)$")
    message(FATAL_ERROR "add_insum_sources(${target}): '${source}' is a header; list the sources that include it. "
                        "Blocks stand in source files")
  elseif(extension STREQUAL ".cu")
    message(FATAL_ERROR "add_insum_sources(${target}): CUDA sources ('${source}') are not supported yet")
  elseif(NOT extension MATCHES "^\\.(cpp|cc|cxx|c\\+\\+|C|CPP|cppm|ixx)$")
    message(FATAL_ERROR "add_insum_sources(${target}): '${source}' is not a C++ source file")
  endif()
  get_target_property(listed ${target} INSUM_SOURCES)
  if(path IN_LIST listed)
    message(FATAL_ERROR "add_insum_sources(${target}): '${source}' is listed twice")
  endif()
  set_property(TARGET ${target} APPEND PROPERTY INSUM_SOURCES "${path}")
  set(${out} "${path}" PARENT_SCOPE)
endfunction()

# Where the rewritten text of a source goes, below the target's own folder: its path from here, or a hash of it.
function(insum_relative_path source out)
  file(RELATIVE_PATH relative ${CMAKE_CURRENT_BINARY_DIR} "${source}")
  if(relative MATCHES "^\\.\\.|^/")
    file(RELATIVE_PATH relative ${CMAKE_CURRENT_SOURCE_DIR} "${source}")
  endif()
  if(relative MATCHES "^\\.\\.|^/")
    get_filename_component(name "${source}" NAME)
    string(MD5 hash "${source}")
    string(SUBSTRING ${hash} 0 8 hash)
    set(relative "${hash}/${name}")
  endif()
  set(${out} "${relative}" PARENT_SCOPE)
endfunction()

function(insum_rewrite_source target source words definitions cuda)
  insum_relative_path("${source}" relative)
  string(MAKE_C_IDENTIFIER "${relative}" name)
  set(shadow ${target}.insum.${name})
  if(TARGET ${shadow})  # a-b.cpp beside a_b.cpp
    string(MD5 hash "${source}")
    string(APPEND shadow .${hash})
  endif()
  set(relative_source "${relative}")
  string(REGEX REPLACE "\\.[^.]*$" ".insum.cpp" relative "${relative}")

  # A folder for each configuration, where there are several.
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/insum/${target})
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(outputs "${folder}/${relative}")
  set(output "${outputs}")
  set(settings settings)
  if(multi_config)
    set(output "${folder}/$<CONFIG>/${relative}")
    list(TRANSFORM CMAKE_CONFIGURATION_TYPES REPLACE "(.+)" "${folder}/\\1/${relative}" OUTPUT_VARIABLE outputs)
    set(settings $<CONFIG>.settings)
  endif()

  set(launch ${CMAKE_CURRENT_BINARY_DIR}/insum/${shadow})
  set(device "")  # the CUDA file, and how it comes from where insum writes it
  set(copy_device "")
  if(cuda)
    string(REGEX REPLACE "\\.cpp$" ".cu" device "${output}")
    string(REGEX REPLACE "settings$" "cu" written "${launch}/${settings}")
    list(APPEND words "--cuda=${written}")
    set(copy_device COMMAND ${CMAKE_COMMAND} -E copy "${written}" "${device}")
  endif()
  insum_write_settings(${target} "${source}" "${output}" "${words}" "${launch}/${settings}")
  insum_add_shadow(${target} ${shadow} "${source}" "${launch}")
  add_custom_command(
    OUTPUT "${output}" ${device}
    COMMAND ${CMAKE_COMMAND} -E copy "$<TARGET_OBJECTS:${shadow}>" "${output}"
    ${copy_device}
    DEPENDS "$<TARGET_OBJECTS:${shadow}>"
    COMMENT "Rewriting ${relative_source}"
    VERBATIM)
  add_dependencies(${target} ${shadow})
  target_sources(${target} PRIVATE "${output}")
  if(cuda)
    list(TRANSFORM outputs REPLACE "\\.cpp$" ".cu" OUTPUT_VARIABLE devices)
    insum_compile_cuda(${target} ${cuda} "${device}" "${devices}" "${definitions}")
  endif()
  cmake_language(EVAL CODE
    "cmake_language(DEFER CALL insum_finish_source [[${target}]] [[${shadow}]] [[${source}]] [[${outputs}]] [[${definitions}]])")
endfunction()

# What the launcher tells insum: a word a line, and of the options the last comes first, as the launcher wants them.
function(insum_write_settings target source output words file)
  insum_find_tool(tool)
  if(TARGET "${tool}")
    set(tool $<TARGET_FILE:${tool}>)
  endif()
  if(CMAKE_CROSSCOMPILING AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -dumpmachine OUTPUT_VARIABLE machine OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(machine --target=${machine})
  endif()
  list(REVERSE words)
  string(REPLACE ";" "\n" words "${words}")
  file(GENERATE OUTPUT "${file}" CONTENT "${tool}\n${source}\n${output}\n${machine}\n${words}\n" TARGET ${target})
endfunction()

function(insum_add_shadow target shadow source launch)
  add_library(${shadow} OBJECT EXCLUDE_FROM_ALL "${source}")
  foreach(property INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES LINK_LIBRARIES)
    set_target_properties(${shadow} PROPERTIES ${property} "$<TARGET_PROPERTY:${target},${property}>")
  endforeach()
  set(sh sh "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/insum-rewrite.sh" "${launch}")
  set_target_properties(${shadow} PROPERTIES
    CXX_COMPILER_LAUNCHER "${sh}" RULE_LAUNCH_COMPILE "" UNITY_BUILD OFF DISABLE_PRECOMPILE_HEADERS ON
    CXX_CLANG_TIDY "" CXX_CPPCHECK "" CXX_CPPLINT "" CXX_INCLUDE_WHAT_YOU_USE "" CXX_SCAN_FOR_MODULES OFF
    AUTOMOC OFF AUTOUIC OFF AUTORCC OFF INTERPROCEDURAL_OPTIMIZATION OFF FOLDER insum)
  insum_find_tool(tool)
  if(TARGET "${tool}")
    get_target_property(imported ${tool} IMPORTED)
    if(NOT imported)
      get_target_property(real ${tool} ALIASED_TARGET)
      add_dependencies(${shadow} ${real})
    endif()
  endif()
endfunction()

# At the end of the directory, when properties are as the project wants them.
function(insum_finish_source target shadow source outputs definitions)
  get_target_property(sources ${target} SOURCES)
  foreach(listed IN LISTS sources)
    get_filename_component(listed "${listed}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    if(listed STREQUAL source)
      message(FATAL_ERROR "'${source}' is listed twice in '${target}': among its sources and in add_insum_sources()")
    endif()
  endforeach()
  insum_copy_properties(${target} ${shadow})
  insum_include_precompiled(${target} ${shadow})

  get_filename_component(source_dir "${source}" DIRECTORY)
  set_source_files_properties(${outputs} PROPERTIES
    GENERATED TRUE SKIP_UNITY_BUILD_INCLUSION TRUE SKIP_LINTING TRUE SKIP_AUTOGEN TRUE CXX_SCAN_FOR_MODULES OFF)
  foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS INCLUDE_DIRECTORIES COMPILE_FLAGS SKIP_PRECOMPILE_HEADERS)
    get_source_file_property(value "${source}" ${property})
    if(value AND NOT value STREQUAL "NOTFOUND")
      set_source_files_properties(${outputs} PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  # #include "x.h" beside the source; its own folder is not where the rewritten text is.
  set_property(SOURCE ${outputs} APPEND PROPERTY COMPILE_OPTIONS "-iquote${source_dir}")
  set_property(SOURCE ${outputs} APPEND PROPERTY COMPILE_DEFINITIONS ${definitions})
endfunction()

function(insum_copy_properties target shadow)
  foreach(property CXX_STANDARD CXX_STANDARD_REQUIRED CXX_EXTENSIONS COMPILE_FLAGS POSITION_INDEPENDENT_CODE
                   CXX_VISIBILITY_PRESET VISIBILITY_INLINES_HIDDEN NO_SYSTEM_FROM_IMPORTED EXPORT_COMPILE_COMMANDS)
    get_target_property(value ${target} ${property})
    if(NOT value MATCHES "NOTFOUND$")
      set_target_properties(${shadow} PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  get_target_property(type ${target} TYPE)
  get_target_property(exports ${target} ENABLE_EXPORTS)
  if(type MATCHES "SHARED|MODULE" OR exports)
    get_target_property(symbol ${target} DEFINE_SYMBOL)
    if(NOT symbol)
      string(MAKE_C_IDENTIFIER ${target}_EXPORTS symbol)
    endif()
    set_property(TARGET ${shadow} APPEND PROPERTY COMPILE_DEFINITIONS ${symbol})
  endif()
  if(type MATCHES "SHARED|MODULE")
    set_target_properties(${shadow} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  get_target_property(needed ${target} MANUALLY_ADDED_DEPENDENCIES)
  foreach(other IN LISTS needed)
    if(other AND TARGET ${other} AND NOT other MATCHES "\\.insum\\.")
      add_dependencies(${shadow} ${other})
    endif()
  endforeach()
endfunction()

# A precompiled header is read as text by insum: only the compiler that made it can read its binary form.
function(insum_include_precompiled target shadow)
  get_target_property(disabled ${target} DISABLE_PRECOMPILE_HEADERS)
  if(disabled)
    return()
  endif()
  get_target_property(owner ${target} PRECOMPILE_HEADERS_REUSE_FROM)
  if(NOT owner)
    set(owner ${target})
  endif()
  get_target_property(folder ${owner} BINARY_DIR)
  string(APPEND folder /CMakeFiles/${owner}.dir)
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi_config)
    string(APPEND folder /$<CONFIG>)
  endif()
  set_property(TARGET ${shadow} APPEND PROPERTY COMPILE_OPTIONS
    "$<$<BOOL:$<TARGET_PROPERTY:${owner},PRECOMPILE_HEADERS>>:SHELL:-include \"${folder}/cmake_pch.hxx\">")
endfunction()

cmake_policy(POP)

# Note [How a source is rewritten]
#
# CMake knows the exact flags of a source only where it compiles it. So each annotated source is compiled once more, in an
# object library of its own with the target's properties (the shadow), and the compiler of that library is a launcher,
# insum-rewrite.sh, which runs insum with the compiler's own flags and lets the rewritten text stand for the object.
# A custom command copies that "object" to <binary dir>/insum/<target>/, where the target compiles it. From the shadow
# come: all flags by configuration, the order after libraries that generate headers, dependencies by depfile,
# reruns when flags change, and the entry of the user's file in compile_commands.json. The words for insum are in
# a file, since a change of the launcher's arguments does not rerun it under Makefiles; that file, the launcher and
# insum itself are in the depfile.
