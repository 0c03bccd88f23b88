#!/usr/bin/env python3
"""Keeps the rule that arrows between folders run one way (drawn in Docs/Architecture.md).

Folders of one module can see each other's types without an import, so the compiler does not keep this rule. This script
reads which folder declares each top-level type, function and value, and which other folders name it.

    dependency-rule.py              checks Sources; prints each arrow that is not allowed, and exits 1 when there is one
    dependency-rule.py --arrows     prints the arrows there are
    dependency-rule.py --self-test  shows that a forbidden arrow and a forbidden import are found
"""

import pathlib
import re
import sys
import tempfile

HTTP = "LoopbackKitHTTP/"
KIT = "LoopbackKit/"
HTTP_FOLDERS = (
    "Files", "Message", "Wire", "Semantics", "Routing", "Forms", "Multipart", "Events", "WebSocket", "Folders",
    "InMemory", "Libraries", "URL", "Transport", "TLS", "Server", "Client",
)
EVERYTHING_OF_HTTP = {HTTP + name for name in HTTP_FOLDERS}

# What answers requests sees values and byte streams, never a socket.
ANSWERS = {HTTP + name for name in ("Message", "Wire", "Semantics", "Routing", "URL")}

# Folder: the folders whose declarations it may name. A folder that is not here may not exist.
MAY_USE = {
    HTTP + "Files": set(),
    HTTP + "Message": {HTTP + "Files"},
    HTTP + "Wire": {HTTP + "Message"},
    HTTP + "Semantics": {HTTP + "Message"},
    HTTP + "Routing": {HTTP + "Message", HTTP + "Semantics"},
    HTTP + "Forms": {HTTP + "Message", HTTP + "Semantics"},
    HTTP + "Multipart": {HTTP + name for name in ("Message", "Wire", "Semantics", "Forms")},
    HTTP + "Events": {HTTP + "Message", HTTP + "Semantics"},
    HTTP + "WebSocket": {HTTP + "Message", HTTP + "Semantics"},
    HTTP + "Folders": {HTTP + name for name in ("Files", "Message", "Semantics", "Routing")},
    HTTP + "InMemory": {HTTP + "Message", HTTP + "Routing"},
    HTTP + "Libraries": set(),
    HTTP + "URL": {HTTP + "Message", HTTP + "Semantics", HTTP + "Libraries"},
    HTTP + "Transport": ANSWERS | {HTTP + "Files"},
    HTTP + "TLS": ANSWERS | {HTTP + "Libraries"},
    HTTP + "Server": ANSWERS | {HTTP + "Files", HTTP + "Transport", HTTP + "TLS"},
    HTTP + "Client": ANSWERS | {HTTP + "Transport", HTTP + "TLS"},
    KIT + "Scripts": set(),
    KIT + "Scopes": ANSWERS,
    KIT + "Assets": ANSWERS | {HTTP + "Folders"} | {KIT + name for name in ("Scopes", "Scripts", "Pages")},
    KIT + "Pages": ANSWERS | {KIT + "Scopes", KIT + "Proxy"},
    KIT + "Preparation": {HTTP + "Files", HTTP + "Semantics"} | {KIT + name for name in ("Scopes", "Scripts", "Pages")},
    KIT + "Media": ANSWERS | {HTTP + "Client", KIT + "Scopes"},
    KIT + "Proxy": ANSWERS
    | {HTTP + name for name in ("Files", "Libraries", "TLS", "Client", "WebSocket")}
    | {KIT + name for name in ("Scopes", "Scripts")},
    KIT + "Bridge": ANSWERS | {HTTP + "Client", KIT + "Scopes", KIT + "Scripts", KIT + "Media"},
    KIT + "SecureOrigin": EVERYTHING_OF_HTTP | {KIT + "Scopes"},
    KIT + "Inspector": ANSWERS | {HTTP + "Server", KIT + "Scopes"},
}
PARTS = {
    KIT + name
    for name in (
        "Scripts", "Scopes", "Assets", "Pages", "Preparation", "Media", "Proxy", "Bridge", "SecureOrigin", "Inspector"
    )
}
MAY_USE[KIT + "Server"] = EVERYTHING_OF_HTTP | PARTS
MAY_USE[KIT + "Recovery"] = MAY_USE[KIT + "Server"] | {KIT + "Server"}
EXAMPLES = EVERYTHING_OF_HTTP | PARTS | {KIT + "Server", KIT + "Recovery"}

# Imports that a folder's layer may not have: no Foundation below LoopbackKit, no system calls in pure code.
SYSTEM = {"Glibc", "Darwin", "Musl", "CLinux", "Dispatch"}
PURE = {HTTP + name for name in ("Wire", "Semantics", "Routing", "Forms", "Multipart")} | {
    KIT + "Pages", KIT + "Proxy", KIT + "Bridge", KIT + "Media"
}
CLOCKS = {"ContinuousClock", "SuspendingClock", "Date"}

COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:.*?)"""|#"(?:.*?)"#|"(?:\\.|[^"\\\n])*"', re.DOTALL)
DECLARATION = re.compile(
    r"^(?:@[\w.]+(?:\([^)]*\))?\s+)*(?:public |package |internal |final |indirect |nonisolated(?:\([a-z]+\))? )*"
    r"(?:struct|class|enum|protocol|actor|typealias|func|let|var)\s+(\w+)",
    re.MULTILINE,
)
IMPORT = re.compile(
    r"^ *(?:@[\w.]+(?:\([^)]*\))? +)*(?:(?:public|package|internal|private|fileprivate) +)?import +"
    r"(?:(?:struct|class|enum|protocol|func|let|var|typealias) +)?(\w+)",
    re.MULTILINE,
)
# A name that begins with a capital, or a call; what follows a dot is a member.
WORD = re.compile(r"(?:(?<![\w.])|(?<=\.\.\.)|(?<=\.\.<))(?:_?[A-Z]\w*|[a-z]\w*(?=\())")
# Members whose calls look like those of a function elsewhere.
MEMBER = re.compile(r"\b(?:func|case|let|var)\s+([a-z]\w*)")


class Source:
    """A source file: its folder, what it declares, names and imports."""

    def __init__(self, path, sources):
        parts = path.relative_to(sources).parts
        self.path = path
        self.folder = "Examples" if parts[0] == "Examples" else "/".join(parts[:2]) if len(parts) > 2 else parts[0]
        text = COMMENT_OR_STRING.sub('""', path.read_text(encoding="utf-8"))
        self.imports = set(IMPORT.findall(text))
        self.declares = set(DECLARATION.findall(text))
        self.words = set(WORD.findall(text)) - self.declares - set(MEMBER.findall(text))


def read(sources):
    return [Source(path, sources) for path in sorted(sources.rglob("*.swift"))]


def declarations(files):
    """The folder of each name that is declared in one folder alone; a name that stands in two is left out."""
    places = {}
    for file in files:
        if file.folder == "Examples":
            continue
        for name in file.declares:
            places.setdefault(name, set()).add(file.folder)
    return {name: next(iter(folders)) for name, folders in places.items() if len(folders) == 1}


def arrows(files):
    """Each (from, to, name, path) where a file names what another folder declares."""
    home = declarations(files)
    for file in files:
        for word in sorted(file.words):
            target = home.get(word)
            if target and target != file.folder:
                yield file.folder, target, word, file.path


def findings(sources):
    files = read(sources)
    for file in files:
        where = file.path.relative_to(sources)
        if file.folder not in MAY_USE and file.folder != "Examples":
            yield f"{where}: the folder {file.folder} has no place in the rule"
        if file.folder in PURE:
            for name in sorted((file.imports & SYSTEM) | (file.words & CLOCKS)):
                yield f"{where}: {file.folder} does no I/O and reads no clock, and names {name}"
        if file.folder.startswith(HTTP) and any(name.startswith("Foundation") for name in file.imports):
            yield f"{where}: LoopbackKitHTTP imports no Foundation"
        if file.folder.startswith(KIT) and any(
            name.startswith("Foundation") and name != "FoundationEssentials" for name in file.imports
        ):
            yield f"{where}: LoopbackKit imports FoundationEssentials at most"
    for start, end, name, path in arrows(files):
        allowed = EXAMPLES if start == "Examples" else MAY_USE.get(start, EXAMPLES)
        if end in MAY_USE and end not in allowed:
            yield f"{path.relative_to(sources)}: {start} may not use {end}, and names {name}"


def self_test():
    """A rule that finds nothing proves nothing: plant violations, and see each one found."""
    planted = {
        "LoopbackKitHTTP/Transport/Listener.swift": "package struct Listener {}\n",
        "LoopbackKitHTTP/Wire/Parser.swift": "package struct Parser {}\nlet socket: Listener? = nil\n",
        "LoopbackKitHTTP/Semantics/Clock.swift": "internal import Glibc\nlet now = ContinuousClock.now\n",
        "LoopbackKitHTTP/Server/Server.swift": "import Foundation\n// Parser and \"Listener\" may be named here.\n",
        "LoopbackKit/Assets/Reader.swift": "struct Reader { let listener: Listener }\n",
        "LoopbackKit/Utils/Bits.swift": "struct Bits {}\n",
    }
    expected = [
        "Wire may not use LoopbackKitHTTP/Transport",
        "Assets may not use LoopbackKitHTTP/Transport",
        "names Glibc",
        "names ContinuousClock",
        "imports no Foundation",
        "Utils has no place",
    ]
    with tempfile.TemporaryDirectory() as folder:
        sources = pathlib.Path(folder)
        for name, text in planted.items():
            path = sources / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        found = list(findings(sources))
    missed = [part for part in expected if not any(part in line for line in found)]
    if missed or len(found) != len(expected):
        print("self-test failed; not found:", missed, "\nfound:", *found, sep="\n")
        return 1
    print(f"dependency rule: each of {len(expected)} planted violations is found")
    return 0


def main(arguments):
    sources = pathlib.Path(__file__).resolve().parent.parent / "Sources"
    if arguments == ["--self-test"]:
        return self_test()
    if arguments == ["--arrows"]:
        for start, end in sorted({(start, end) for start, end, _, _ in arrows(read(sources))}):
            print(f"{start} -> {end}")
        return 0
    found = list(findings(sources))
    print(*found, sep="\n") if found else print("dependency rule: every arrow runs one way")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
