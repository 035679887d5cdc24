// Reads an export as a monitor reads a service: by addresses. Nothing in the folder is trusted.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Source, Unavailable } from '../../monitor/source.ts';

/** `files`: the file of each address, as the list of the export has it. A query is ignored, as static hosts do. */
export function folderSource(folder: string, files: ReadonlyMap<string, string>): Source {
  const bytes = async (address: string) => {
    const file = files.get(address.split('?')[0]!);
    return file === undefined ? null : readOrNull(path.join(folder, file));
  };
  const text = async (address: string) => {
    const content = await bytes(address);
    if (content === null) return null;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    } catch {
      throw new Unavailable(`${address} is not UTF-8 text.`);
    }
  };
  const json = async (address: string) => {
    const content = await text(address);
    try {
      return content === null ? null : JSON.parse(content);
    } catch {
      throw new Unavailable(`${address} is not JSON.`);
    }
  };
  return { url: folder, isSnapshot: true, bytes, text, json };
}

/** Null if there is no such file. */
export async function readOrNull(file: string): Promise<Uint8Array | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(error.code ?? '')) return null;
    throw error;
  });
}
