// Which matters there are. What a voter sees of a matter takes more reading, so it is read afterwards, for those that are needed.

import type { Queries } from '../../store/store.ts';
import { entriesOf } from '../matters/entries.ts';
import { scopeOfRun } from '../matters/open-matter.ts';
import { COMMITTEE_KINDS } from '../runs/policy.ts';
import {
  currentIndicator,
  draftItems,
  draftMatters,
  itemName,
  type Matter,
  matterIdOf,
  matterOf,
  type Run,
} from './matter-items.ts';

export interface FoundMatter {
  id: string;
  scope: string;
  /** Of a draft; null for a matter by itself. */
  run: Run | null;
  item: string;
  /** Null where it was not read yet. */
  matter: Matter | null;
}

/** Those of a draft, also what is published of it. */
export async function mattersOfRun(db: Queries, runId: string): Promise<FoundMatter[]> {
  const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst();
  if (run === undefined) return [];
  if (run.kind === 'correction') return (await draftMatters(db, run, { published: true })).map(asFound);
  return (await draftItems(db, run, { published: true })).map((item) => unread(run, item));
}

/** Of a provider that several drafts are about, the newest. */
export async function allMatters(db: Queries): Promise<FoundMatter[]> {
  const runs = await db.selectFrom('runs').selectAll().where('status', '=', 'draft').execute();
  const rows = await db
    .selectFrom('run_items')
    .innerJoin('runs', 'runs.id', 'run_items.run_id')
    .select(['run_items.run_id', 'run_items.provider_id', 'run_items.as_of', 'corrects'])
    .where('run_items.run_id', 'in', db.selectFrom('runs').select('id').where('status', '=', 'draft'))
    .where('action', '=', 'publish')
    .where('publication_id', 'is', null)
    .where(({ eb, or }) =>
      or([eb('corrects', 'is not', null), eb('run_items.kind', 'in', [...COMMITTEE_KINDS])]),
    )
    .orderBy('runs.created_at')
    .execute();
  const newest = new Map<string, (typeof rows)[number]>();
  for (const row of rows) newest.set(row.corrects ?? row.provider_id, row);
  const byRun = Map.groupBy(newest.values(), ({ run_id }) => run_id);
  const found: FoundMatter[] = [];
  for (const run of runs) {
    const items = new Set(byRun.get(run.id)?.map(itemName));
    if (run.kind === 'correction') {
      const matters = await draftMatters(db, run);
      found.push(...matters.filter(({ item, draft }) => items.has(item) || draft?.row === null).map(asFound));
    } else found.push(...[...items].map((item) => unread(run, item)));
  }
  return [...found, ...(await byThemselves(db))];
}

function unread(run: Run, item: string): FoundMatter {
  return { id: matterIdOf(run.id, item), scope: scopeOfRun(run.id), run, item, matter: null };
}

function asFound(matter: Matter): FoundMatter {
  const { id, scope, item, draft } = matter;
  return { id, scope, run: draft?.run ?? null, item, matter };
}

async function byThemselves(db: Queries): Promise<FoundMatter[]> {
  const rows = await db
    .selectFrom('committee_entries')
    .select('scope')
    .where('kind', '=', 'opened')
    .where('scope', 'like', 'matter/%')
    .orderBy('at')
    .execute();
  const entries = await entriesOf(
    db,
    rows.map(({ scope }) => scope),
  );
  const matters: FoundMatter[] = [];
  for (const [scope, [first]] of entries) {
    if (first?.kind !== 'opened' || first.content.matter === null) continue;
    const { matter } = first.content;
    const id = scope.slice('matter/'.length);
    matters.push(asFound(matterOf(id, matter, await currentIndicator(db, matter.provider_id))));
  }
  return matters;
}

/** In the same order. One that was discarded meanwhile is left out. */
export async function readMatters(db: Queries, found: readonly FoundMatter[]): Promise<Matter[]> {
  const read = new Map<string, Matter>();
  const byRun = Map.groupBy(
    found.filter(({ matter }) => matter === null),
    ({ run }) => run!,
  );
  for (const [run, ofRun] of byRun) {
    const items = new Set(ofRun.map(({ item }) => item));
    for (const matter of await draftMatters(db, run, { items, published: true })) read.set(matter.id, matter);
  }
  return found.flatMap(({ id, matter }) => matter ?? read.get(id) ?? []);
}
