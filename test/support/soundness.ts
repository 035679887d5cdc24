// What must hold in a store whatever happened to the processes that wrote to it: nothing half-written.

import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { readCheckpointFile, requireConsistency } from '@rf-indicators/core/log/checkpoint-file';
import { withSnapshot } from '@rf-indicators/core/store/snapshot';
import type { Queries, StoreLocation } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { checkpointFileOf } from './reopened.ts';

/** Each query gives the records that break the rule. */
const BROKEN_WHEN_FOUND: Record<string, string> = {
  'changelog entry without its indicator': `
    select seq as record from changelog c where not exists
      (select 1 from indicators i where i.verification_id = c.verification_id and i.provider_id = c.provider_id)`,
  'indicator without its package': `
    select verification_id as record from indicators i where not exists
      (select 1 from packages p where p.package_hash = i.package_hash and p.verification_id = i.verification_id)`,
  'indicator without its leaf': `
    select verification_id as record from indicators i where not exists
      (select 1 from log_leaves l where l.idx = i.log_index and l.leaf = i.statement)`,
  'indicator without its prepared snapshot': `
    select verification_id as record from indicators i where not exists
      (select 1 from prepared_snapshots p where p.verification_id = i.verification_id)`,
  'current indicator without its row for lists, or a row of another one': `
    select s.provider_id as record from provider_states s
      left join served_indicators v on v.provider_id = s.provider_id
      where coalesce(s.verification_id, '') <> coalesce(v.verification_id, '')`,
  'indicator of a run that is not published': `
    select verification_id as record from indicators i where not exists
      (select 1 from publications p join runs r on r.id = p.run_id
       where p.id = i.publication_id and r.status = 'published')`,
  'indicator that no run item led to': `
    select verification_id as record from indicators i where not exists
      (select 1 from run_items t where t.verification_id = i.verification_id and t.publication_id = i.publication_id)`,
  'confirmation without its leaf': `
    select run_id as record from confirmations c where not exists
      (select 1 from log_leaves l where l.idx = c.log_index and l.leaf = c.record and l.kind = 'confirmation')`,
  'published run that confirms without a confirmation': `
    select r.id as record from runs r where r.status = 'published'
      and exists (select 1 from run_items t where t.run_id = r.id and t.action = 'verify')
      and not exists (select 1 from confirmations c where c.run_id = r.id)`,
  'confirmation of a run that is not published': `
    select run_id as record from confirmations c where not exists
      (select 1 from runs r join publications p on p.run_id = r.id
       where r.id = c.run_id and p.id = c.publication_id and r.status = 'published')`,
  'item of a published run without its indicator': `
    select t.run_id as record from run_items t join runs r on r.id = t.run_id
    where r.status = 'published' and t.action = 'publish' and not exists
      (select 1 from indicators i where i.verification_id = t.verification_id and i.publication_id = t.publication_id)`,
  'item marked published in a run that is not': `
    select t.run_id as record from run_items t join runs r on r.id = t.run_id
    where r.status <> 'published' and t.publication_id is not null`,
  'published run with another number of publications than one': `
    select id as record from runs r where status = 'published'
      and (select count(*) from publications p where p.run_id = r.id) <> 1`,
  'publication without its act on record': `
    select id as record from publications p where not exists
      (select 1 from audit a where a.action = 'run.publish' and a.subject = p.run_id)`,
  'act on record without its publication': `
    select seq as record from audit a where action = 'run.publish' and not exists
      (select 1 from publications p where p.run_id = a.subject)`,
  'finished run without an item for each provider': `
    select id as record from runs r where status <> 'computing'
      and (select count(*) from run_items t where t.run_id = r.id) <> (select count(*) from providers)`,
  'provider that does not stand at its newest indicator': `
    select provider_id as record from provider_states s where verification_id <>
      (select verification_id from indicators i where i.provider_id = s.provider_id order by log_index desc limit 1)`,
  'provider with an indicator and no state': `
    select provider_id as record from indicators i where not exists
      (select 1 from provider_states s where s.provider_id = i.provider_id)`,
  'batch decided in part': `
    select batch_id as record from proposals p left join decisions d on d.proposal_id = p.id
    group by batch_id having count(d.proposal_id) not in (0, count(*))`,
  'evidence for nothing': `
    select id as record from evidence e where not exists
      (select 1 from proposals p where p.evidence_id = e.id)`,
};

