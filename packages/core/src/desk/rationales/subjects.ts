// What a rationale is about: the news of a provider in a draft, a request for a withdrawal, or a published entry of the
// changelog that has no rationale yet.

import type { Change } from '@rf-indicators/engine';
import { Refusal } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { requireProvider } from '../providers/providers.ts';
import { needsCommittee } from '../runs/policy.ts';

/** As the acts name it. */
export interface GivenSubject {
  run?: string | undefined;
  withdrawal?: string | undefined;
  entry?: string | undefined;
}

export interface Subject {
  runId: string | null;
  withdrawalId: string | null;
  /** Of the changelog. */
  entryId: string | null;
  providerId: string;
  /** What the news is or would be. */
  kind: string;
  /** Of the packages that it compares: the one that is or was current, and the new one. */
  packageHashes: string[];
  change: Change | null;
}

/** Kinds of changes that explain the score, and so may have a rationale. */
const EXPLAINED = [
  ...['initial', 'score_change', 'band_change', 'methodology_change', 'correction', 'reinstatement'],
  'withdrawal',
];

export function isExplained(kind: string): boolean {
  return EXPLAINED.includes(kind);
}

/** Whether the news is not published without a rationale. */
export function isRequired({ runId, withdrawalId, kind }: Subject): boolean {
  if (withdrawalId !== null) return true;
  return runId !== null && needsCommittee({ kind: kind as 'initial', corrects: null });
}

export async function requireSubjects(
  db: Queries | Writes,
  { run, withdrawal, entry }: GivenSubject,
  providers: readonly string[],
): Promise<Subject[]> {
  if ([run, withdrawal, entry].filter((given) => given !== undefined).length !== 1)
    throw new Refusal('validation_failed', 'Name one of run, withdrawal and entry.');
  if (withdrawal !== undefined) return [await withdrawalSubject(db, withdrawal)];
  if (entry !== undefined) return [await entrySubject(db, entry)];
  if (providers.length === 0)
    throw new Refusal('validation_failed', 'Name the providers whose rationale it is.');
  const ids: string[] = [];
  for (const one of providers) ids.push((await requireProvider(db, one)).id);
  const subjects = await runSubjects(db, await requireDraft(db, run!), ids);
  const found = new Set(subjects.map(({ providerId }) => providerId));
  const missing = ids.findIndex((id) => !found.has(id));
  if (missing >= 0)
    throw new Refusal(
      'not_found',
      `Run ${run} publishes no news of ${providers[missing]} that a rationale explains.`,
    );
  return subjects;
}

export async function requireDraft(db: Queries | Writes, id: string): Promise<Database['runs']> {
  const run = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst();
  if (run === undefined) throw new Refusal('not_found', `There is no run ${id}.`);
  if (run.status === 'draft') return run;
  throw new Refusal(
    'conflict',
    `Run ${id} is ${run.status}, not a draft. A rationale can follow with its changelog entry.`,
  );
}

/** One for each provider, even if a correction restates several of its indicators. Those that are published are left out. */
export async function runSubjects(
  db: Queries | Writes,
  run: Database['runs'],
  providerIds?: readonly string[],
): Promise<Subject[]> {
  const found = new Map<string, Subject>();
  let query = db
    .selectFrom('run_items')
    .selectAll()
    .where('run_id', '=', run.id)
    .where('publication_id', 'is', null)
    .where('action', '=', 'publish')
    .where('kind', 'in', EXPLAINED as 'initial'[])
    .orderBy('provider_id')
    .orderBy('as_of');
  if (providerIds !== undefined) query = query.where('provider_id', 'in', [...providerIds]);
  const items = await query.execute();
  const hashes = await packagesOf(
    db,
    items.flatMap(({ base_verification_id, corrects }) => [base_verification_id, corrects]),
  );
  for (const item of items) {
    const earlier = [item.corrects, item.base_verification_id].flatMap((id) => hashes.get(id ?? '') ?? []);
    const subject = found.get(item.provider_id);
    const packageHashes = [...new Set([...(subject?.packageHashes ?? []), ...earlier, item.package_hash!])];
    found.set(item.provider_id, {
      runId: run.id,
      withdrawalId: null,
      entryId: null,
      providerId: item.provider_id,
      kind: item.kind!,
      packageHashes,
      change: item.change === null ? null : (JSON.parse(item.change) as Change),
    });
  }
  return [...found.values()];
}

async function withdrawalSubject(db: Queries | Writes, id: string): Promise<Subject> {
  const request = await db
    .selectFrom('withdrawal_requests')
    .innerJoin('indicators', 'indicators.verification_id', 'withdrawal_requests.verification_id')
    .innerJoin('provider_states', 'provider_states.provider_id', 'withdrawal_requests.provider_id')
    .leftJoin('withdrawal_decisions', 'withdrawal_decisions.request_id', 'withdrawal_requests.id')
    .select(['withdrawal_requests.provider_id', 'indicators.package_hash', 'indicators.verification_id'])
    .select(['provider_states.verification_id as current', 'withdrawal_decisions.decision'])
    .where('withdrawal_requests.id', '=', id)
    .executeTakeFirst();
  if (request === undefined) throw new Refusal('not_found', `There is no withdrawal request ${id}.`);
  if (request.decision !== null || request.current !== request.verification_id)
    throw new Refusal('conflict', 'This request for a withdrawal is no longer open.');
  return {
    runId: null,
    withdrawalId: id,
    entryId: null,
    providerId: request.provider_id,
    kind: 'withdrawal',
    packageHashes: [request.package_hash],
    change: null,
  };
}

async function entrySubject(db: Queries | Writes, id: string): Promise<Subject> {
  const entry = await db
    .selectFrom('changelog')
    .innerJoin('indicators', 'indicators.verification_id', 'changelog.verification_id')
    .leftJoin('published_rationales', 'published_rationales.changelog_id', 'changelog.id')
    .select(['changelog.provider_id', 'changelog.kind', 'indicators.package_hash', 'indicators.supersedes'])
    .select(['indicators.corrects', 'published_rationales.seq'])
    .where('changelog.id', '=', id)
    .executeTakeFirst();
  if (entry === undefined || !isExplained(entry.kind))
    throw new Refusal('not_found', `There is no changelog entry ${id} that a rationale could explain.`);
  if (entry.seq !== null)
    throw new Refusal('conflict', 'This change has a rationale, and what was published never changes.');
  const hashes = await packagesOf(db, [entry.supersedes, entry.corrects]);
  return {
    runId: null,
    withdrawalId: null,
    entryId: id,
    providerId: entry.provider_id,
    kind: entry.kind,
    packageHashes: [...hashes.values(), entry.package_hash],
    change: null,
  };
}

/** By verification id. */
async function packagesOf(
  db: Queries | Writes,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const portion of inPortions([...new Set(ids.filter((id) => id !== null))])) {
    const rows = await db
      .selectFrom('indicators')
      .select(['verification_id', 'package_hash'])
      .where('verification_id', 'in', portion)
      .execute();
    for (const { verification_id, package_hash } of rows) found.set(verification_id, package_hash);
  }
  return found;
}
