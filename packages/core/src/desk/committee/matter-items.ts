// The matters of the committee: the items of drafts that it decides, and those that were opened by themselves. Each has an id,
// and a digest of what a voter sees of it: a vote on an older state does not count.

import { createHash } from 'node:crypto';
import { Refusal } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import type { OpenedMatter } from '../matters/entries.ts';
import { requireMatter, scopeOfMatter, scopeOfRun } from '../matters/open-matter.ts';
import type { MatterKind } from '../matters/tally.ts';
import { approvedSinceRun } from '../runs/draft-state.ts';
import { COMMITTEE_KINDS } from '../runs/policy.ts';
import type { RunItem } from '../runs/run-items.ts';
import { ITEM_PARTS } from './seen-parts.ts';

export type Run = Database['runs'];

/** Of more than these, all of the draft are read in one query. */
const READ_AT_ONCE = 500;
const FEW_PROVIDERS = 10;

export interface Matter {
  id: string;
  scope: string;
  /** Its name in the entries of the scope. */
  item: string;
  kind: MatterKind;
  providerId: string | null;
  /** Of a draft; null for a matter by itself. */
  draft: { run: Run; row: RunItem | null } | null;
  opened: OpenedMatter | null;
  seen: string;
}

interface Wanted {
  /** Names of items; all if absent. */
  items?: ReadonlySet<string>;
  providerId?: string;
  /** Also what is published. */
  published?: true;
}

/** What the committee decides of a draft. */
export async function draftMatters(db: Queries | Writes, run: Run, which: Wanted = {}): Promise<Matter[]> {
  const items = (await decidedRows(db, run, which).selectAll().execute())
    .map((row) => ({ row, item: itemName(row) }))
    .filter(({ item }) => which.items === undefined || which.items.has(item));
  const parts = await seenParts(
    db,
    run,
    items.map(({ row }) => row),
  );
  const matters = items.map(
    ({ row, item }): Matter => ({
      ...placed(run, item),
      kind: row.corrects === null ? (row.kind as MatterKind) : 'correction',
      providerId: row.provider_id,
      draft: { run, row },
      opened: null,
      seen: digest([run.id, ...stateOf(row), ...parts.get(row)!]),
    }),
  );
  if (run.kind === 'correction' && (await restatesNothing(db, run.id)))
    matters.push(await bareCorrection(db, run));
  return matters;
}

/** Names of what the committee decides of a draft, without what a voter sees of it, which takes more reading. */
export async function draftItems(
  db: Queries,
  run: Run,
  which: Pick<Wanted, 'published'> = {},
): Promise<string[]> {
  return (await decidedRows(db, run, which).select(['provider_id', 'as_of']).execute()).map(itemName);
}

function decidedRows(db: Queries | Writes, run: Run, { items, providerId, published }: Wanted) {
  let query = db
    .selectFrom('run_items')
    .where('run_id', '=', run.id)
    .where('action', '=', 'publish')
    .where(({ eb, or }) => or([eb('corrects', 'is not', null), eb('kind', 'in', [...COMMITTEE_KINDS])]))
    .orderBy('provider_id')
    .orderBy('as_of');
  if (published !== true) query = query.where('publication_id', 'is', null);
  if (providerId !== undefined) query = query.where('provider_id', '=', providerId);
  // A vote on a few matters of a large draft reads these alone.
  const few = items !== undefined && items.size <= READ_AT_ONCE ? providersOf(items) : null;
  return few === null ? query : query.where('provider_id', 'in', few);
}

export function itemName({ provider_id, as_of }: Pick<RunItem, 'provider_id' | 'as_of'>): string {
  return `${provider_id}.${as_of}`;
}

/** The providers of items with these names. */
export function providersOf(items: Iterable<string>): string[] {
  return [...new Set([...items].map((item) => item.slice(0, item.indexOf('.'))))];
}

export function matterIdOf(runId: string, item: string): string {
  return `${runId}.${item}`;
}

function placed(run: Run, item: string) {
  return { id: matterIdOf(run.id, item), scope: scopeOfRun(run.id), item };
}

function stateOf({ provider_id, as_of, kind, package_hash, base_verification_id, corrects }: RunItem) {
  return [provider_id, as_of, kind, package_hash, base_verification_id, corrects];
}

/** A correction retracts its input even if no indicator used it. */
async function restatesNothing(db: Queries | Writes, runId: string): Promise<boolean> {
  const item = await db
    .selectFrom('run_items')
    .select('run_id')
    .where('run_id', '=', runId)
    .limit(1)
    .executeTakeFirst();
  return item === undefined;
}

