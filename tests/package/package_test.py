#!/usr/bin/env python3
"""Tests of insum's CMake package: each case configures and builds a small project as a user would.

    package_test.py --list                      the cases' names
    package_test.py ... --install               installs insum and moves the installed folder; cases need that
    package_test.py ... --case NAME             runs a case; exit status 77: skipped

Rewrites are counted by a wrapper around the program that writes a line for each call.
"""
import argparse
import inspect
import json
import os
import re
import sys
from pathlib import Path

from cuda_sources import (case_cuda_auto, case_cuda_language, case_cuda_makefiles, case_cuda_ninja,  # noqa: F401
                          case_cuda_without_toolkit)
from installed import (case_built_tool_makefiles, case_built_tool_ninja, case_fetch_content, case_installed_files,  # noqa: F401
                       case_packages, case_program_missing)
from messages import (case_call_errors, case_debugger, case_errors_in_sources, case_number_signs, case_warnings_clang,  # noqa: F401
                      case_warnings_gcc)
from project import RESULT, SIMPLE, WARNINGS, Project, Skip, check, check_in, install, run
from rebuilds import case_rebuild_makefiles, case_rebuild_ninja  # noqa: F401


def case_multi_config(arguments):
    project = Project(arguments, "multi_config", SIMPLE + """
target_compile_definitions(app PRIVATE $<$<CONFIG:Release>:FACTOR=3>)
""", "Ninja Multi-Config")
    project.write("src/scale.h", """#pragma once
#ifdef FACTOR
inline double scale() { return 2; }
#else
inline float scale() { return 2; }
#endif
""")
    project.configure()
    for config in ("Debug", "Release"):
        project.build("--config", config)
        check(project.rewrites() == 1, f"{config}: one rewrite")
        check(run(project.build_dir / config / "app").strip() == RESULT, config)
        check("no work to do" in project.build("--config", config), "second build")
        [output] = (project.build_dir / "insum" / "app" / config).rglob("spmv.insum.cpp")
        check(output.exists(), config)
    project.touch("src/scale.h")
    project.build("--config", "Release")
    check(project.rewrites() == 1, "touched header: one rewrite, of one configuration")


def case_flags(arguments):
    """All that the compiler gets, insum gets."""
    project = Project(arguments, "flags", """project(consumer LANGUAGES CXX)
find_package(Insum REQUIRED)
add_library(outer INTERFACE)
add_library(inner INTERFACE)
target_link_libraries(outer INTERFACE inner)
target_include_directories(inner SYSTEM INTERFACE "system includes")
target_compile_definitions(inner INTERFACE INNER=1)
target_compile_options(inner INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-DLANGUAGE_CXX=1> $<$<COMPILE_LANGUAGE:C>:-DLANGUAGE_C=1>)
add_library(app_core SHARED)
add_insum_sources(app_core PRIVATE src/spmv.cpp)
target_include_directories(app_core PRIVATE $<$<CONFIG:Debug>:${CMAKE_CURRENT_SOURCE_DIR}/debug>)
target_compile_definitions(app_core PRIVATE "TEXT=\\"a b\\"" $<$<CONFIG:Debug>:DEBUG_ONLY> $<$<CONFIG:Release>:RELEASE_ONLY>)
set_target_properties(app_core PROPERTIES CXX_EXTENSIONS OFF CXX_STANDARD 20)
set_source_files_properties(src/spmv.cpp PROPERTIES COMPILE_DEFINITIONS OF_SOURCE COMPILE_OPTIONS -funsigned-char)
target_link_libraries(app_core PRIVATE outer)
add_executable(app main.cpp)
target_link_libraries(app PRIVATE app_core)
""")
    project.write("system includes/in_system.h", "constexpr int in_system = 1;\n")
    project.write("debug/in_debug.h", "constexpr int in_debug = 1;\n")
    project.write("src/scale.h", """#pragma once
#include <in_debug.h>
#include <in_system.h>
#if !INNER || !LANGUAGE_CXX || defined(LANGUAGE_C) || !defined(DEBUG_ONLY) || defined(RELEASE_ONLY) || !defined(OF_SOURCE)
#error a definition is wrong
#endif
#if !defined(app_core_EXPORTS) || !defined(__PIC__) || !defined(__STRICT_ANSI__) || !defined(__CHAR_UNSIGNED__)
#error a property is wrong
#endif
static_assert(sizeof(TEXT) == 4 && __cplusplus >= 202002L && in_system + in_debug == 2);
inline double scale() { return 2; }
""")
    project.configure()
    project.build()
    project.check_program()
    [entry] = [entry for entry in json.loads((project.build_dir / "compile_commands.json").read_text())
               if entry["file"] == str(project.dir / "src/spmv.cpp")]
    check_in(r'-isystem "?[^"]*/system includes', entry["command"])
    tool = arguments.prefix / "bin/insum"
    run(tool, "check", "-p", project.build_dir, project.dir / "src/spmv.cpp")


