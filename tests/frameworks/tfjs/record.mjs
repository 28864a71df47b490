// Runs program.mjs and writes what it prints to tests/data/tfjs.json, with the versions named.
//
// The tests hold the book's page against that file, so they need no Node.js.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const run = spawnSync(process.execPath, [here("program.mjs")], { encoding: "utf8" });
if (run.status !== 0) throw new Error(`program.mjs failed:\n${run.stderr}`);

const { name, version } = JSON.parse(readFileSync(here("node_modules/@tensorflow/tfjs/package.json")));
const record = {
  about: "What tests/frameworks/tfjs/program.mjs prints; recorded by record.mjs beside it",
  package: name,
  version,
  node: process.version,
  program_sha256: createHash("sha256").update(readFileSync(here("program.mjs"))).digest("hex"),
  printed: run.stdout,
};
writeFileSync(here("../../data/tfjs.json"), `${JSON.stringify(record, null, 2)}\n`);
console.log(`${name} ${version}:\n${run.stdout}`);