async function bareCorrection(db: Queries | Writes, run: Run): Promise<Matter> {
  const { provider_id } = await db
    .selectFrom('proposals')
    .select('provider_id')
    .where('id', '=', run.corrects_proposal!)
    .executeTakeFirstOrThrow();
  return {
    ...placed(run, NO_ITEM),
    kind: 'correction',
    providerId: provider_id,
    draft: { run, row: null },
    opened: null,
    seen: digest([run.id, run.corrects_proposal, run.corrected_by_proposal]),
  };
}

const NO_ITEM = 'none.0';

async function seenParts(
  db: Queries | Writes,
  run: Run,
  rows: readonly RunItem[],
): Promise<Map<RunItem, string[]>> {
  const approved = await newlyApproved(db, run, rows);
  const parts = new Map<RunItem, string[]>(
    rows.map((row) => [row, [...(approved.get(row.provider_id) ?? [])]]),
  );
  for (const portion of inPortions(rows, READ_AT_ONCE)) {
    for (const part of ITEM_PARTS) {
      const texts = await part(db, run, portion);
      for (const row of portion) parts.get(row)!.push(...(texts.get(itemName(row)) ?? []));
    }
  }
  return parts;
}

/** New values of these providers that the draft does not know. A correction restates the past, whatever was approved since. */
async function newlyApproved(
  db: Queries | Writes,
  run: Run,
  rows: readonly RunItem[],
): Promise<Map<string, string[]>> {
  if (run.kind === 'correction' || rows.length === 0) return new Map();
  let query = approvedSinceRun(db, run)
    .select(['proposals.id', 'proposals.provider_id'])
    .where('proposals.renewal', '=', 0)
    .where('proposals.provider_id', 'is not', null);
  // A provider has dozens of inputs, and few of all inputs are approved while a draft waits.
  if (rows.length <= FEW_PROVIDERS)
    query = query.where('proposals.provider_id', 'in', providersOf(rows.map(itemName)));
  const approved = await query.execute();
  const byProvider = Map.groupBy(approved, ({ provider_id }) => provider_id!);
  // Not in the order of the query, for which SQLite would read all proposals.
  return new Map([...byProvider].map(([provider, found]) => [provider, found.map(({ id }) => id).sort()]));
}

export async function openedMatter(db: Queries | Writes, id: string): Promise<Matter> {
  const { opened } = await requireMatter(db, id);
  return matterOf(id, opened, await currentIndicator(db, opened.provider_id));
}

export function matterOf(id: string, opened: OpenedMatter, current: string | null): Matter {
  return {
    ...{ id, scope: scopeOfMatter(id), item: '' },
    kind: opened.kind,
    providerId: opened.provider_id,
    draft: null,
    opened,
    seen: digest([id, JSON.stringify(opened), current]),
  };
}

export async function currentIndicator(db: Queries | Writes, providerId: string): Promise<string | null> {
  const state = await db
    .selectFrom('provider_states')
    .select('verification_id')
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return state?.verification_id ?? null;
}

/** The matters with these ids, by scope: only those of one draft are read together. */
export async function requireMatters(db: Queries | Writes, ids: readonly string[]): Promise<Matter[]> {
  const byRun = new Map<string, Set<string>>();
  const found = new Map<string, Matter>();
  for (const id of new Set(ids)) {
    const at = id.indexOf('.');
    if (at === -1) {
      found.set(id, await openedMatter(db, id));
      continue;
    }
    const run = id.slice(0, at);
    const wanted = byRun.get(run) ?? new Set();
    byRun.set(run, wanted.add(id.slice(at + 1)));
  }
  for (const [runId, wanted] of byRun) {
    const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst();
    if (run?.status !== 'draft') throw new Refusal('not_found', `There is no draft run ${runId}.`);
    for (const matter of await draftMatters(db, run, { items: wanted })) found.set(matter.id, matter);
  }
  return ids.map((id) => {
    const matter = found.get(id);
    if (matter !== undefined) return matter;
    throw new Refusal('not_found', `The committee has no matter ${id} to decide: it may be published.`);
  });
}

/** The matter with this id, also once it is published or its draft is discarded. */
export async function findMatter(db: Queries | Writes, id: string): Promise<Matter> {
  const at = id.indexOf('.');
  if (at === -1) return openedMatter(db, id);
  const run = await db.selectFrom('runs').selectAll().where('id', '=', id.slice(0, at)).executeTakeFirst();
  const items = new Set([id.slice(at + 1)]);
  const found = run && (await draftMatters(db, run, { items, published: true }));
  const matter = found?.find((one) => one.id === id);
  if (matter !== undefined) return matter;
  throw new Refusal('not_found', `The committee has no matter ${id}.`);
}

function digest(parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
