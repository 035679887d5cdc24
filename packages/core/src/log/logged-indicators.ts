// What the log says of indicators: which one of a provider is the current one, and which providers ever had one. Rows say so
// too, but rows can be changed while somebody acts, and put back afterwards.

import type { Statement, VerifierKey } from '@rf-indicators/engine';
import { boundTo } from '../store/records/bound.ts';
import { type ChainEntry, rowsWithKeys } from '../store/records/chain.ts';
import type { Queries, Writes } from '../store/store.ts';
import { lastSeal, readSeal, requireIntactSince, type Seal } from './seal.ts';
import { treeSizeOf } from './store.ts';
import { readTrustedLeaves, TreeFront } from './trusted-leaves.ts';

type SomeLeaf = Partial<Statement> & { leaf?: string };

export interface LoggedIndicators {
  /** By verification id: the statements since the first leaf that was read. */
  statements: ReadonlyMap<string, Statement>;
  /** By provider: the verification id of the indicator that these statements left as the current one; null if it was withdrawn. */
  current: ReadonlyMap<string, string | null>;
}

export interface LogReading {
  /** The first leaf to read. */
  from: number;
  /** Of the log. */
  size: number;
  pinned: VerifierKey | null;
  /** Where many publications without a seal follow each other. */
  unsealed?: Unsealed | undefined;
}

/**
 * The record chain since the last seal, as far as it was compared, for one program that alone writes a long story: what a
 * publication has compared, the next one takes as it was.
 */
export class Unsealed {
  seal: Seal | null = null;
  reached: Pick<Seal, 'count' | 'head'> | null = null;
  readonly withdrawn: string[] = [];
}

export async function loggedIndicators(
  db: Queries,
  { from, size, pinned, unsealed }: LogReading,
): Promise<LoggedIndicators> {
  const statements = new Map<string, Statement>();
  const current = new Map<string, string | null>();
  const withdrawn = new Set<string>();
  let seal: Seal | null = null;
  // The newest seal is read with them: what came after it is in the record chain alone.
  const first = Math.min(from, (await lastSealIndex(db)) ?? from, size);
  await readTrustedLeaves(db, await TreeFront.stored(db, first), { size, pinned }, (text) => {
    const leaf = JSON.parse(text) as SomeLeaf;
    if (leaf.leaf === 'records') seal = readSeal(text);
    if (leaf.leaf === 'withdrawal') withdrawn.add(leaf.verification_id!);
    if (!isStatement(leaf)) return;
    statements.set(leaf.verification_id, leaf);
    // To correct an older indicator leaves the current one as it is.
    if (leaf.corrects === null || leaf.supersedes !== null)
      current.set(leaf.provider_id, leaf.verification_id);
  });
  for (const id of await withdrawnSince(db, seal ?? (await lastSeal(db)), unsealed)) withdrawn.add(id);
  for (const [provider, id] of current) if (id !== null && withdrawn.has(id)) current.set(provider, null);
  return { statements, current };
}

function isStatement(leaf: SomeLeaf): leaf is Statement {
  return leaf.leaf === undefined && leaf.package_hash !== undefined && leaf.verification_id !== undefined;
}

async function lastSealIndex(db: Queries): Promise<number | null> {
  const row = await db
    .selectFrom('log_leaves')
    .select('idx')
    .where('kind', '=', 'records')
    .orderBy('idx', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.idx ?? null;
}

/** The indicators whose withdrawal is in the record chain, and not in the log yet. */
async function withdrawnSince(db: Queries, seal: Seal, known = new Unsealed()): Promise<string[]> {
  if (known.seal?.count !== seal.count || known.seal.head !== seal.head) {
    known.seal = seal;
    known.reached = null;
    known.withdrawn.length = 0;
  }
  const from = { ...seal, ...known.reached };
  const entries = await requireIntactSince(db, from, boundTo(db).chainKey(), ['withdrawals']);
  const last = entries.at(-1);
  if (last !== undefined) known.reached = { count: last.seq, head: last.link };
  known.withdrawn.push(...(await withdrawalsIn(db, entries)));
  return known.withdrawn;
}

async function withdrawalsIn(db: Queries, entries: readonly ChainEntry[]): Promise<string[]> {
  const keys = entries.flatMap(({ table_name, row_key }) =>
    table_name === 'withdrawals' && row_key !== null ? [row_key] : [],
  );
  if (keys.length === 0) return [];
  const rows = await rowsWithKeys(db, 'withdrawals', keys);
  return rows.map(({ verification_id }) => String(verification_id));
}

/** Of each store of the process: the providers that the log names, as far as it was read. */
const named = new WeakMap<object, { tree: TreeFront; providers: Set<string> }>();

/** Those of these providers that the log has an indicator of. The log is read once by a process, and then what was added. */
export async function loggedAmong(
  db: Queries | Writes,
  providerIds: readonly string[],
  pinned: VerifierKey | null,
): Promise<Set<string>> {
  const store = boundTo(db).authority;
  const size = await treeSizeOf(db);
  let known = named.get(store) ?? { tree: TreeFront.empty(), providers: new Set<string>() };
  if (known.tree.size !== size) {
    const tree = known.tree.size < size ? known.tree.copy() : TreeFront.empty();
    const added = new Set<string>();
    await readTrustedLeaves(db, tree, { size, pinned }, (text) => {
      const { provider_id } = JSON.parse(text) as SomeLeaf;
      if (provider_id !== undefined) added.add(provider_id);
    });
    // A provider that was named stays so.
    known = { tree, providers: known.providers.union(added) };
    named.set(store, known);
  }
  return new Set(providerIds.filter((id) => known.providers.has(id)));
}
