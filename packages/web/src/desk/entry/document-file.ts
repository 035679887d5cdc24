// Hashes a document in the browser and stores it. The service answers with its own digest of the same bytes.

import { callAct } from '../../api/acts.ts';
import type { EntryDocument } from './draft.ts';

export const LARGEST_MB = 10;

const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  html: 'text/html',
  htm: 'text/html',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};

/** A document that cannot be stored, with what to do. */
export class DocumentProblem extends Error {}

export async function readDocument(file: File): Promise<{ document: EntryDocument; bytes: Uint8Array }> {
  if (file.size === 0) throw new DocumentProblem(`${file.name} is empty. Choose another file.`);
  if (file.size > LARGEST_MB * 1024 * 1024)
    throw new DocumentProblem(`${file.name} is larger than ${LARGEST_MB} MB. Store a smaller copy of it.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sha256 = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  const ending = file.name.split('.').at(-1)!.toLowerCase();
  const given = file.type.split(';')[0]!.trim().toLowerCase();
  const media_type = given || TYPES[ending] || 'application/octet-stream';
  return { document: { sha256, name: file.name, media_type, size: file.size }, bytes };
}

export async function storeDocument({ sha256, media_type }: EntryDocument, bytes: Uint8Array): Promise<void> {
  const stored = await callAct('evidence.store_document', { media_type, base64: base64(bytes) });
  if (stored.sha256 !== sha256)
    throw new DocumentProblem('The document changed on its way to the service. Choose it again.');
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const PORTION = 0x8000;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PORTION)
    text += String.fromCharCode(...bytes.subarray(at, at + PORTION));
  return btoa(text);
}
