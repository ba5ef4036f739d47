"""VERSION REPOSITORY: the package.json of npm's main package. No script runs at installation: npm picks the platform's package."""
import json
import sys

version, repository = sys.argv[1:]
platforms = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]
print(json.dumps({
    "name": "mastiff-gate",
    "version": version,
    "description": "A guard dog for AI coding agents: reads what a tool call would really do, and answers allow, ask or deny",
    "license": "MIT OR Apache-2.0",
    "repository": {"type": "git", "url": "git+%s.git" % repository},
    "keywords": ["agent", "hook", "permission", "shell", "security"],
    "bin": {"mastiff": "bin/mastiff.js"},
    "files": ["bin/mastiff.js"],
    "engines": {"node": ">=16"},
    "optionalDependencies": {"@mastiff-gate/" + platform: version for platform in platforms},
}, indent=2))
