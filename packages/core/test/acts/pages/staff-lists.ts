// The lists that staff read in pages.

import { recordAct } from '@rf-indicators/core/context/audit';
import { blankItem } from '@rf-indicators/core/desk/runs/run-items';
import type { Writes } from '@rf-indicators/core/store/store';
import { DAY, FIRST_DAY } from '../../../../../test/support/world.ts';
import { at, type Cases, digest, idOf } from './list-case.ts';

export const STAFF_LISTS = {
  'staff.list': {
    input: { all: true },
    add: (writes, _, n) => {
      const row = { id: idOf('staff', n), name: `Person ${n}`, created_at: at(n), retired_at: null };
      return writes.insertInto('staff').values(row).execute();
    },
  },
  'requests.list': {
    add: (writes, { staff }, n) => {
      const row = { id: idOf('request', n), kind: 'rules.set', subject: 'rules/x', content: '{}' };
      return writes
        .insertInto('requests')
        .values({ ...row, requested_by: staff, requested_at: at(n) })
        .execute();
    },
  },
  'workspaces.list': {
    add: (writes, { staff }, n) =>
      writes
        .insertInto('workspaces')
        .values({
          ...{ id: idOf('workspace', n), name: `Workspace ${n}`, tier: 'FREE', entitlements: '[]' },
          ...{ pilot_enabled_at: null, created_at: at(n), created_by: staff },
          ...{ suspended_at: null, suspended_reason: null },
        })
        .execute(),
  },
  'sign_ins.list': {
    add: (writes, { staff }, n) =>
      writes
        .insertInto('sign_in_invitations')
        .values({
          ...{ id: idOf('sign-in', n), kind: 'invitation', staff_id: staff, member_id: null },
          ...{ email: `${n}@example.com`, code_hash: digest(`sign-in ${n}`), invited_by: staff },
          ...{ invited_at: at(n), expires_at: at(n) + 30 * DAY, shown_to: null, claimed_at: null },
          ...{ password: null, check_hash: null, wrong_checks: 0, confirmed_at: null },
          ...{ confirmed_by: null, ended_at: null },
        })
        .execute(),
  },
  'providers.timeline': {
    input: { provider: 'brindlewick-vaults', kind: 'notes' },
    add: async (writes, { staff }, n) => {
      const { id: provider_id } = await writes
        .selectFrom('providers')
        .select('id')
        .where('slug', '=', 'brindlewick-vaults')
        .executeTakeFirstOrThrow();
      const row = { id: idOf('note', n), provider_id, text: `Note ${n}`, written_by: staff };
      return writes
        .insertInto('provider_notes')
        .values({ ...row, written_at: at(n) })
        .execute();
    },
  },
  'providers.list': { limit: 5, add: (writes, { staff }, n) => addProvider(writes, staff, n) },
  'evidence.list': {
    input: { grade: 'D' },
    add: (writes, { staff }, n) => addEvidence(writes, staff, idOf('evidence', n), n),
  },
  'inputs.list': {
    input: { batch: 'paged' },
    add: async (writes, { story, staff }, n) => {
      const evidence_id = idOf('evidence of', n);
      await addEvidence(writes, staff, evidence_id, n);
      return writes
        .insertInto('proposals')
        .values({
          ...{ id: idOf('proposal', n), batch_id: 'paged', provider_id: story.world.idOf('FX-01') },
          ...{ currency: null, input_id: 'website', value: String(n), evidence_id, renewal: 0 },
          ...{ facts: '{}', proposed_by: staff, proposed_at: at(n) },
        })
        .execute();
    },
  },
  'inputs.due': {
    input: { days: 9999, missing: true },
    limit: 97,
    idOf: ({ provider_id, input }) => [provider_id, input],
    add: (writes, { staff }, n) => addProvider(writes, staff, n + 1000),
  },
  'due.list': {
    input: { time: 'all' },
    limit: 97,
    idOf: ({ provider_id, input }) => [provider_id, input],
    add: (writes, { staff }, n) => addProvider(writes, staff, n + 3000),
  },
  'configurations.list': {
    idOf: ({ digest: of }) => of,
    add: (writes, { staff }, n) => {
      const row = { digest: digest(`configuration ${n}`), name: `c${n % 3}`, content: '{}' };
      return writes
        .insertInto('configurations')
        .values({ ...row, recorded_at: FIRST_DAY + n, recorded_by: staff })
        .execute();
    },
  },
  'runs.list': {
    add: async (writes, { staff }, n) => {
      const { digest: methodology_digest } = await firstOf(writes, 'methodologies');
      const { digest: configuration_digest } = await firstOf(writes, 'configurations');
      const row = { id: idOf('run', n), kind: 'manual', status: 'discarded', as_of: at(n) } as const;
      return writes
        .insertInto('runs')
        .values({
          ...{ ...row, known_at: at(n), methodology_digest, configuration_digest },
          ...{ corrects_proposal: null, corrected_by_proposal: null, reason: null },
          ...{ created_by: staff, created_at: at(n), finished_at: null },
        })
        .execute();
    },
  },
  'runs.items': {
    input: { run: idOf('run of items') },
    idOf: ({ provider_id }) => provider_id,
    add: async (writes, { staff }, n) => {
      const { digest: methodology_digest } = await firstOf(writes, 'methodologies');
      const { digest: configuration_digest } = await firstOf(writes, 'configurations');
      const run = { id: idOf('run of items'), kind: 'manual', status: 'draft', as_of: at(0) } as const;
      await writes
        .insertInto('runs')
        .values({
          ...{ ...run, known_at: at(0), methodology_digest, configuration_digest },
          ...{ corrects_proposal: null, corrected_by_proposal: null, reason: null },
          ...{ created_by: staff, created_at: at(0), finished_at: at(0) },
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const id = await addProvider(writes, staff, n + 2000);
      const kind = n % 2 === 0 ? 'renewal' : 'initial';
      const item = { ...blankItem(run.id, id, at(0), null), action: 'publish', kind } as const;
      return writes.insertInto('run_items').values(item).execute();
    },
  },
  'committee.list': {
    idOf: ({ matter }) => matter,
    add: async (writes, { staff }, n) => {
      const { provider_id, verification_id } = await writes
        .selectFrom('indicators')
        .selectAll()
        .limit(1)
        .executeTakeFirstOrThrow();
      const rule = { quorum: 3, independence: true, chair: null, deputy: null };
      const matter = {
        kind: 'review',
        provider_id,
        verification_id,
        reason: 'R.',
        direction: 'up',
        until: null,
      };
      const row = { scope: `matter/${idOf('matter', n)}`, seq: 0, kind: 'opened' as const };
      return writes
        .insertInto('committee_entries')
        .values({ ...row, staff_id: staff, at: at(n), content: JSON.stringify({ rule, matter }) })
        .execute();
    },
  },
  'withdrawals.list': {
    add: async (writes, { staff }, n) => {
      const { provider_id, verification_id } = await writes
        .selectFrom('indicators')
        .selectAll()
        .limit(1)
        .executeTakeFirstOrThrow();
      const row = { id: idOf('withdrawal', n), provider_id, verification_id, reason: 'It ended.' };
      return writes
        .insertInto('withdrawal_requests')
        .values({ ...row, asked_by: staff, asked_at: at(n) })
        .execute();
    },
  },
  'issuances.list': {
    add: (writes, _, n) =>
      writes
        .insertInto('issuances')
        .values({
          ...{ id: idOf('issuance', n), provider_id: null, issuer_name: 'I', name: 'N', ticker: null },
          ...{ type: 'bond', status: 'ANNOUNCED', currency: 'EUR', amount: null, coupon_rate: null },
          ...{ price: null, announced_on: `2026-04-0${1 + (n % 3)}`, pricing_on: null },
          ...{ settles_on: null, source_url: null, updated_at: at(n) },
        })
        .execute(),
  },
  'incidents.list': {
    add: (writes, { staff }, n) =>
      writes
        .insertInto('incidents')
        .values({
          ...{ id: idOf('incident', n), title: 'T', detail: null, impact: 'degraded', started_at: at(n) },
          ...{ ended_at: null, opened_by: staff, updated_at: at(n) },
        })
        .execute(),
  },
  'verifications.list': {
    add: (writes, { staff }, n) =>
      writes
        .insertInto('verifications')
        .values({
          ...{ id: idOf('verification', n), started_at: at(n), started_by: staff, seen_at: at(n), done: 0 },
          ...{ total: 0, finished_at: null, result: null, failure: null },
        })
        .execute(),
  },
  'score_requests.list': {
    add: (writes, _, n) =>
      writes
        .insertInto('score_requests')
        .values({
          ...{ id: idOf('score request', n), provider_name: 'P', provider_url: null, message: null },
          ...{ planner_type: null, contact_email: null, status: 'received', received_at: at(n) },
          ...{ decided_at: null, decided_by: null, provider_id: null, name_key: null, expected_on: null },
        })
        .execute(),
  },
  'audit.list': {
    input: { action: 'rule.set' },
    idOf: ({ seq }) => seq,
    add: (writes, { story, staff }) =>
      recordAct(story.world.desk, writes, { id: staff }, 'rule.set', 'rules/x', null, null),
  },
} satisfies Partial<Cases>;

async function addProvider(writes: Writes, staff: string, n: number): Promise<string> {
  const id = idOf('provider', n);
  const slug = `p-${id.slice(0, 8)}`;
  await writes
    .insertInto('providers')
    .values({ id, slug, created_at: at(n), retired_at: null })
    .execute();
  await writes.insertInto('provider_slugs').values({ slug, provider_id: id }).execute();
  const version = { provider_id: id, version: 1, recorded_at: at(n), recorded_by: staff, name: slug };
  await writes
    .insertInto('provider_versions')
    .values({ ...version, aliases: '[]', subtype: 'exchange', website: null })
    .execute();
  return id;
}

function addEvidence(writes: Writes, staff: string, id: string, n: number) {
  const evidence = { id, kind: 'website', title: 'T', url: null, page: null, quote: null, sha256: null };
  return writes
    .insertInto('evidence')
    .values({ ...evidence, evidence_date: '2026-04-01', grade: 'D', recorded_at: at(n), recorded_by: staff })
    .execute();
}

function firstOf<Table extends 'methodologies' | 'configurations'>(writes: Writes, table: Table) {
  return writes
    .selectFrom(table as 'methodologies')
    .select('digest')
    .orderBy('digest')
    .executeTakeFirstOrThrow();
}
