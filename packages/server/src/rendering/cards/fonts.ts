// The fonts of cards: those of the pages, in files that a renderer reads. It reads neither WOFF nor variable fonts, so each weight is
// a file of its own.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type FontMetrics, fontMetrics, unpackWoff } from './sfnt.ts';

export const WEIGHTS = [400, 500, 600] as const;
export type Weight = (typeof WEIGHTS)[number];

/** As the files call themselves: each weight is a family of its own. */
export const FAMILIES: Readonly<Record<Weight, string>> = {
  400: 'Inter',
  500: 'Inter Medium',
  600: 'Inter SemiBold',
};

export interface CardFonts {
  /** Where the unpacked fonts are. */
  files: readonly string[];
  /** In pixels. */
  width(text: string, weight: Weight, size: number): number;
  /** Whether the fonts have every character of the text. */
  covers(text: string, weight: Weight): boolean;
  /** Removes the files. */
  close(): void;
}

/** Names can have any letters, and are set in 600; everything else is written by us, in English. */
const SUBSETS: readonly string[] = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
];
const MONO = '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff';

export function loadCardFonts(): CardFonts {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-fonts-'));
  const files: string[] = [];
  const load = (file: string): FontMetrics => {
    const font = unpackWoff(readFileSync(new URL(import.meta.resolve(file))));
    const to = path.join(folder, `${path.basename(file, '.woff')}.ttf`);
    writeFileSync(to, font);
    files.push(to);
    return fontMetrics(font);
  };
  const inter = (subset: string, weight: Weight) =>
    load(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`);
  const fonts: Readonly<Record<Weight, readonly FontMetrics[]>> = {
    400: [inter('latin', 400)],
    500: [inter('latin', 500)],
    600: SUBSETS.map((subset) => inter(subset, 600)),
  };
  load(MONO);
  const fontOf = (character: string, weight: Weight) =>
    fonts[weight].find((font) => font.has(character.codePointAt(0)!));
  return {
    files,
    width: (text, weight, size) =>
      [...text].reduce(
        (sum, character) => sum + (fontOf(character, weight)?.advance(character.codePointAt(0)!) ?? 1) * size,
        0,
      ),
    covers: (text, weight) => [...text].every((character) => fontOf(character, weight) !== undefined),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
