// A tar archive as npm installs it. The same files give the same bytes.

import { gzipSync } from 'node:zlib';
import type { PackedFile } from './packed.ts';

export function packedForNpm(files: readonly PackedFile[]): Buffer {
  return gzipSync(tar(files), { level: 9 });
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