def case_targets(arguments):
    """One source in several kinds of targets, beside each other; equal names in two folders; a source made by the build."""
    project = Project(arguments, "targets", """project(consumer LANGUAGES CXX)
find_package(Insum REQUIRED)
foreach(kind STATIC SHARED OBJECT)
  add_library(lib_${kind} ${kind})
  add_insum_sources(lib_${kind} PRIVATE src/spmv.cpp)
  add_executable(app_${kind} main.cpp)
  target_link_libraries(app_${kind} lib_${kind})
endforeach()
add_executable(app_off main.cpp)
add_insum_sources(app_off PRIVATE src/spmv.cpp MODE off)
target_compile_options(app_off PRIVATE -Wall -Werror)
add_executable(app_two main.cpp)
target_link_libraries(app_two PRIVATE lib_OBJECT)
add_insum_sources(app_two PRIVATE other/spmv.cpp CHECKS LINE_MODE generated)
add_insum_sources(app_two PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/made.cpp)
add_custom_command(OUTPUT made.cpp COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/made.in made.cpp)
target_include_directories(app_two PRIVATE src)
""")
    text = (project.dir / "src/spmv.cpp").read_text()
    project.write("other/spmv.cpp", text.replace("void spmv", "void other_spmv"))
    project.write("made.in", text.replace("void spmv", "void made_spmv"))
    status = project.configure()
    check(status.count("-- insum: MODE off: annotated sources of app_off are compiled as written") == 1, status)
    project.build()
    check(project.rewrites() == 5, "a rewrite for each target and source")
    for name in ("app_STATIC", "app_SHARED", "app_OBJECT", "app_off", "app_two"):
        project.check_program(name)
    commands = (project.build_dir / "compile_commands.json").read_text()
    check_in(r"-DINSUM_CHECKS=1[^\n]*other/spmv.insum.cpp", commands)
    check("no work to do" in project.build(), "second build")


def case_endings(arguments):
    """Sources of one folder that differ only in their ending, and one whose name is what such a source is given."""
    project = Project(arguments, "endings", SIMPLE.replace("src/spmv.cpp", "src/spmv.cpp src/spmv.cc src/spmv.cc.cpp"))
    text = (project.dir / "src/spmv.cpp").read_text()
    for ending in (".cc", ".cc.cpp"):
        project.write("src/spmv" + ending, text.replace("void spmv", "void spmv" + ending.replace(".", "_")))
    project.configure()
    project.build()
    project.check_program()
    check(project.rewrites() == 3, "three rewrites")
    names = sorted(path.name for path in (project.build_dir / "insum/app/src").iterdir())
    check(names == ["spmv.cc.cpp.insum.cpp", "spmv.cc.insum.cpp", "spmv.insum.cpp"], names)
    check("no work to do" in project.build(), "second build")


def case_precompiled_and_unity(arguments):
    project = Project(arguments, "precompiled_and_unity", """project(consumer LANGUAGES CXX)
find_package(Insum REQUIRED)
add_library(core STATIC one.cpp two.cpp)
add_insum_sources(core PRIVATE src/spmv.cpp)
target_precompile_headers(core PRIVATE <vector> "src/scale.h")
set_target_properties(core PROPERTIES UNITY_BUILD ON)
add_library(again STATIC)
add_insum_sources(again PRIVATE src/spmv.cpp)
target_precompile_headers(again REUSE_FROM core)
add_executable(app main.cpp)
target_link_libraries(app PRIVATE core)
add_executable(app_again main.cpp)
target_link_libraries(app_again PRIVATE again)
""")
    source = (project.dir / "src/spmv.cpp").read_text()
    project.write("src/spmv.cpp", re.sub("#include .*\n", "", source))  # only the precompiled header has them
    project.write("one.cpp", "static int hidden = 1;\nint one() { return hidden; }\n")
    project.write("two.cpp", "int two() { return hidden + 1; }\n")  # compiles in a unity build alone
    project.configure("-DCMAKE_CXX_FLAGS=-Winvalid-pch -Werror")
    project.build()
    project.check_program()
    project.check_program("app_again")
    check(project.rewrites() == 2, "two rewrites")


