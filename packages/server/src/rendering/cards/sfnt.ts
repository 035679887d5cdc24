// Reads fonts: unpacks WOFF into the form that renderers read, and says which characters a font has and how wide they are.

import { inflateSync } from 'node:zlib';

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/** A TrueType or OpenType font, from a WOFF 1.0 file: the same tables, which WOFF compresses one by one. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is not a WOFF file.');
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * count);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let at = 0; at < count; at += 1) {
    const entry = WOFF_HEADER + WOFF_ENTRY * at;
    const [start, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const stored = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(stored, { maxOutputLength: length }) : stored;
    const own = SFNT_HEADER + SFNT_ENTRY * at;
    // Tag and checksum.
    woff.copy(directory, own, entry, entry + 4);
    woff.copy(directory, own + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(offset, own + 8);
    directory.writeUInt32BE(length, own + 12);
    const padding = (4 - (length % 4)) % 4;
    parts.push(table, Buffer.alloc(padding));
    offset += length + padding;
  }
  return Buffer.concat(parts);
}

export interface FontMetrics {
  has(codePoint: number): boolean;
  /** In parts of the size of the type; 0 if the font lacks the character. */
  advance(codePoint: number): number;
}

export function fontMetrics(font: Buffer): FontMetrics {
  const tables = tablesOf(font);
  const unitsPerEm = tables.get('head')!.readUInt16BE(18);
  const widths = tables.get('hmtx')!;
  const lastWidth = tables.get('hhea')!.readUInt16BE(34) - 1;
  const glyphs = glyphsOf(tables.get('cmap')!);
  return {
    has: (codePoint) => glyphs.has(codePoint),
    advance: (codePoint) => {
      const glyph = glyphs.get(codePoint);
      return glyph === undefined ? 0 : widths.readUInt16BE(4 * Math.min(glyph, lastWidth)) / unitsPerEm;
    },
  };
}

function tablesOf(font: Buffer): Map<string, Buffer> {
  const count = font.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, at) => {
      const entry = SFNT_HEADER + SFNT_ENTRY * at;
      const start = font.readUInt32BE(entry + 8);
      return [
        font.toString('latin1', entry, entry + 4),
        font.subarray(start, start + font.readUInt32BE(entry + 12)),
      ];
    }),
  );
}

/** Glyphs by code point, from the segments of format 4: these fonts have no characters beyond U+FFFF. */
function glyphsOf(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let at = 0; at < cmap.readUInt16BE(2); at += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * at + 4));
    if (table.readUInt16BE(0) === 4) readSegments(table, glyphs);
  }
  return glyphs;
}

function readSegments(table: Buffer, glyphs: Map<number, number>): void {
  const twice = table.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + twice, 16 + 2 * twice, 16 + 3 * twice] as const;
  for (let at = 0; at < twice; at += 2) {
    const [start, end] = [table.readUInt16BE(starts + at), table.readUInt16BE(ends + at)];
    const [delta, offset] = [table.readUInt16BE(deltas + at), table.readUInt16BE(offsets + at)];
    for (let code = start; code <= end && code !== 0xffff; code += 1) {
      const listed = offset === 0 ? code : table.readUInt16BE(offsets + at + offset + 2 * (code - start));
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}
