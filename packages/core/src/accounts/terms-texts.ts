// The texts of the terms. A text never changes: a new version is a new file, and each acceptance records the digest of
// the accepted text.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TermsKind } from '../store/schema.ts';

const CURRENT_VERSIONS: Readonly<Record<TermsKind, string>> = { api: '1.0', agent: '1.0' };
export const TERMS_KINDS = Object.keys(CURRENT_VERSIONS) as TermsKind[];

export interface Terms {
  kind: TermsKind;
  version: string;
  /** SHA-256 of the file's bytes. */
  digest: string;
  text: string;
}

const texts = new Map<TermsKind, Terms>();

export function currentTerms(kind: TermsKind): Terms {
  const read = texts.get(kind) ?? readTerms(kind);
  texts.set(kind, read);
  return read;
}

function readTerms(kind: TermsKind): Terms {
  const version = CURRENT_VERSIONS[kind];
  const bytes = readFileSync(new URL(`../../terms/${kind}-${version}.md`, import.meta.url));
  const digest = createHash('sha256').update(bytes).digest('hex');
  return { kind, version, digest, text: bytes.toString('utf8') };
}