def case_disabled(arguments):
    project = Project(arguments, "disabled", SIMPLE + "add_executable(more main.cpp)\n"
                      "add_insum_sources(more PRIVATE src/spmv.cpp)\n")
    status = project.configure("-DINSUM_DISABLE=ON", f"-DCMAKE_CXX_FLAGS={WARNINGS}")
    check(status.count("-- insum: INSUM_DISABLE is on: annotated sources are compiled as written") == 1, status)
    project.build()
    project.check_program()
    check(project.rewrites() == 0, "no rewrites")
    check(not list(project.build_dir.rglob("*.insum.cpp")), "nothing is written")


def case_verify(arguments):
    """MODE verify: the program compares, writes its report, and ends with 1 where a kernel and its loop differ."""
    project = Project(arguments, "verify", SIMPLE.replace("spmv.cpp", "spmv.cpp MODE verify"))
    project.configure(f"-DCMAKE_CXX_FLAGS={WARNINGS}")

    def verified(status):
        project.build()
        text = run(project.program(), cwd=project.build_dir, status=status)
        check_in(RESULT, text)  # the kernel's, whatever the loop computes
        [kernel] = json.loads((project.build_dir / "insum-report.json").read_text())["kernels"]
        check(kernel["file"].endswith("src/spmv.cpp") and kernel["einsum"] == "y[i] = s * A[i,j] * x[j]", kernel)
        check((kernel["calls"], kernel["verified"], kernel["differing"]) == (1, 1, status), kernel)
        return text, kernel

    text, _ = verified(0)
    check(text.strip() == RESULT, text)
    good = (project.dir / "src/spmv.cpp").read_text()
    project.write("src/spmv.cpp", good.replace("= s * sum;", "= sum;"))
    text, kernel = verified(1)
    difference = "y[0] is 402 by the kernel and 201 by the statement"
    check_in(rf"src/spmv.cpp:{kernel['line']}: insum verify: " + re.escape(difference), text)
    check_in(re.escape(difference), kernel["first_difference"])


def case_race(arguments):
    """MODE race: the program times both, prints a table and writes its report."""
    project = Project(arguments, "race", SIMPLE.replace("spmv.cpp", "spmv.cpp MODE race"))
    project.configure(f"-DCMAKE_CXX_FLAGS={WARNINGS}")
    project.build()
    text = run(project.program(), cwd=project.build_dir)
    check_in(RESULT, text)
    check_in(r"src/spmv.cpp:\d+: insum race: y\[i\] = s \* A\[i,j\] \* x\[j\]\n +calls +statement \(us\) +kernel \(us\)", text)
    [kernel] = json.loads((project.build_dir / "insum-report.json").read_text())["kernels"]
    [measured] = kernel["classes"]
    check((kernel["calls"], measured["calls"], measured["measured"], measured["faster"]) == (1, 1, 1, None), kernel)
    check(measured["kernel_seconds"] > 0 and measured["statement_seconds"] > 0, kernel)