const GAPLESS = ['audit', 'changelog', 'events'] as const;

export interface SoundnessOptions {
  /** Whether to do all that rf verify --all does, which takes time in a large store. */
  replay?: boolean;
  alsoWrong?: (db: Queries) => Promise<string[]>;
}

/** Read in one snapshot: on PostgreSQL a dead client's last commit may still be under way. */
export function unsoundness(
  location: StoreLocation,
  { replay = true, alsoWrong = async () => [] }: SoundnessOptions = {},
): Promise<string[]> {
  return withSnapshot(location, async ({ db }) => [
    ...(await alsoWrong(db)),
    ...(await brokenRules(db)),
    ...(await brokenNews(db)),
    ...(await brokenCounts(db)),
    ...(location.databaseUrl === null ? await brokenFile(db) : []),
    ...(await behindCheckpointFile(db, checkpointFileOf(location))),
    ...(replay ? (await verifyAll(db)).findings : []).map(({ record, problem }) => `${record} ${problem}`),
  ]);
}

async function brokenRules(db: Queries): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(BROKEN_WHEN_FOUND)) {
    const { rows } = await sql.raw<{ record: unknown }>(query).execute(db);
    broken.push(...rows.map(({ record }) => `${rule}: ${record}`));
  }
  return broken;
}

/** Each changelog entry and each renewal has one event, and each event about an indicator has it. */
async function brokenNews(db: Queries): Promise<string[]> {
  const entries = await db.selectFrom('changelog').select('id').execute();
  const indicators = await db.selectFrom('indicators').select(['verification_id', 'kind']).execute();
  const published = new Set(indicators.map(({ verification_id }) => verification_id));
  const renewed = indicators.filter(({ kind }) => kind === 'renewal');
  const renewals = new Set(renewed.map(({ verification_id }) => verification_id));
  const untold = new Set(entries.map(({ id }) => id));
  const broken: string[] = [];
  for (const { seq, type, data } of await db.selectFrom('events').select(['seq', 'type', 'data']).execute()) {
    if (!/^(score|band)\./.test(type)) continue;
    const { changelog_id, verification_id } = JSON.parse(data);
    if (!published.has(verification_id)) broken.push(`event without its indicator: ${seq}`);
    // A renewal is no news: it has an event and no entry.
    if (type === 'score.renewed') {
      if (!renewals.delete(verification_id)) broken.push(`event without its own renewal: ${seq}`);
    } else if (!untold.delete(changelog_id)) broken.push(`event without its own changelog entry: ${seq}`);
  }
  return [
    ...broken,
    ...[...untold].map((id) => `changelog entry without its event: ${id}`),
    ...[...renewals].map((id) => `renewal without its event: ${id}`),
  ];
}

async function brokenCounts(db: Queries): Promise<string[]> {
  const broken: string[] = [];
  for (const table of GAPLESS) {
    const { rows } = await sql<{ last: number | null; count: number }>`
      select max(seq) as last, count(*) as count from ${sql.table(table)}`.execute(db);
    const { last, count } = rows[0]!;
    if (Number(last ?? 0) !== Number(count)) broken.push(`${table} has gaps: ${count} up to ${last}`);
  }
  const { rows } = await sql<Record<'leaves' | 'size' | 'signed' | 'entries', number>>`
    select (select count(*) from log_leaves) as leaves,
      (select tree_size from log_state) as size,
      (select max(tree_size) from checkpoints) as signed,
      (select count(*) from indicators) + (select count(*) from confirmations)
        + (select count(*) from audit where action = 'signing_key.rotate')
        + (select count(*) from log_leaves where kind not in ('statement', 'confirmation', 'key_rotation'))
        as entries`.execute(db);
  if (new Set(Object.values(rows[0]!).map(Number)).size > 1) {
    broken.push(`leaves, size, checkpoint and entries of the log differ: ${JSON.stringify(rows[0])}`);
  }
  return broken;
}

async function brokenFile(db: Queries): Promise<string[]> {
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const references = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
  return [
    ...integrity.rows.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok'),
    ...references.rows.map(({ table }) => `reference to nothing in ${table}`),
  ];
}

/** The file outside the store may lack the last checkpoint, but never have one that the store has not. */
async function behindCheckpointFile(db: Queries, file: string): Promise<string[]> {
  try {
    for (const note of readCheckpointFile(file)) await requireConsistency(db, [note]);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
