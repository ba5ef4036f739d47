#!/usr/bin/env node
// Finds the binary of this platform and becomes it, as far as Node can. For people: `mastiff init` writes the path of the binary itself into
// hook lines, so that no hook starts Node.
"use strict";
const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");

const name = `@mastiff-gate/${process.platform}-${process.arch}`;
let binary;
try {
  binary = require.resolve(`${name}/bin/mastiff`);
} catch {
  console.error(`mastiff: the package ${name} is not installed.
It is an optional dependency: npm skips it with --omit=optional, and there is none for every platform.
  npm install -g mastiff-gate --include=optional`);
  process.exit(3);
}
const done = spawnSync(binary, process.argv.slice(2), { stdio: "inherit" });
if (done.error) {
  console.error(`mastiff: ${binary} cannot be started: ${done.error.message}`);
  process.exit(3);
}
process.exit(done.signal ? 128 + constants.signals[done.signal] : done.status);
