// Files of packages/web as they were built: compressed then, so that the server compresses nothing.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Body } from '../rendering/body.ts';

const FOLDER = new URL('./dist/', import.meta.resolve('@rf-indicators/web/package.json'));
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  bcmap: 'application/octet-stream',
  pfb: 'application/octet-stream',
  ttf: 'font/ttf',
};

/** A name without a path, so that nobody leaves the folder. */
export const FILE_NAME = /^[\w-]+(\.[\w-]+)*\.(m?js|css|svg|bcmap|pfb|ttf)$/;
/** What pdf.js loads while it runs is in a folder of its version. */
export const PDFJS_FOLDER = /^pdfjs-[\d.]+$/;

/** Reads each file once. Gives null if the build has no such file. */
export function builtFiles(lastModified: number): (name: string) => Promise<Body | null> {
  const files = new Map<string, Promise<Body | null>>();
  return (name) => {
    const known = files.get(name) ?? readBuilt(new URL(name, FOLDER), lastModified);
    files.set(name, known);
    return known;
  };
}

async function readBuilt(file: URL, lastModified: number): Promise<Body | null> {
  try {
    const [identity, gzip, brotli] = await Promise.all(
      ['', '.gz', '.br'].map((suffix) => readFile(new URL(file.href + suffix))),
    );
    return {
      mediaType: MEDIA_TYPES[file.pathname.split('.').at(-1)!]!,
      identity: [identity!],
      compressions: ['br', 'gzip'],
      compressed: { gzip: [gzip!], br: [brotli!] },
      tag: createHash('sha256').update(identity!).digest('base64url').slice(0, 22),
      isWeak: false,
      lastModified,
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The names of all files in a folder of the build that are served; none if it was not built. */
export async function builtNames(folder: string): Promise<string[]> {
  try {
    const names = await readdir(new URL(folder, FOLDER));
    return names.filter((name) => FILE_NAME.test(name)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The text of a file that is put into others; null if the build has no such file. */
export async function builtText(name: string): Promise<string | null> {
  try {
    return await readFile(new URL(name, FOLDER), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
