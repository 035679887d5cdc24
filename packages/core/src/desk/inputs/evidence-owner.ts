// What evidence belongs to: one provider, or a group such as a market rate. A value of another provider may cite it only with a
// reason. All evidence from one document belongs to the same.

import { createHash } from 'node:crypto';
import type { RefusalDetail } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import type { EntryChecksDocument } from '../facts/plausibility/document.ts';
import { placeOf } from '../import/rows.ts';
import { namedProviders } from '../providers/names.ts';
import type { OwnerColumns } from './evidence.ts';
import type { InputRow } from './input-rows.ts';

/** The group of evidence for a reference rate, which is about no provider. */
const MARKET_RATE = 'market rate';
/** Evidence from before its owner was recorded, if several providers cite it. */
const SEVERAL_PROVIDERS = 'several providers';

export interface Owner {
  /** By id. Several only if each of them was recorded with the same document. */
  providers: ReadonlySet<string>;
  group: string | null;
}

interface Citation {
  id: string;
  sha256: string | null;
  provider_id: string | null;
  shared_as: string | null;
}

/** By the key of the evidence: the SHA-256 of its document, or its id if it has none. */
export async function ownersOf(
  db: Queries | Writes,
  { ids, hashes }: { ids: readonly string[]; hashes: readonly string[] },
): Promise<Map<string, Owner>> {
  const found = new Map<string, Citation>();
  const columns = ['id', 'sha256', 'provider_id', 'shared_as'] as const;
  const citations = () => db.selectFrom('evidence').select(columns);
  for (const portion of inPortions(ids))
    for (const row of await citations().where('id', 'in', portion).execute()) found.set(row.id, row);
  const ofIds = [...found.values()].flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]));
  for (const portion of inPortions([...new Set([...hashes, ...ofIds])]))
    for (const row of await citations().where('sha256', 'in', portion).execute()) found.set(row.id, row);
  const older = [...found.values()].filter((one) => one.provider_id === null && one.shared_as === null);
  const cited = await citedBy(
    db,
    older.map(({ id }) => id),
  );
  const owners = new Map<string, { providers: Set<string>; group: string | null }>();
  for (const { id, sha256, provider_id, shared_as } of found.values()) {
    const key = sha256 ?? id;
    const owner = owners.get(key) ?? { providers: new Set<string>(), group: null };
    owners.set(key, owner);
    const known = cited.get(id);
    if (provider_id !== null) owner.providers.add(provider_id);
    for (const one of known?.providers ?? []) owner.providers.add(one);
    owner.group ??= shared_as ?? known?.group ?? null;
  }
  return owners;
}

/** Of evidence without an owner on record: what its proposals are about. */
async function citedBy(db: Queries | Writes, evidenceIds: readonly string[]): Promise<Map<string, Owner>> {
  const owners = new Map<string, { providers: Set<string>; group: string | null }>();
  for (const portion of inPortions(evidenceIds)) {
    const rows = await db
      .selectFrom('proposals')
      .select(['evidence_id', 'provider_id'])
      .distinct()
      .where('evidence_id', 'in', portion)
      .execute();
    for (const { evidence_id, provider_id } of rows) {
      const owner = owners.get(evidence_id) ?? { providers: new Set<string>(), group: null };
      owners.set(evidence_id, owner);
      if (provider_id === null) owner.group = MARKET_RATE;
      else owner.providers.add(provider_id);
    }
  }
  for (const owner of owners.values()) if (owner.providers.size > 1) owner.group ??= SEVERAL_PROVIDERS;
  return owners;
}

/**
 * Finds what the evidence of each row belongs to: by row, the columns of new evidence. A row that cites evidence of another
 * provider without a reason is a problem.
 */
