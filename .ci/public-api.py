#!/usr/bin/env python3
"""Checks the public interface in symbol graphs: public-api.py [--write] GRAPHS.

GRAPHS has a folder of graphs for each module. Every public declaration has a comment, every public type stands in a group
of its catalog's landing page, and Docs/PublicAPI.md lists them all as they are; --write writes that file.
"""

import json
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = ("LoopbackKitHTTP", "LoopbackKit")
LISTING = ROOT / "Docs" / "PublicAPI.md"
HEAD = """# Public API

Every public type of the two products with its members, by the folder that declares them; what is said of a member
stands in the documentation that `.ci/docs` builds. `.ci/docs --write` makes this page from the symbol graphs of a
build, and `.ci/docs` fails when it is out of date. Left out: what a conformance tells already, such as `==` and
`description`, and the mark `nonisolated(nonsending)` that every async function type has.
"""
TYPES = {"struct", "class", "enum", "protocol", "actor"}
# They follow from others that are told.
IMPLIED = {
    *("SendableMetatype", "Copyable", "Escapable", "Equatable", "BitwiseCopyable"),
    *("Sequence", "Collection", "BidirectionalCollection"),
}
# A conformance tells of these.
TOLD = {"==(_:_:)", "<(_:_:)", "hash(into:)", "description", "debugDescription", "customMirror"}


class Symbol:
    """A public declaration, and those inside of it."""

    def __init__(self, graph, module):
        self.module = module
        self.id = graph["identifier"]["precise"]
        self.path = graph["pathComponents"]
        self.kind = graph["kind"]["identifier"].removeprefix("swift.")
        self.comment = "\n".join(line["text"] for line in graph.get("docComment", {}).get("lines", []))
        location = graph.get("location")
        # What the compiler made has no place.
        self.place = location and location["uri"].split("/Sources/")[-1]
        self.line = location and location["position"]["line"]
        self.declaration = "".join(part["spelling"] for part in graph["declarationFragments"])
        self.conformances = []
        self.children = []

    @property
    def folder(self):
        return self.place.split("/")[1]

    @property
    def summary(self):
        return " ".join(self.comment.strip().split("\n\n")[0].split())

    @property
    def is_type(self):
        return self.kind in TYPES

    @property
    def interface(self):
        """The declaration in one line, a type's with what it conforms to."""
        text = " ".join(self.declaration.split()).replace("nonisolated(nonsending) ", "").replace(" : ", ": ")
        # Inside of a type its own name is clear.
        text = re.sub(rf"\b{self.path[0]}\.", "", text) if len(self.path) > 1 else text
        names = set(self.conformances)
        names -= IMPLIED - ({"Sequence"} if "RandomAccessCollection" not in names else set())
        return text + ": " * bool(names) + ", ".join(sorted(names)) if self.is_type else text


def load(graphs, module):
    """The symbols of a module in the order of the sources; those at the top have a path of one word."""
    symbols, relations = {}, []
    for path in sorted((graphs / module).glob("*.symbols.json")):
        graph = json.loads(path.read_text(encoding="utf-8"))
        relations += graph["relationships"]
        for entry in graph["symbols"]:
            symbol = Symbol(entry, module)
            if symbol.place is not None:
                symbols[symbol.id] = symbol
    names = {symbol.id: ".".join(symbol.path) for symbol in symbols.values()}
    for relation in relations:
        source, target = symbols.get(relation["source"]), relation["target"]
        if source is None:
            continue
        if relation["kind"] == "conformsTo":
            fallback = relation.get("targetFallback", target).split(".")[-1]
            source.conformances.append(names.get(target, fallback))
        elif relation["kind"] in ("memberOf", "requirementOf") and target in symbols:
            symbols[target].children.append(source)
    return sorted(symbols.values(), key=lambda symbol: (symbol.place, symbol.line))


def undocumented(symbols):
    for symbol in symbols:
        if not symbol.comment.strip():
            yield f"Sources/{symbol.place}:{symbol.line + 1}: {'.'.join(symbol.path)} has no comment"


def ungrouped(symbols, module):
    """What is at the top and in no group of the landing page."""
    page = ROOT / "Sources" / module / f"{module}.docc" / f"{module}.md"
    topics = page.read_text(encoding="utf-8").partition("\n## Topics\n")[2]
    grouped = set(re.findall(r"^- ``([^`]+)``$", topics, re.MULTILINE))
    for symbol in symbols:
        if len(symbol.path) == 1 and symbol.path[0] not in grouped:
            yield f"{page.relative_to(ROOT)}: {symbol.path[0]} is in no group"


def joined(lines):
    """Constants of one type, and cases without values, that follow each other, in one declaration."""
    result = []
    for line in lines:
        match = re.fullmatch(r"(static let |case )(\w+)((?:: [\w.]+)?)", line)
        last = result[-1] if result else None
        if match and isinstance(last, list) and last[0] == match[1] and last[1] == match[3]:
            last[2].append(match[2])
        else:
            result.append([match[1], match[3], [match[2]]] if match else line)
    for entry in result:
        yield entry if isinstance(entry, str) else entry[0] + ", ".join(entry[2]) + entry[1]


def wrapped(line, width=112):
    """A line that is too long, in several: cut behind commas, before arrows and before `where`."""
    while len(line) > width:
        cuts = [match.end() for match in re.finditer(r", |(?= -> | where )", line) if 8 < match.end() <= width]
        if not cuts:
            break
        yield line[: cuts[-1]].rstrip()
        line = "    " + line[cuts[-1] :].lstrip()
    yield line


def members(symbol, folder):
    """The lines of a type's members that a folder declares."""
    inside = [child for child in symbol.children if child.folder == folder and child.path[-1] not in TOLD]
    inside.sort(key=lambda child: (child.place != symbol.place, child.place, child.line))
    for line in joined([child.interface for child in inside if not child.is_type]):
        yield from wrapped(line)
    for child in (child for child in inside if child.is_type):
        yield f"/// {child.summary}"
        yield from wrapped(child.interface)
        yield from ("    " + line for line in members(child, folder))


def listing(module, symbols):
    tops = [symbol for symbol in symbols if len(symbol.path) == 1]
    yield f"\n## {module}\n"
    for folder in sorted({symbol.folder for symbol in symbols}):
        yield f"\n### {module}/{folder}\n"
        own = [top for top in tops if top.folder == folder]
        extended = [top for top in tops if top.folder != folder and list(members(top, folder))]
        for top in own + extended:
            lines = list(members(top, folder))
            head = top.interface if top.folder == folder else f"extension {top.path[0]}"
            if top.folder == folder:
                yield "\n" + textwrap.fill(f"`{top.path[0]}`: {top.summary}", 120, break_on_hyphens=False) + "\n"
            yield "\n".join(["\n```swift", *wrapped(head), *("    " + line for line in lines), "```\n"])


def main():
    write = "--write" in sys.argv[1:-1]
    graphs = pathlib.Path(sys.argv[-1])
    text, found, count = HEAD, [], 0
    for module in MODULES:
        symbols = load(graphs, module)
        count += len(symbols)
        found += [*undocumented(symbols), *ungrouped(symbols, module)]
        text += "".join(listing(module, symbols))
    if write:
        LISTING.write_text(text, encoding="utf-8")
    elif not LISTING.exists() or LISTING.read_text(encoding="utf-8") != text:
        found.append("Docs/PublicAPI.md is out of date: .ci/docs --write")
    print(*found, sep="\n") if found else print(f"public API: {count} declarations, each documented and listed")
    return 1 if found or not count else 0


if __name__ == "__main__":
    sys.exit(main())
