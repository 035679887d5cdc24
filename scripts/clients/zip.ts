// Writes a zip archive: every file compressed, dated 1 January 1980, and without anything that depends on the machine.

import { crc32, deflateRawSync } from 'node:zlib';
import type { PackedFile } from './packed.ts';

const VERSION = 20;
const DEFLATED = 8;
const UTF8_NAMES = 0x0800;
const FIRST_DAY = 0x0021;
const REGULAR_FILE = 0o100644 * 0x10000;

export function zip(files: readonly PackedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const compressed = deflateRawSync(bytes, { level: 9 });
    const common = commonFields(bytes, compressed.length, name);
    const local = Buffer.concat([word(0x04034b50), common, Buffer.from(name), compressed]);
    directory.push(
      Buffer.concat([
        word(0x02014b50),
        half(0x0300 + VERSION),
        common,
        // No comment, one disk, no internal attributes.
        Buffer.alloc(6),
        word(REGULAR_FILE),
        word(offset),
        Buffer.from(name),
      ]),
    );
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((total, entry) => total + entry.length, 0);
  const count = half(files.length);
  const end = Buffer.concat([
    word(0x06054b50),
    Buffer.alloc(4),
    count,
    count,
    word(size),
    word(offset),
    half(0),
  ]);
  return Buffer.concat([...parts, ...directory, end]);
}

/** What the header of a file and its entry in the directory have in common. */
function commonFields(bytes: Uint8Array, compressedSize: number, name: string): Buffer {
  return Buffer.concat([
    half(VERSION),
    half(UTF8_NAMES),
    half(DEFLATED),
    half(0),
    half(FIRST_DAY),
    word(crc32(bytes)),
    word(compressedSize),
    word(bytes.length),
    half(Buffer.byteLength(name)),
    half(0),
  ]);
}

function half(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
