"""REPOSITORY TARGET: what the binary for a target is made of, as CycloneDX 1.5 JSON, from the lock file by way of `cargo metadata`.

Crates that are compiled into it, build scripts and procedural macros apart, with licence and digest. Times and serial numbers
are left out: the same commit gives the same bytes.
"""
import json
import re
import subprocess
import sys

repository, target = sys.argv[1:]
told = json.loads(subprocess.check_output(["cargo", "metadata", "--format-version=1", "--locked", "--filter-platform", target]))
packages = {package["id"]: package for package in told["packages"]}
nodes = {node["id"]: node for node in told["resolve"]["nodes"]}
with open("Cargo.lock") as f:
    blocks = f.read().split("[[package]]")[1:]
field = lambda block, name: (re.search(r'^%s = "(.*)"' % name, block, re.M) or [None, None])[1]
digests = {(field(b, "name"), field(b, "version")): field(b, "checksum") for b in blocks}


def needed(node):
    """What is compiled in: neither tests nor what only runs while building."""
    return sorted(dep["pkg"] for dep in node["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"]))


def purl(package):
    return "pkg:cargo/%s@%s" % (package["name"], package["version"])


root = next(package["id"] for package in told["packages"] if package["name"] == "mastiff")
found, waiting = set(), [root]
while waiting:
    one = waiting.pop()
    if one not in found:
        found.add(one)
        waiting += needed(nodes[one])


def component(package, kind):
    made = {"type": kind, "bom-ref": purl(package), "name": package["name"], "version": package["version"], "purl": purl(package)}
    if package.get("license"):
        made["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    digest = digests.get((package["name"], package["version"]))
    if digest:
        made["hashes"] = [{"alg": "SHA-256", "content": digest}]
    return made


chosen = sorted((packages[one] for one in found), key=purl)
print(json.dumps({
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    "version": 1,
    "metadata": {"component": {**component(packages[root], "application"),
                               "externalReferences": [{"type": "vcs", "url": repository}]}},
    "components": [component(package, "library") for package in chosen if package["id"] != root],
    "dependencies": [{"ref": purl(package), "dependsOn": sorted(purl(packages[d]) for d in needed(nodes[package["id"]]))}
                     for package in chosen],
}, indent=1))
