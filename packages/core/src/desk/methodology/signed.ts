// Loads stored frameworks and verifies them each time: the text must match its digest, and an enrolled officer's
// key must have signed that digest.

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

// Parsing is slow, so parsed frameworks are cached. The key is the hash of the text as it is stored now, so an
// edited row never hits the entry of the original text.
const loaded = new Map<string, Methodology>();
/** Signed by the key, by the digest of the framework and all texts that were checked. */
const verifiedSignOffs = new Map<string, SignOff>();

/** The framework with this digest if it was loaded before, so that what was found out about it need not be found out again. */
export function loadedMethodology(digest: string): Methodology | undefined {
  return loaded.get(digest);
}

/** The framework with this digest, signed or not, which is enough to replay packages computed with it. */
export async function methodologyByDigest(db: Queries | Writes, digest: string): Promise<StoredMethodology> {
  const row = await db
    .selectFrom('methodologies')
    .selectAll()
    .where('digest', '=', digest)
    .executeTakeFirst();
  if (row === undefined)
    throw new Refusal('not_found', `There is no imported framework with the digest ${digest}.`);
  return { digest, methodology: verified(row) };
}

/** By version, the text that no other has replaced. */
export async function importedDigest(db: Queries | Writes, versionOrDigest: string): Promise<string> {
  const row = await db
    .selectFrom('methodologies as m')
    .leftJoin('methodology_replacements as r', 'r.digest', 'm.digest')
    .select('m.digest')
    .where(({ eb, or, and }) =>
      or([
        eb('m.digest', '=', versionOrDigest),
        and([eb('m.version', '=', versionOrDigest), eb('r.digest', 'is', null)]),
      ]),
    )
    .executeTakeFirst();
  if (row) return row.digest;
  throw new Refusal(
    'not_found',
    `There is no imported framework "${versionOrDigest}". Run rf methodology list to see them.`,
  );
}

/** The framework with this digest if its sign-off verifies, which publishing requires; otherwise throws a refusal. */
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
  if (row === undefined)
    throw new Refusal('conflict', `${name} has not been signed by a chief risk officer yet.`);
  const signOff = await verifiedSignOff(methodology, row);
  if (signOff !== null) return { digest, methodology, signOff };
  throw new Refusal(
    'conflict',
    `The stored sign-off of ${name} does not verify against the enrolled key ${row.key_id}.`,
  );
}

/** The framework in effect on the UTC date of an instant; throws a refusal if there is none. */
export async function effectiveMethodology(db: Queries | Writes, asOf: number): Promise<SignedMethodology> {
  const effective = await findEffectiveMethodology(db, asOf);
  if (effective !== null) return effective;
  throw new Refusal(
    'conflict',
    `No framework is in effect on ${civilDate(asOf)}. Import, sign and activate one; see rf methodology --help.`,
  );
}

export async function findEffectiveMethodology(
  db: Queries | Writes,
  asOf: number,
): Promise<SignedMethodology | null> {
  const date = civilDate(asOf);
  const activations = await db
    .selectFrom('methodology_activations as a')
    .leftJoin('methodology_cancellations as c', 'c.digest', 'a.digest')
    .select('a.digest')
    .where('c.digest', 'is', null)
    .orderBy('a.activated_at')
    .orderBy('a.digest')
    .execute();
  let effective: SignedMethodology | null = null;
  for (const { digest } of activations) {
    // All are verified, and the date comes from the signed text: an edited column can neither activate nor hide one.
    const candidate = await requireSigned(db, digest);
    const from = effectiveFrom(candidate);
    if (from <= date && (effective === null || from >= effectiveFrom(effective))) effective = candidate;
  }
  return effective;
}

function effectiveFrom({ methodology }: SignedMethodology): string {
  return methodology.document.effective_from;
}

function verified(row: Database['methodologies']): Methodology {
  const edited = () =>
    new Refusal(
      'conflict',
      `The stored text of framework ${row.digest} was edited: it no longer matches its digest. Restore it from a backup.`,
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

/** A sign-off recorded before its key was retired stays valid. */
async function verifiedSignOff(methodology: Methodology, row: SignOffRow): Promise<SignOff | null> {
  if (row.holder !== row.staff_id) return null;
  if (row.retired_at !== null && row.recorded_at >= row.retired_at) return null;
  const { sign_off, public_key, key_id } = row;
  // The same texts verify the same, and nearly every act asks.
  const texts = JSON.stringify([row.digest, sign_off, public_key, key_id]);
  const known = verifiedSignOffs.get(texts);
  if (known !== undefined) return known;
  try {
    const signOff: SignOff = JSON.parse(sign_off);
    const key = await parseVerifierKey(public_key);
    if (key.id !== key_id) return null;
    if ((await checkSignOff(methodology.document, signOff, [key])) !== 'signed') return null;
    verifiedSignOffs.set(texts, signOff);
    return signOff;
  } catch {
    return null;
  }
}
