// The file of a provider: where it stands, what waits for a second person, and the sheet of its inputs.

import { frameworkVersion } from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import type { Queries } from '../../store/store.ts';
import { decisionsOn } from '../committee/decisions.ts';
import { factsAsOf } from '../facts/facts.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { requireProvider } from '../providers/providers.ts';
import { seemsPubliclyNamed } from '../providers/public-names.ts';
import type { PublishingPolicy } from '../runs/policy.ts';
import { staleReasonOf } from '../served/served.ts';
import { staleSinceOf } from '../served/stale-since.ts';
import { type ListedProvider, listedProvider } from './desk-list.ts';
import { providerOutlook } from './outlook.ts';
import { type ContestedValue, NO_SHEET, type Sheet, sheetOf } from './sheet.ts';
import { waitingWithdrawals } from './waiting.ts';

export async function providerFile(context: Context, policy: PublishingPolicy, idOrSlug: string) {
  const { db } = context.store;
  const now = context.clock();
  const record = await requireProvider(db, idOrSlug);
  const provider: ListedProvider = await listedProvider(context, record);
  const effective = await findEffectiveMethodology(db, now);
  const [facts] = effective === null ? [] : await factsAsOf(db, effective.methodology, [record.id], now, now);
  const sheet: Sheet =
    effective === null || facts === undefined ? NO_SHEET : sheetOf(effective.methodology, facts, now);
  return {
    provider,
    ...(await standing(context, record.id)),
    ...sheet,
    contested: await withProposals(db, record.id, sheet.contested),
    framework_version: effective === null ? null : frameworkVersion(effective.methodology.document),
    names_take_two: await seemsPubliclyNamed(db, record.id),
    withdrawal_requests: await withdrawalRequests(context, record.id),
    drafts: await openDrafts(context, record.id),
    outlook: await providerOutlook(context, policy, record.id),
  };
}

async function standing({ store: { db } }: Context, id: string) {
  const state = await db
    .selectFrom('provider_states')
    .selectAll()
    .where('provider_id', '=', id)
    .executeTakeFirst();
  const indicator = state?.verification_id
    ? await db
        .selectFrom('indicators')
        .innerJoin('methodologies', 'methodologies.digest', 'indicators.methodology_digest')
        .select(['verification_id', 'final_score', 'risk_band', 'as_of', 'published_at', 'corrects'])
        .select('framework_version')
        .where('verification_id', '=', state.verification_id)
        .executeTakeFirstOrThrow()
    : null;
  return {
    published:
      indicator === null
        ? null
        : {
            verification_id: indicator.verification_id,
            score: indicator.final_score,
            band: indicator.risk_band,
            as_of: indicator.as_of,
            published_at: indicator.published_at,
            verified_at: state!.verified_at,
            framework_version: indicator.framework_version,
            stale_since: await staleSinceOf(db, indicator.verification_id, state!.stale_since),
            stale_reason: staleReasonOf(state!),
            corrects: indicator.corrects,
          },
    withdrawn:
      state === undefined || state.withdrawn_at === null
        ? null
        : { at: state.withdrawn_at, reason: state.withdrawn_reason ?? '' },
  };
}

function withdrawalRequests({ store: { db }, clock }: Context, id: string) {
  return waitingWithdrawals(db, clock())
    .innerJoin('staff', 'staff.id', 'withdrawal_requests.asked_by')
    .select(['withdrawal_requests.id', 'reason', 'asked_by', 'staff.name as asked_by_name', 'asked_at'])
    .where('withdrawal_requests.provider_id', '=', id)
    .orderBy('asked_at')
    .execute();
}

/** Drafts with a result for the provider that is not published; of ordinary runs only the newest. */
async function openDrafts({ store: { db } }: Context, id: string) {
  const rows = await db
    .selectFrom('run_items')
    .innerJoin('runs', 'runs.id', 'run_items.run_id')
    .leftJoin('staff', 'staff.id', 'runs.created_by')
    .select(['runs.id as run_id', 'runs.kind', 'runs.created_at', 'final_score', 'risk_band', 'staff.name'])
    .where('run_items.provider_id', '=', id)
    .where('run_items.run_id', 'in', db.selectFrom('runs').select('id').where('status', '=', 'draft'))
    .where('run_items.action', '=', 'publish')
    .where('run_items.publication_id', 'is', null)
    .orderBy('runs.created_at', 'desc')
    .execute();
  const unique = [...new Map(rows.map((row) => [row.run_id, row])).values()];
  const newest = unique.find(({ kind }) => kind === 'manual' || kind === 'scheduled');
  const shown = unique.filter((row) => row === newest || !['manual', 'scheduled'].includes(row.kind));
  if (shown.length === 0) return [];
  const runs = await db
    .selectFrom('runs')
    .selectAll()
    .where(
      'id',
      'in',
      shown.map(({ run_id }) => run_id),
    )
    .execute();
  const waiting = new Map<string, string | null>();
  for (const run of runs) {
    const undecided = [...(await decisionsOn(db, run, { providerId: id })).values()];
    waiting.set(run.id, undecided.find(({ state }) => state !== 'accepted')?.because ?? null);
  }
  return shown.map(({ run_id, kind, created_at, final_score, risk_band, name }) => ({
    ...{ run_id, kind, created_at, score: final_score, band: risk_band },
    created_by_name: name ?? 'the service',
    waits_for: waiting.get(run_id) ?? null,
  }));
}

interface ContestedProposal extends ContestedValue {
  proposal_id: string | null;
  evidence_id: string | null;
}

async function withProposals(
  db: Queries,
  providerId: string,
  contested: readonly ContestedValue[],
): Promise<ContestedProposal[]> {
  const found: ContestedProposal[] = [];
  for (const value of contested) {
    const row = await db
      .selectFrom('proposals')
      .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
      .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
      .select(['proposals.id', 'evidence.id as evidence_id'])
      .where('proposals.provider_id', '=', providerId)
      .where('input_id', '=', value.input)
      .where('value', '=', value.value)
      .where('grade', '=', value.grade)
      .where('evidence_date', '=', value.evidence_date)
      .where('decision', '=', 'approved')
      .orderBy('decided_at', 'desc')
      .executeTakeFirst();
    found.push({ ...value, proposal_id: row?.id ?? null, evidence_id: row?.evidence_id ?? null });
  }
  return found;
}
