"""Cases: sources for CUDA devices."""
import re
import shutil
from pathlib import Path

from project import RESULT, SIMPLE, Project, Skip, check, check_in, run

CUDA = """project(consumer LANGUAGES CXX)
find_package(Insum 0.1 REQUIRED)
add_executable(app main.cpp)
add_insum_sources(app PRIVATE src/spmv.cpp BACKEND cuda)
"""


def case_cuda_without_toolkit(arguments):
    project = Project(arguments, "cuda_without_toolkit", CUDA)
    check_in("BACKEND cuda needs the CUDA Toolkit, and none was found",
             project.configure("-DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON", status=1))
    project.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.21)\n" + SIMPLE)
    project.configure()
    project.build()
    check(not list(project.build_dir.rglob("*.cu")), "a build for processors has CUDA files")
    cache = (project.build_dir / "CMakeCache.txt").read_text()
    check("CUDAToolkit_" not in cache, "a build for processors looks for CUDA")
    project = Project(arguments, "auto_without_toolkit", CUDA.replace("BACKEND cuda", "BACKEND auto"))
    project.configure("-DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON")
    project.build()
    check(not list(project.build_dir.rglob("*.cu")), "BACKEND auto has CUDA files where nothing compiles them")
    check(run(project.program()).strip() == RESULT, "the program of BACKEND auto without CUDA")


def case_cuda_auto(arguments):
    """Both kernels where there is nvcc; data on the host, or no device: the program runs on processors."""
    nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    if not nvcc:
        raise Skip("no nvcc")
    project = Project(arguments, "cuda_auto", CUDA.replace("BACKEND cuda", "BACKEND auto"), "Ninja")
    project.configure(f"-DCUDAToolkit_ROOT={Path(nvcc).parent.parent}", "-DINSUM_CUDA_ARCHITECTURES=80")
    project.build()
    [device] = project.build_dir.rglob("spmv.insum.cu")
    check("__global__ void" in device.read_text(), "a kernel in the CUDA file")
    check(run(project.program()).strip() == RESULT, "the program of BACKEND auto with data on the host")


def cuda_build(arguments, generator, name):
    """Compiled by nvcc; without a GPU the program ends with CUDA's own words."""
    nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    if not nvcc:
        raise Skip("no nvcc")
    project = Project(arguments, name, CUDA, generator)
    root = f"-DCUDAToolkit_ROOT={Path(nvcc).parent.parent}"
    for wrong in ("60", "8.0", "80-real"):
        check_in(f"INSUM_CUDA_ARCHITECTURES has '{wrong}'", project.configure(root, "-DINSUM_CUDA_ARCHITECTURES=" + wrong, status=1))
    project.configure(root, "-DINSUM_CUDA_ARCHITECTURES=80")
    project.build()
    check(project.rewrites() == 1, "one rewrite")
    [device] = project.build_dir.rglob("spmv.insum.cu")
    check("__global__ void" in device.read_text(), "a kernel in the CUDA file")
    text = project.build()
    check(project.rewrites() == 0 and not re.search("Building|Rewriting|Compiling|Linking", text), f"second build:\n{text}")
    project.touch("src/spmv.cpp")
    check_in("Compiling the CUDA code", project.build())
    text = run(project.program(), status=None).strip()
    check(text == RESULT or re.search("cuda_error|CUDA", text), f"the program printed '{text}'")


def case_cuda_ninja(arguments):
    cuda_build(arguments, "Ninja", "cuda_ninja")


def case_cuda_language(arguments):
    """A project that compiles CUDA itself: sources without BACKEND cuda have no CUDA file."""
    nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    if not nvcc:
        raise Skip("no nvcc")
    text = CUDA.replace("LANGUAGES CXX", "LANGUAGES CXX CUDA")
    options = (f"-DCMAKE_CUDA_COMPILER={nvcc}", "-DCMAKE_CUDA_ARCHITECTURES=80")
    project = Project(arguments, "cuda_language", text, "Ninja")
    project.configure(*options)
    project.build()
    check(len(list(project.build_dir.rglob("spmv.insum.cu"))) == 1, "no CUDA file")
    project = Project(arguments, "cuda_language_auto", text.replace(" BACKEND cuda", ""), "Ninja")
    project.configure(*options)
    project.build()
    check(not list(project.build_dir.rglob("*.insum.cu")), "a build for processors has CUDA files")
    check(run(project.program()).strip() == RESULT, "the program of a project with CUDA")


def case_cuda_makefiles(arguments):
    cuda_build(arguments, "Unix Makefiles", "cuda_makefiles")
