// Reads the parts of a ZIP archive within limits. The sizes that the archive declares are added up before anything is
// inflated, and no part is inflated beyond the size that it declares.

import { crc32, inflateRawSync } from 'node:zlib';
import { fileRefusal, MOST_INFLATED_BYTES } from './limits.ts';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const PART_SIGNATURE = 0x04034b50;
const [END_LENGTH, ENTRY_LENGTH, PART_LENGTH] = [22, 46, 30];
const LONGEST_COMMENT = 65_535;
const IS_ENCRYPTED = 1;
const NAMES_ARE_UTF8 = 1 << 11;
const [STORED, DEFLATED] = [0, 8];

interface Entry {
  name: string;
  method: number;
  packed: number;
  size: number;
  offset: number;
}

/** Only the parts whose names are wanted; all parts count against the limit. */
export function unzip(file: Buffer, isWanted: (name: string) => boolean): Map<string, Buffer> {
  const entries = directoryOf(file);
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (size > MOST_INFLATED_BYTES)
    throw fileRefusal(
      'The workbook is larger than 100 MiB when it is unpacked. Remove sheets that are not needed.',
    );
  const parts = new Map<string, Buffer>();
  for (const entry of entries.filter(({ name }) => isWanted(name))) {
    if (parts.has(entry.name)) throw damaged();
    parts.set(entry.name, contentOf(file, entry));
  }
  return parts;
}

/** An archive without compression. */
export function zipStored(parts: ReadonlyMap<string, Buffer>): Buffer {
  const contents: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
    const encoded = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(NAMES_ARE_UTF8, 2);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(content.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(encoded.length, 22);
    const entry = Buffer.alloc(ENTRY_LENGTH);
    entry.writeUInt32LE(ENTRY_SIGNATURE, 0);
    entry.writeUInt16LE(20, 4);
    shared.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    const start = Buffer.alloc(4);
    start.writeUInt32LE(PART_SIGNATURE, 0);
    contents.push(start, shared, encoded, content);
    directory.push(entry, encoded);
    offset += PART_LENGTH + encoded.length + content.length;
  }
  const end = Buffer.alloc(END_LENGTH);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...contents, ...directory, end]);
}

function directoryOf(file: Buffer): Entry[] {
  const earliest = Math.max(0, file.length - END_LENGTH - LONGEST_COMMENT);
  let end = file.length - END_LENGTH;
  while (end >= earliest && file.readUInt32LE(end) !== END_SIGNATURE) end -= 1;
  if (end < earliest) throw damaged();
  const entries: Entry[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let count = file.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (at + ENTRY_LENGTH > end || file.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damaged();
    if (file.readUInt16LE(at + 8) & IS_ENCRYPTED)
      throw fileRefusal('The workbook is encrypted. Save it without a password and upload it again.');
    const nameEnd = at + ENTRY_LENGTH + file.readUInt16LE(at + 28);
    entries.push({
      name: file.toString('utf8', at + ENTRY_LENGTH, nameEnd),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    });
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

function contentOf(file: Buffer, { method, packed, size, offset }: Entry): Buffer {
  if (offset + PART_LENGTH > file.length || file.readUInt32LE(offset) !== PART_SIGNATURE) throw damaged();
  const start = offset + PART_LENGTH + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
  if (start + packed > file.length) throw damaged();
  const content = inflate(file.subarray(start, start + packed), method, size);
  if (content.length !== size) throw damaged();
  return content;
}

function inflate(packed: Buffer, method: number, size: number): Buffer {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw damaged();
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw damaged();
  }
}

export function damaged() {
  return fileRefusal(
    'The workbook cannot be read: it is damaged, or it is not an XLSX file. Open it in a spreadsheet program, save it as XLSX, and upload it again.',
  );
}
