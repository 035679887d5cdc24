// The package of the JavaScript client, as npm installs it: a compressed tar archive. The same sources give the same bytes.

import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PackedClient, PackedFile } from './packed.ts';
import { packedForNpm } from './tar.ts';

export function packJavaScript(repository: string): PackedClient {
  const folder = path.join(repository, 'packages/sdk');
  const read = (file: string) => readFileSync(path.join(folder, file));
  const manifest = JSON.parse(read('package.json').toString('utf8'));
  const dist = path.join(mkdtempSync(path.join(os.tmpdir(), 'rf-sdk-')), 'dist');
  try {
    execFileSync(process.execPath, [path.join(folder, 'scripts/build.ts'), dist], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const built = globSync('**', { cwd: dist, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)))
      .sort();
    const files: PackedFile[] = [
      ...['package.json', 'README.md', 'prompts/package.json', 'verify/package.json'].map((name) => ({
        name,
        bytes: read(name),
      })),
      ...built.map((name) => ({ name: `dist/${name}`, bytes: readFileSync(path.join(dist, name)) })),
    ];
    const { name, version } = manifest;
    return {
      file: `${name.replace('@', '').replace('/', '-')}-${version}.tgz`,
      language: 'JavaScript and TypeScript',
      name,
      version,
      bytes: packedForNpm(files),
    };
  } finally {
    rmSync(path.dirname(dist), { recursive: true, force: true });
  }
}
