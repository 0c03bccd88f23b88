#!/usr/bin/env python3
"""Makes the packages that the guides tell their readers to make: guides.py ROOT FOLDER.

A code block that begins with a file's name in a comment is that file, and one of the tools version is Package.swift; the
last one of a name counts. Of the other Swift blocks those with routes go where the guide says, and each of the rest into
a function of its own, so that the compiler sees every one. Folders are named after the packages.
"""

import pathlib
import re
import sys

BLOCK = re.compile(r"^```(swift|html|js|py)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"(?://|#|<!--) ([\w./-]+\.\w+)(?: -->)?\n")
# What a fragment may use, as the function's parameter.
PARAMETERS = {
    "configuration": "_ configuration: inout HTTPServerConfiguration",
    "manager": "_ manager: ServerManager",
}
# In place of swift-log and swift-metrics, which are not fetched here: what the guide uses of them.
STAND_INS = """
struct Logger {
    init(label: String) {}
    func info(_ text: String) {}
    func notice(_ text: String) {}
    func error(_ text: String) {}
}

struct Counter {
    init(label: String, dimensions: [(String, String)]) {}
    func increment() {}
}

enum Metrics {
    struct Timer {
        init(label: String, dimensions: [(String, String)]) {}
        func record(duration: Duration) {}
    }
}
"""


def read(text):
    """The files and the fragments of a guide."""
    files, fragments = {}, []
    for language, code in BLOCK.findall(text):
        name = NAME.match(code)
        if code.startswith("// swift-tools-version"):
            files["Package.swift"] = code
        elif name:
            files[name[1]] = code
        elif language == "swift":
            fragments.append(code)
    return files, fragments


def routes(fragments):
    return [code for code in fragments if re.search(r"\brouter\.", code)]


def functions(fragments, module):
    yield f"import {module}\n"
    for number, code in enumerate(fragments):
        used = [text for word, text in PARAMETERS.items() if re.search(rf"\b{word}\.", code)]
        if not used:
            sys.exit(f"guides: nothing says where this fragment goes:\n{code}")
        parameter = ", ".join(used)
        yield f"\nfunc fragment{number}({parameter}) async throws {{\n{code}}}\n"


def make(guide, root, folder):
    files, fragments = read(guide.read_text(encoding="utf-8"))
    package = re.search(r'Package\(\s*name: "(\w+)"', files["Package.swift"])[1]
    sources = f"Sources/{package}"
    files["Package.swift"] = files["Package.swift"].replace('path: "../LoopbackKit"', f'name: "LoopbackKit", path: "{root}"')
    inserted = "".join(re.sub(r"^(?=.)", "    ", code, flags=re.MULTILINE) for code in routes(fragments))
    if inserted:
        before, end, after = files[f"{sources}/Routes.swift"].partition("    return router\n")
        if not end:
            sys.exit("guides: Routes.swift has no line that returns its router")
        files[f"{sources}/Routes.swift"] = before + inserted + end + after
    for number, code in enumerate(code for code in fragments if code.startswith("#if ")):
        files[f"{sources}/Platform{number}.swift"] = code
    rest = [code for code in fragments if code not in routes(fragments) and not code.startswith("#if ")]
    files[f"{sources}/Fragments.swift"] = "".join(functions(rest, guide.parent.stem))
    for name, code in list(files.items()):
        if "\nimport Logging\n" in code:
            files[name] = re.sub(r"^import (Logging|Metrics)\n", "", code, flags=re.MULTILINE) + STAND_INS
    for name, code in files.items():
        path = folder / package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    print(f"guides: {package} has {len(files)} files, {len(fragments)} fragments among them")


def main():
    root, folder = map(pathlib.Path, sys.argv[1:])
    for guide in sorted((root / "Sources").glob("*/*.docc/GettingStarted.md")):
        make(guide, root, folder)


if __name__ == "__main__":
    main()