def case_status(arguments):
    """insum status: what became of each block of a build, and what its programs said of it."""
    insum = arguments.prefix / "bin/insum"
    project = Project(arguments, "status", SIMPLE.replace("spmv.cpp", "spmv.cpp MODE verify") + """
add_executable(plain main.cpp)
add_insum_sources(plain PRIVATE src/spmv.cpp MODE off)
""")
    project.configure()
    check_in("src/spmv.cpp .app, Debug.\n  not built yet", run(insum, "status", project.build_dir, cwd=project.dir))
    project.build()
    text = run(insum, "status", project.build_dir, cwd=project.dir)
    check_in(r"\d+  y\[i\] = s \* A\[i,j\] \* x\[j\]\n +openmp; to be verified by a run; not raced", text)
    check_in("src/spmv.cpp .plain, Debug.\n  MODE off: annotated sources of plain are compiled as written", text)
    check(text.endswith("2 sources, 1 block\n"), text)
    run(project.program(), cwd=project.build_dir)
    check_in("openmp; agrees in 1 call; not raced", run(insum, "status", project.build_dir))
    run("env", "INSUM_MODE=race", project.program(), cwd=project.dir)
    elsewhere = ("--report", project.dir / "insum-report.json")
    check_in("agrees in 1 call; not raced in enough calls", run(insum, "status", project.build_dir, *elsewhere))
    (project.dir / "insum-report.json").write_text(json.dumps({"kernels": [dict(
        file=str(project.dir / "src/spmv.cpp"), line=7, einsum="y[i] = s * A[i,j] * x[j]", calls=9, differing=1, verified=2,
        first_difference="y[0] is 1", classes=[
            dict(measured=3, faster="kernel", kernel_seconds=1, statement_seconds=5),
            dict(measured=3, faster="statement", kernel_seconds=1, statement_seconds=0.5)])]}))
    text = run(insum, "status", project.build_dir, *elsewhere)
    check_in("differs in 1 of 3 calls: y.0. is 1; 2.8 times as fast as the statement; it is used for 1 of 2 classes", text)
    [app, plain] = json.loads(run(insum, "status", project.build_dir, "--format=json"))["sources"]
    check((app["blocks"][0]["kernel"], app["blocks"][0]["verified"]) == ("spmv_spmv_0", 1), app)
    check("blocks" not in plain and plain["as_written"].startswith("MODE off"), plain)
    for broken in ("", "[1]", '{"kernels": [{"line": "x"}]}'):
        (project.dir / "insum-report.json").write_text(broken)
        check_in("is not a report", run(insum, "status", project.build_dir, *elsewhere, status=1))
    (project.build_dir / "insum/sources.json").write_text("{}")
    check_in("configure and build again", run(insum, "status", project.build_dir, status=1))
    check_in("has no insum/sources.json", run(insum, "status", project.dir, status=1))


def case_tool_absent(arguments):
    """insum as a part of the project, without its program."""
    text = SIMPLE.replace("find_package(Insum 0.1 REQUIRED)",
                          f'set(INSUM_BUILD_PREPROCESSOR OFF)\nadd_subdirectory("{arguments.source}" insum)')
    project = Project(arguments, "tool_absent", text)
    check_in("the program insum, which annotated sources need, was not found",
             project.configure("-DINSUM_EXECUTABLE=", status=1))
    status = project.configure("-DINSUM_EXECUTABLE=", "-DINSUM_REQUIRE_TOOL=OFF", f"-DCMAKE_CXX_FLAGS={WARNINGS}")
    check_in("-- insum: the program insum was not found: annotated sources are compiled as written", status)
    project.build()
    project.check_program()
    project.configure()  # with INSUM_EXECUTABLE
    project.build()
    check(project.rewrites() == 1, "one rewrite")
    project.check_program()
    check(not (project.build_dir / "insum/cmake_install.cmake").exists()
          or "Insum.cmake" not in (project.build_dir / "insum/cmake_install.cmake").read_text(),
          "a part installs nothing")


def case_cross(arguments):
    """A cross build never runs the package's program, but the one that INSUM_EXECUTABLE names."""
    project = Project(arguments, "cross", "cmake_policy(VERSION 3.5)\n" + SIMPLE)  # a project of old
    cross = ["-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=" + os.uname().machine]
    check_in("in a cross build: one that runs on this machine",
             project.configure(*cross, "-DINSUM_EXECUTABLE=", "-DINSUM_HOST_PROGRAM=", status=1))
    check_in("does not run on this machine as insum", project.configure("-DINSUM_EXECUTABLE=/bin/false", status=1))
    project.configure()
    project.build()
    project.check_program()
    check("--target=" in project.log.read_text(), "the target is named")


def main():
    cases = {name[5:]: function for name, function in globals().items()
             if name.startswith("case_") and inspect.isfunction(function)}
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--case", choices=cases)
    parser.add_argument("--cmake")
    parser.add_argument("--config")
    for path in ("--source", "--build", "--work"):
        parser.add_argument(path, type=Path)
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(cases))
        return 0
    arguments.first_prefix = arguments.work / "installed first"
    arguments.prefix = arguments.work / "moved prefix"
    try:
        install(arguments) if arguments.install else cases[arguments.case](arguments)
    except Skip as reason:
        print(f"skipped: {reason}")
        return 77
    except AssertionError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
