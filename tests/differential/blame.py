"""Finds the programs that a compiler's messages are about."""
import re


def by_program(text, owner, generated):
    """{program number: messages}.

    `owner` maps lines of the test file to programs; `generated` is the rewritten file.
    """
    kernels = kernel_lines(generated)
    blamed = {}
    for line in text.splitlines():
        match = re.search(r"(test|out)\.cpp:(\d+):\d+: (?:fatal )?(error|required from)", line)
        if not match:
            continue
        at = int(match.group(2))
        number = owner.get(at) if match.group(1) == "test" else kernel_at(kernels, at)
        if number is not None:
            blamed[number] = blamed.get(number, "") + line + "\n"
    return blamed


def kernel_lines(generated):
    """[(first line, program number)] of the kernels."""
    result = []
    for n, line in enumerate(generated.splitlines(), 1):
        match = re.match(r"\[\[maybe_unused, gnu::noinline\]\] static .*?(?:\w*_)?p(\d+)_\w+\($", line.rstrip())
        if match:
            result.append((n, int(match.group(1))))
    return result


def kernel_at(kernels, line):
    number = None
    for first, program in kernels:
        if first > line:
            break
        number = program
    return number
