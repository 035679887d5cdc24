// A framework as the store holds it. It is believed only after it has proved itself, each time it is loaded:
// its text must have the digest that names it, and an enrolled officer's key must have signed that digest.

import { createHash } from 'node:crypto';
import {
  canonicalJson,
  checkSignOff,
  frameworkVersion,
  type JsonValue,
  loadMethodology,
  type Methodology,
  parseVerifierKey,
  type SignOff,
} from '@rf-indicators/engine';
import { Refusal } from '../../context/refusal.ts';
import { civilDate } from '../../context/times.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';

export interface StoredMethodology {
  digest: string;
  methodology: Methodology;
}

export interface SignedMethodology extends StoredMethodology {
  signOff: SignOff;
}

// Loading is costly, and a text has one meaning. The key is the hash of the text as it is stored NOW, so that
// an edited row never finds what was remembered for the text before.
const loaded = new Map<string, Methodology>();

/** The framework with this digest, signed or not: enough to replay what was computed with it. */
export async function methodologyByDigest(db: Queries | Writes, digest: string): Promise<StoredMethodology> {
  const row = await db
    .selectFrom('methodologies')
    .selectAll()
    .where('digest', '=', digest)
    .executeTakeFirst();
  if (row === undefined)
    throw new Refusal('not_found', `No framework with the digest ${digest} is imported.`);
  return { digest, methodology: proven(row) };
}

export async function importedDigest(db: Queries | Writes, versionOrDigest: string): Promise<string> {
  const row = await db
    .selectFrom('methodologies')
    .select('digest')
    .where(({ eb, or }) => or([eb('digest', '=', versionOrDigest), eb('version', '=', versionOrDigest)]))
    .executeTakeFirst();
  if (row) return row.digest;
  throw new Refusal(
    'not_found',
    `No framework "${versionOrDigest}" is imported. rf methodology list shows them all.`,
  );
}

/** The framework with this digest, if it may stand behind a publication; otherwise a refusal that says why not. */
export async function requireSigned(db: Queries | Writes, digest: string): Promise<SignedMethodology> {
  const { methodology } = await methodologyByDigest(db, digest);
  const row = await db
    .selectFrom('methodology_sign_offs')
    .innerJoin('officer_keys', 'officer_keys.key_id', 'methodology_sign_offs.key_id')
    .selectAll('methodology_sign_offs')
    .select(['officer_keys.public_key', 'officer_keys.staff_id as holder', 'officer_keys.retired_at'])
    .where('methodology_sign_offs.digest', '=', digest)
    .executeTakeFirst();
  const name = `${frameworkVersion(methodology.document)} (${digest})`;
  if (row === undefined) throw new Refusal('conflict', `${name} is not signed by a chief risk officer.`);
  const signOff = await provenSignOff(methodology, row);
  if (signOff !== null) return { digest, methodology, signOff };
  throw new Refusal(
    'conflict',
    `The stored sign-off of ${name} does not verify against the enrolled key ${row.key_id}.`,
  );
}

/** The activated framework that stands on the UTC date of an instant; a refusal where there is none. */
export async function effectiveMethodology(db: Queries | Writes, asOf: number): Promise<SignedMethodology> {
  const effective = await findEffectiveMethodology(db, asOf);
  if (effective !== null) return effective;
  throw new Refusal(
    'conflict',
    `No framework is in effect on ${civilDate(asOf)}. Import, sign and activate one: rf methodology --help.`,
  );
}

export async function findEffectiveMethodology(
  db: Queries | Writes,
  asOf: number,
): Promise<SignedMethodology | null> {
  const date = civilDate(asOf);
  const activations = await db
    .selectFrom('methodology_activations')
    .select('digest')
    .orderBy('activated_at')
    .orderBy('digest')
    .execute();
  let effective: SignedMethodology | null = null;
  for (const { digest } of activations) {
    // All are proved, and the date is the signed one: an edited column can neither put one forward nor hide one.
    const candidate = await requireSigned(db, digest);
    const from = effectiveFrom(candidate);
    if (from <= date && (effective === null || from >= effectiveFrom(effective))) effective = candidate;
  }
  return effective;
}

function effectiveFrom({ methodology }: SignedMethodology): string {
  return methodology.document.effective_from;
}

function proven(row: Database['methodologies']): Methodology {
  const edited = () =>
    new Refusal(
      'conflict',
      `The stored text of framework ${row.digest} was edited: it is not what its digest says. Restore it from a backup.`,
    );
  // The stored text is canonical, so its hash is the framework's digest.
  if (createHash('sha256').update(row.document).digest('hex') !== row.digest) throw edited();
  const methodology = loaded.get(row.digest) ?? loadText(row.document);
  if (methodology === null) throw edited();
  loaded.set(row.digest, methodology);
  const { document } = methodology;
  if (row.version !== document.methodology_version) throw edited();
  if (row.framework_version !== frameworkVersion(document)) throw edited();
  if (row.effective_from !== document.effective_from) throw edited();
  return methodology;
}

function loadText(text: string): Methodology | null {
  try {
    const value: unknown = JSON.parse(text);
    return canonicalJson(value as JsonValue) === text ? loadMethodology(value) : null;
  } catch {
    return null;
  }
}

interface SignOffRow extends Readonly<Database['methodology_sign_offs']> {
  public_key: string;
  holder: string;
  retired_at: number | null;
}

/** A key that was retired later still stands for what was recorded while it was in force. */
async function provenSignOff(methodology: Methodology, row: SignOffRow): Promise<SignOff | null> {
  if (row.holder !== row.staff_id) return null;
  if (row.retired_at !== null && row.recorded_at >= row.retired_at) return null;
  try {
    const signOff: SignOff = JSON.parse(row.sign_off);
    const key = await parseVerifierKey(row.public_key);
    if (key.id !== row.key_id) return null;
    return (await checkSignOff(methodology.document, signOff, [key])) === 'signed' ? signOff : null;
  } catch {
    return null;
  }
}
