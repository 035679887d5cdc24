// The package of rf for customers: one file without dependencies, as npm installs it.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PackedClient } from './packed.ts';
import { packedForNpm } from './tar.ts';

export function packCommandLine(repository: string): PackedClient {
  const { version, license } = JSON.parse(
    readFileSync(path.join(repository, 'packages/sdk/package.json'), 'utf8'),
  );
  const name = '@rf-indicators/cli';
  const manifest = {
    name,
    version,
    description:
      'rf for customers: read risk indicators, and manage keys, webhooks and members of your workspace.',
    license,
    type: 'module',
    bin: { rf: 'rf.mjs' },
    engines: { node: '>=22.1' },
  };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-cli-'));
  const bundled = path.join(folder, 'rf.mjs');
  try {
    execFileSync(
      process.execPath,
      [path.join(repository, 'packages/sdk/scripts/bundle-command-line.ts'), bundled],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    const text = (value: string) => Buffer.from(value, 'utf8');
    return {
      file: `rf-indicators-cli-${version}.tgz`,
      language: 'Command line',
      name,
      version,
      bytes: packedForNpm([
        { name: 'package.json', bytes: text(`${JSON.stringify(manifest, null, 2)}\n`) },
        {
          name: 'README.md',
          bytes: readFileSync(path.join(repository, 'packages/server/src/cli/customer/README.md')),
        },
        { name: 'LICENSE', bytes: readFileSync(path.join(repository, 'LICENSE')) },
        { name: 'rf.mjs', bytes: readFileSync(bundled) },
      ]),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
