// What a draft says about one provider: old and new result, the way from 100 to the score, why it changed, and the
// evidence of every input that is new to it.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { ComputationPackage, Methodology } from '@rf-indicators/engine';
import { Refusal } from '../../context/refusal.ts';
import type { Queries } from '../../store/store.ts';
import { listProposals, type Proposal } from '../inputs/proposals.ts';
import { methodologyByDigest } from '../methodology/signed.ts';
import { readPackages } from '../packages/read-packages.ts';
import { providerName } from '../providers/names.ts';
import { requireProvider } from '../providers/providers.ts';
import { draftResult } from '../runs/draft-result.ts';
import { GROUP } from '../runs/item-groups.ts';
import { type Known, knownIn, referred } from './changed-values.ts';
import { PREVIOUS } from './overview.ts';

type Support = Pick<
  Proposal,
  'id' | 'evidence' | 'proposed_by_name' | 'decided_by_name' | 'decided_at' | 'decided_opened'
>;

type CommitteeDetail = DomainAnswerOf<'runs.item'>;
type ChangedInput = CommitteeDetail['inputs'][number];

export async function committeeDetail(
  db: Queries,
  runId: string,
  which: { provider: string; as_of?: number | undefined },
  reader: string | null,
): Promise<CommitteeDetail> {
  const { id: providerId } = await requireProvider(db, which.provider);
  const row = await findItem(db, runId, providerId, which.as_of);
  if (row === undefined) throw new Refusal('not_found', `Run ${runId} has no result for ${which.provider}.`);
  // What is confirmed has the package of the indicator that it confirms.
  const hash = row.package_hash ?? (row.outcome === 'SCORED' ? row.previous_package : null);
  const packages = await readPackages(
    db,
    [hash, row.previous_package].filter((one) => one !== null),
  );
  const now = packages.get(hash ?? '') ?? null;
  const before = packages.get(row.previous_package ?? '') ?? null;
  return {
    provider_id: row.provider_id,
    slug: row.slug,
    name: row.name,
    as_of: row.as_of,
    group: row.group,
    detail: row.outcome_detail,
    causes: JSON.parse(row.causes),
    previous_score: row.previous_score,
    previous_band: row.previous_band,
    previous_id: row.previous_id,
    previous_as_of: row.previous_as_of,
    new_score: row.final_score,
    new_band: row.risk_band,
    is_published: row.publication_id !== null,
    change: row.change === null ? null : JSON.parse(row.change),
    result: now && draftResult(await methodologyOf(db, now), now),
    inputs: now === null ? [] : await changedInputs(db, before, now, reader),
    contested: JSON.parse(row.contested),
    read_by: await readersOf(db, runId, providerId),
  };
}

async function methodologyOf(db: Queries, content: ComputationPackage): Promise<Methodology> {
  return (await methodologyByDigest(db, content.methodology_digest)).methodology;
}

function findItem(db: Queries, runId: string, providerId: string, asOf: number | undefined) {
  let query = db
    .selectFrom('run_items')
    .innerJoin('providers', 'providers.id', 'run_items.provider_id')
    .leftJoin('indicators', (join) => join.on('indicators.verification_id', '=', PREVIOUS))
    .selectAll('run_items')
    .select(['providers.slug', providerName('run_items.provider_id').as('name'), GROUP.as('group')])
    .select(['indicators.final_score as previous_score', 'indicators.risk_band as previous_band'])
    .select(['indicators.verification_id as previous_id', 'indicators.package_hash as previous_package'])
    .select('indicators.as_of as previous_as_of')
    .where('run_items.run_id', '=', runId)
    .where('run_items.provider_id', '=', providerId)
    .orderBy('run_items.as_of', 'desc');
  if (asOf !== undefined) query = query.where('run_items.as_of', '=', asOf);
  return query.executeTakeFirst();
}

async function changedInputs(
  db: Queries,
  before: ComputationPackage | null,
  now: ComputationPackage,
  reader: string | null,
): Promise<ChangedInput[]> {
  const [old, current] = [before === null ? {} : knownIn(before), knownIn(now)];
  const ids = Object.keys({ ...current, ...old }).filter((id) => isChanged(old[id], current[id]));
  const proposed = ids.flatMap((id) => proposalOf(current[id]) ?? []);
  const proposals = new Map<string, Support>(
    (proposed.length === 0 ? [] : await listProposals(db, { ids: proposed }, reader)).map((proposal) => {
      const { id, evidence, proposed_by_name, decided_by_name, decided_at, decided_opened } = proposal;
      return [id, { id, evidence, proposed_by_name, decided_by_name, decided_at, decided_opened }];
    }),
  );
  return ids.map((id) => ({
    input: id,
    before: old[id]?.value ?? null,
    after: current[id]?.value ?? null,
    grade: current[id]?.grade ?? null,
    evidence_date: current[id]?.evidence_date ?? null,
    proposal: proposals.get(proposalOf(current[id]) ?? '') ?? null,
  }));
}

function isChanged(old: Known | undefined, now: Known | undefined): boolean {
  return (
    old?.value !== now?.value ||
    old?.evidence_date !== now?.evidence_date ||
    old?.grade !== now?.grade ||
    proposalOf(old) !== proposalOf(now)
  );
}

/** Null for a value that runs derive, or from before facts needed evidence. */
function proposalOf(known: Known | undefined): string | null {
  return referred(known?.approval, 'proposal_id');
}

async function readersOf(
  db: Queries,
  runId: string,
  providerId: string,
): Promise<CommitteeDetail['read_by']> {
  return db
    .selectFrom('run_readings')
    .innerJoin('staff', 'staff.id', 'run_readings.staff_id')
    .select(['staff_id', 'name', 'read_at as at'])
    .where('run_id', '=', runId)
    .where('provider_id', '=', providerId)
    .orderBy('read_at')
    .execute();
}
