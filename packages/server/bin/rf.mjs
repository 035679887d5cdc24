#!/usr/bin/env node
// Starts rf on a Node that runs TypeScript as it is. `npm ci` brings one along; a shell that finds an older
// Node first is handed over to it, so that `npx rf` works whatever the machine has.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';

const [major] = process.versions.node.split('.').map(Number);
const entry = new URL('../src/main.ts', import.meta.url);

if (major >= 24) {
  // By its place and not by name: an older Node has none, and must get as far as saying so.
  module.enableCompileCache?.();
  await import(entry.href);
} else {
  const bundled = bundledNode();
  if (bundled === null) {
    process.stderr.write(`rf needs Node 24 or later, and this is ${process.version}. Run npm ci first.\n`);
    process.exit(2);
  }
  const { status, signal } = spawnSync(bundled, [process.argv[1], ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  if (signal) process.kill(process.pid, signal);
  process.exit(status ?? 70);
}

function bundledNode() {
  const require = createRequire(import.meta.url);
  for (const name of [`node-${process.platform}-${process.arch}`]) {
    try {
      const path = require.resolve(`${name}/bin/node`);
      if (existsSync(path)) return path;
    } catch {
      // Not installed for this platform.
    }
  }
  return null;
}
