"""A consumer project of insum's package, and how tests run and check it."""
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULT = "402 0 60"  # what the consumer's main() prints
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror"


class Skip(Exception):
    pass


def run(*command, cwd=None, status=0):
    """The output of a command, which must end with `status` (None: any)."""
    words = [str(word) for word in command]
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("INSUM_", "MAKE", "CMAKE_"))}
    done = subprocess.run(words, cwd=cwd, text=True, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if status is not None and done.returncode != status:
        raise AssertionError(f"{' '.join(words)}\nended with {done.returncode}, expected {status}:\n{done.stdout}")
    return done.stdout


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def check_in(needle, text):
    """`needle` is found as it is, or with all blanks made one: CMake breaks its messages' lines anywhere."""
    check(re.search(needle, text) or re.search(needle, " ".join(text.split())), f"'{needle}' is not in:\n{text}")


class Project:
    """A copy of consumer/ in a folder of its own, with spaces in its path, and a build of it."""

    def __init__(self, arguments, name, cmake_text, generator="Ninja"):
        self.cmake, self.arguments, self.generator = arguments.cmake, arguments, generator
        self.dir = arguments.work / "cases" / name / "a project"
        shutil.rmtree(self.dir.parent, ignore_errors=True)
        shutil.copytree(HERE / "consumer", self.dir)
        self.build_dir = self.dir.parent / "a build"
        self.write("CMakeLists.txt", f"cmake_minimum_required(VERSION 3.21)\n{cmake_text}")
        self.log = self.dir.parent / "calls"
        self.tool = self.dir.parent / "insum wrapper"
        real = arguments.prefix / "bin" / "insum"
        self.tool.write_text(f'#!/bin/sh\n[ "$1" = rewrite ] && echo "$*" >>"{self.log}"\nexec "{real}" "$@"\n')
        self.tool.chmod(0o755)

    def write(self, path, text):
        file = self.dir / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def touch(self, path):
        time.sleep(0.05)
        os.utime(self.dir / path)

    def configure(self, *words, status=0):
        return run(self.cmake, "-S", self.dir, "-B", self.build_dir, "-G", self.generator, "-DCMAKE_BUILD_TYPE=Debug",
                   f"-DCMAKE_PREFIX_PATH={self.arguments.prefix}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                   f"-DINSUM_EXECUTABLE={self.tool}", *words, status=status)

    def build(self, *words, status=0):
        return run(self.cmake, "--build", self.build_dir, "-j2", *words, status=status)

    def rewrites(self):
        """Calls of insum rewrite since the last time."""
        calls = len(self.log.read_text().splitlines()) if self.log.exists() else 0
        self.log.unlink(missing_ok=True)
        return calls

    def program(self, name="app"):
        found = [path for path in self.build_dir.rglob(name) if path.is_file() and os.access(path, os.X_OK)]
        check(len(found) == 1, f"{name}: {found}")
        return found[0]

    def check_program(self, name="app"):
        text = run(self.program(name)).strip()
        check(text == RESULT, f"{name} printed '{text}', expected '{RESULT}'")


SIMPLE = """project(consumer LANGUAGES CXX)
find_package(Insum 0.1 REQUIRED)
add_executable(app main.cpp)
add_insum_sources(app PRIVATE src/spmv.cpp)
"""


def install(arguments):
    """Installs to one folder, then moves it to another that has a space in its name."""
    for folder in (arguments.first_prefix, arguments.prefix):
        shutil.rmtree(folder, ignore_errors=True)
    run(arguments.cmake, "--install", arguments.build, "--config", arguments.config, "--prefix", arguments.first_prefix)
    arguments.first_prefix.rename(arguments.prefix)
    check_in(r"^insum \d+\.\d+", run(arguments.prefix / "bin/insum", "--version"))
