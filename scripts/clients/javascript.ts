// The package of the JavaScript client, as npm installs it: a compressed tar archive. The same sources give the same bytes.

import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PackedClient, PackedFile } from './packed.ts';

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
      bytes: gzipSync(tar(files), { level: 9 }),
    };
  } finally {
    rmSync(path.dirname(dist), { recursive: true, force: true });
  }
}

const BLOCK = 512;
/** The time that npm gives to all files: 26 October 1985. */
const MODIFIED = 499162500;

/** The ustar format, which has a header of 512 bytes before each file. */
function tar(files: readonly PackedFile[]): Buffer {
  const parts = files.flatMap(({ name, bytes }) => [
    header(`package/${name}`, bytes.length),
    bytes,
    Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name of ${name} is too long for the archive.`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  block.write(name, 0);
  block.write(octal(0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(MODIFIED, 12), 136);
  block.write('        0', 148);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
