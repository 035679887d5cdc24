// Changes copies of an export, also as somebody could who has the signing key of the service.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { canonicalJson, type JsonValue, type Signer, signObject } from '@rf-indicators/engine';
import { cases } from '../../../../../test/support/counts.ts';
import { type Lifetime, temporaryFolder, wholeFile } from '../../../../../test/support/lifetime.ts';
import {
  type ExportDescription,
  type ListedFile,
  listText,
  sha256,
} from '../../../src/cli/export/listing.ts';
import { readList, readSigned, type SmallExport, smallExport } from './small-export.ts';

export interface SharedExport {
  small: SmallExport;
  folder: string;
  /** With the signing key of the service. */
  signer: Signer;
  copy(t: Lifetime): string;
}

/** Without the site, there are 70 files to check instead of 300. */
const OPTION = cases('--no-site', '--no-kept-files');

/** One for all tests of a file that do not change the store. Those that change the export take a copy. */
export async function sharedExport(): Promise<SharedExport> {
  const small = await smallExport(wholeFile);
  const folder = small.folder();
  await small.writeDumps();
  await small.export(folder, OPTION);
  return {
    ...{ small, folder },
    signer: await currentSigner(small.world.store.db, small.world.masterKey),
    copy: (t) => {
      const copy = path.join(temporaryFolder(t), 'copy');
      cpSync(folder, copy, { recursive: true });
      return copy;
    },
  };
}

export const statementsOf = (folder: string) => readdirSync(path.join(folder, 'api/public/verify')).sort();

export function change(
  folder: string,
  file: string,
  edit: (text: string) => string,
  encoding: 'utf8' | 'latin1' = 'utf8',
): void {
  const place = path.join(folder, file);
  const text = readFileSync(place, encoding);
  const changed = edit(text);
  assert.notEqual(changed, text, `${file} was not changed`);
  writeFileSync(place, changed, encoding);
}

export function changeJson<T>(folder: string, file: string, edit: (content: T) => void): void {
  change(folder, file, (text) => {
    const content = JSON.parse(text);
    edit(content);
    return JSON.stringify(content);
  });
}

export interface ListChanges {
  files?: (files: ListedFile[]) => ListedFile[];
  description?: Partial<ExportDescription>;
}

/** Makes the list fit the files again, and signs it, as somebody with a signing key could. */
export async function listAgain(
  folder: string,
  signer: Signer | null,
  { files: edit = (files) => files, description: changes = {} }: ListChanges = {},
): Promise<void> {
  const files = edit(readList(folder)).map((listed) => {
    const content = readFileSync(path.join(folder, listed.file));
    return { ...listed, bytes: content.length, sha256: sha256(content) };
  });
  const text = listText(files);
  const { description, signature: old } = readSigned(folder);
  const next = { ...description, ...changes, files: { count: files.length, sha256: sha256(text) } };
  const signature = signer === null ? old : await signObject(next, signer);
  writeFileSync(path.join(folder, 'rf-files.jsonl'), text);
  const signed = { description: next, signature } as unknown as JsonValue;
  writeFileSync(path.join(folder, 'rf-export.json'), `${canonicalJson(signed)}\n`);
}

/** Writes a file, and returns its line for the list; `listAgain` completes it. */
export function newFile(
  folder: string,
  { file, address, type = 'application/json', content = '{}' }: NewFile,
): ListedFile {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
  const headers = readSigned(folder).description.headers.findIndex((each) =>
    each['content-type']!.startsWith(type),
  );
  assert.notEqual(headers, -1, `no file has the type ${type}`);
  return { file, path: address, bytes: 0, sha256: '', headers };
}

export interface NewFile {
  file: string;
  address: string | null;
  type?: string;
  content?: string;
}

/** Removes files from the folder. Returns the list without them. */
export function without(
  folder: string,
  files: readonly ListedFile[],
  isRemoved: (file: ListedFile) => boolean,
): ListedFile[] {
  for (const listed of files) if (isRemoved(listed)) rmSync(path.join(folder, listed.file));
  return files.filter((listed) => !isRemoved(listed));
}
