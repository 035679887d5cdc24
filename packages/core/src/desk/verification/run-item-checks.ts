// Checks which publication each item of a run became part of, and that the committee accepted what it decides.

import type { ReportFinding } from '../../log/findings.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';
import { itemName } from '../committee/matter-items.ts';
import type { OutcomeContent } from '../matters/entries.ts';
import { scopeOfRun } from '../matters/open-matter.ts';
import { COMMITTEE_KINDS, needsCommittee } from '../runs/policy.ts';

/** `runs`: null for all. */
export async function checkRunItems(
  db: Queries,
  runs: readonly string[] | null,
  report: ReportFinding,
): Promise<void> {
  if (runs === null) return checkItems(db, [], report);
  for (const portion of inPortions(runs)) await checkItems(db, portion, report);
}

/** `runs`: those to look at; none for all. */
async function checkItems(db: Queries, runs: readonly string[], report: ReportFinding): Promise<void> {
  const items = db
    .selectFrom('run_items')
    .innerJoin('runs', 'runs.id', 'run_items.run_id')
    .leftJoin('publications', 'publications.id', 'run_items.publication_id')
    .leftJoin('indicators', 'indicators.verification_id', 'run_items.verification_id')
    .select(['run_items.run_id', 'run_items.provider_id'])
    .where('run_items.action', 'in', ['publish', 'verify'])
    .where(({ eb, or, and, ref }) =>
      or([
        and([eb('run_items.publication_id', 'is', null), eb('runs.status', '=', 'published')]),
        and([
          eb('run_items.publication_id', 'is not', null),
          or([
            eb('publications.run_id', 'is', null),
            eb('publications.run_id', '<>', ref('run_items.run_id')),
          ]),
        ]),
        and([
          eb('run_items.publication_id', 'is not', null),
          eb('run_items.action', '=', 'publish'),
          or([
            eb('indicators.publication_id', 'is', null),
            eb('indicators.publication_id', '<>', ref('run_items.publication_id')),
          ]),
        ]),
      ]),
    )
    .$if(runs.length > 0, (query) => query.where('run_items.run_id', 'in', runs));
  for (const { run_id, provider_id } of await items.execute())
    report(
      `run_items ${run_id} ${provider_id}`,
      'names another publication than the one that it became part of',
    );
  const others = await db
    .selectFrom('run_items')
    .select(['run_id', 'provider_id'])
    .where('action', 'not in', ['publish', 'verify'])
    .where('publication_id', 'is not', null)
    .$if(runs.length > 0, (query) => query.where('run_id', 'in', runs))
    .execute();
  for (const { run_id, provider_id } of others)
    report(`run_items ${run_id} ${provider_id}`, 'names a publication, but published nothing');
  await checkSecondPeople(db, runs, report);
  await checkDecisions(db, runs, report);
}

/** By the indicators themselves, which are compared with the log, and not by what the draft called them. */
async function checkSecondPeople(db: Queries, runs: readonly string[], report: ReportFinding): Promise<void> {
  const rows = await db
    .selectFrom('indicators')
    .innerJoin('publications', 'publications.id', 'indicators.publication_id')
    .leftJoin('indicators as base', 'base.verification_id', 'indicators.supersedes')
    .select(['indicators.verification_id', 'indicators.kind', 'indicators.corrects', 'indicators.supersedes'])
    .select('publications.approved_by')
    .where(({ eb, or, ref }) =>
      or([
        eb('indicators.supersedes', 'is', null),
        eb('indicators.corrects', 'is not', null),
        eb('base.risk_band', '<>', ref('indicators.risk_band')),
      ]),
    )
    .where(({ eb, or }) =>
      or([eb('publications.approved_by', 'is', null), eb('indicators.kind', 'not in', [...COMMITTEE_KINDS])]),
    )
    .$if(runs.length > 0, (query) => query.where('publications.run_id', 'in', runs))
    .execute();
  for (const { verification_id, kind, corrects, supersedes, approved_by } of rows) {
    const did =
      corrects !== null
        ? 'corrected another one'
        : supersedes === null
          ? 'was a first one, or one after a withdrawal,'
          : 'changed the band';
    const problem = approved_by === null ? 'without anybody who voted for it' : `but is recorded as ${kind}`;
    report(
      `indicators ${verification_id}`,
      `${did}${approved_by === null || did.endsWith(',') ? '' : ','} ${problem}`,
    );
  }
}

/** Of drafts that a committee has met for: an accepted outcome of each indicator that is news. */
async function checkDecisions(db: Queries, runs: readonly string[], report: ReportFinding): Promise<void> {
  const entries = await db
    .selectFrom('committee_entries')
    .select(['scope', 'content'])
    .where('kind', '=', 'outcome')
    .where('scope', 'like', scopeOfRun('%'))
    .$if(runs.length > 0, (query) => query.where('scope', 'in', runs.map(scopeOfRun)))
    .execute();
  const accepted = new Map<string, Set<string>>();
  for (const { scope, content } of entries) {
    const { outcome, items } = JSON.parse(content) as OutcomeContent;
    const ofRun = accepted.get(scope) ?? new Set();
    accepted.set(scope, outcome === 'accepted' ? ofRun.union(new Set(items)) : ofRun);
  }
  const decidedRuns = [...accepted.keys()].map((scope) => scope.slice(scopeOfRun('').length));
  for (const portion of inPortions(decidedRuns)) {
    const published = await db
      .selectFrom('run_items')
      .innerJoin('indicators', 'indicators.verification_id', 'run_items.verification_id')
      .select(['run_items.run_id', 'run_items.provider_id', 'run_items.as_of'])
      .select(['run_items.verification_id', 'indicators.kind', 'indicators.corrects'])
      .where('run_items.run_id', 'in', portion)
      .where('run_items.action', '=', 'publish')
      .where('run_items.publication_id', 'is not', null)
      .execute();
    for (const { run_id, verification_id, ...item } of published)
      if (needsCommittee(item) && !accepted.get(scopeOfRun(run_id))!.has(itemName(item)))
        report(`indicators ${verification_id}`, 'was published, but the committee did not accept it');
  }
}