export async function ownEvidence(
  db: Queries | Writes,
  { groups }: EntryChecksDocument,
  rows: readonly InputRow[],
  problems: RefusalDetail[],
): Promise<Map<InputRow, OwnerColumns>> {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  const known = await ownersOf(db, {
    ids: rows.flatMap(({ evidence }) => ('id' in evidence ? [evidence.id] : [])),
    hashes: keyed.flatMap(({ key, row }) => ('id' in row.evidence || !isHash(key) ? [] : [key])),
  });
  const owners = new Map<string, { provider: string | null; group: string | null }>();
  const columns = new Map<InputRow, OwnerColumns>();
  const others: { row: InputRow; provider: string }[] = [];
  // A rate is about no provider, so whoever shares its evidence shares a market rate.
  for (const { row, key } of [...keyed.filter(isRate), ...keyed.filter((one) => !isRate(one))]) {
    const stored = known.get(key);
    const provider = row.provider?.id ?? null;
    const stated = 'id' in row.evidence ? null : (row.evidence.group ?? null);
    const [first = null] = stored?.providers ?? [];
    const own =
      owners.get(key) ??
      (stored !== undefined && (stored.group !== null || first !== null)
        ? { provider: stored.providers.has(provider ?? '') ? provider : first, group: stored.group }
        : { provider, group: stated ?? (provider === null ? MARKET_RATE : null) });
    owners.set(key, own);
    const group = own.group;
    columns.set(row, { provider_id: group === null ? own.provider : null, shared_as: group });
    const isOwn =
      group !== null || own.provider === provider || stored?.providers.has(provider ?? '') === true;
    if (!isOwn && row.shared_reason === null) others.push({ row, provider: own.provider! });
  }
  const names = await namedProviders(
    db,
    others.map(({ provider }) => provider),
  );
  for (const { row, provider } of others) {
    const message =
      `belongs to ${names.get(provider)?.name}. Say why it supports this value; new evidence that ` +
      `several providers share names its group: ${groups.join(', ')}`;
    problems.push({ place: placeOf(row.place, 'shared_reason'), code: 'other_provider', message });
  }
  return columns;
}

function isRate({ row }: { row: InputRow }): boolean {
  return row.provider === null;
}

function isHash(key: string): boolean {
  return /^[0-9a-f]{64}$/.test(key);
}

/** Equal texts without a stored copy are one piece of evidence. */
function keyOf({ evidence }: InputRow): string {
  if ('id' in evidence) return evidence.stored_as ?? evidence.id;
  const { document, sha256 } = evidence;
  if (document) return hashOf(document.bytes);
  return sha256 ?? JSON.stringify(evidence);
}

/** A document that many rows share is hashed once. */
const hashes = new WeakMap<Uint8Array, string>();

function hashOf(bytes: Uint8Array): string {
  const known = hashes.get(bytes) ?? createHash('sha256').update(bytes).digest('hex');
  hashes.set(bytes, known);
  return known;
}

/** What evidence belongs to, as people see it. */
export interface BelongsTo {
  providers: { slug: string; name: string }[];
  group: string | null;
}

export const NOBODY: BelongsTo = { providers: [], group: null };

/** By id of the evidence. */
export async function belongings(
  db: Queries | Writes,
  evidenceIds: readonly string[],
): Promise<Map<string, BelongsTo>> {
  const ids = [...new Set(evidenceIds)];
  const owners = await ownersOf(db, { ids, hashes: [] });
  const keys = new Map<string, string>();
  for (const portion of inPortions(ids)) {
    const rows = await db
      .selectFrom('evidence')
      .select(['id', 'sha256'])
      .where('id', 'in', portion)
      .execute();
    for (const { id, sha256 } of rows) keys.set(id, sha256 ?? id);
  }
  const providers = await namedProviders(
    db,
    [...owners.values()].flatMap((owner) => [...owner.providers]),
  );
  return new Map(
    [...keys].map(([id, key]) => {
      const owner = owners.get(key);
      if (owner === undefined) return [id, NOBODY];
      const named = [...owner.providers].flatMap((one) => providers.get(one) ?? []);
      return [id, { group: owner.group, providers: owner.group === null ? named : [] }];
    }),
  );
}
