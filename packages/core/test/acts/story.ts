// One example of every act, in an order in which each can be done: from a founded desk to a customer's webhooks.

import assert from 'node:assert/strict';
import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { authenticateMember, findMember } from '@rf-indicators/core/accounts/members';
import { inviteAgain, inviteStaff, withdrawInvitation } from '@rf-indicators/core/accounts/staff-invitations';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Caller } from '@rf-indicators/core/acts/caller';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { ActServices } from '@rf-indicators/core/acts/services';
import { receiveScoreRequest } from '@rf-indicators/core/desk/market/score-requests';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { claimSignIn } from '@rf-indicators/core/identity/claims';
import { showLink } from '@rf-indicators/core/identity/invitations';
import { listSigningKeys } from '@rf-indicators/core/log/list-signing-keys';
import {
  type MethodologyDocument,
  parseSignerKey,
  signerKeyFromSeed,
  signMethodology,
} from '@rf-indicators/engine';
import { actServicesOf } from '../../../../test/support/act-services.ts';
import { framework } from '../../../../test/support/desk-fixture.ts';
import { draft, enter, type World } from '../../../../test/support/world.ts';

export interface Story {
  world: World;
  services: ActServices;
  callers: Record<string, Caller>;
  /** What earlier examples left, such as ids. */
  kept: Record<string, string>;
}

export interface Example<Name extends ActName = ActName> {
  name: Name;
  by: string;
  /** What has to be there first and is no act. */
  before?: (story: Story) => Promise<void>;
  input: (story: Story) => InputOf<Name>;
  after?: (story: Story, answer: AnswerOf<Name>) => void | Promise<void>;
}

export function storyOf(world: World): Story {
  const { operator, analyst, reviewer, officer } = world.people;
  const staff = (actor: typeof operator): Caller => ({ kind: 'staff', actor });
  return {
    world,
    services: {
      ...actServicesOf(world.desk, () => world.masterKey),
      examine: async () => [{ name: 'store', state: 'ok', what: 'it opens', todo: null }],
      targetRules: async () => ({ allowLoopback: true, resolve: async () => ['192.0.2.1'] }),
    },
    callers: {
      operator: staff(operator),
      analyst: staff(analyst),
      reviewer: staff(reviewer),
      officer: staff(officer),
      nobody: { kind: 'nobody' },
    },
    kept: {},
  };
}

const SIGNER = new Uint8Array(32).fill(7);

async function nextFramework(): Promise<{
  document: MethodologyDocument;
  publicKey: string;
  signOff: unknown;
}> {
  const { gates, ...rest } = framework('2.0', '2027-01-01');
  const document = {
    ...rest,
    gates: gates.map((gate) => ({
      ...gate,
      max_age_days: gate.id === 'insolvency_status' ? 3 : gate.max_age_days,
    })),
  };
  const key = await signerKeyFromSeed('second-key', SIGNER);
  const signer = await parseSignerKey(key.signer);
  const signOff = await signMethodology(document, signer, 'An officer', '2026-03-20T09:00:00Z');
  return { document, publicKey: key.verifier, signOff };
}

function example<Name extends ActName>(given: Example<Name>): Example {
  return given as unknown as Example;
}

/** Keeps a member of the answer for later examples. */
function keep<Member extends string>(as: string, member: Member) {
  return ({ kept }: Story, answer: Record<Member, string>): void => {
    kept[as] = answer[member];
  };
}

/** What an act requested, approved by a second person. */
async function approve({ services, callers }: Story, request: string): Promise<void> {
  await performAct(services, callers.reviewer!, 'requests.approve', { request });
}

const today = ({ world }: Story) => new Date(world.desk.clock()).toISOString().slice(0, 10);

async function finishDeliveries({ world }: Story): Promise<void> {
  await world.store.db.updateTable('webhook_deliveries').set({ status: 'exhausted' }).execute();
}

const report = { media_type: 'text/plain', base64: Buffer.from('a fictional report').toString('base64') };

const DRAFT = {
  draft: '019a0000-0000-7000-8000-000000000001',
  title: 'Attestation',
  rows: 1,
  content: { rows: [{ value: '1' }] },
};

/** Leaves the operator as the only person who can act. */
async function loseEverybodyElse({ world }: Story): Promise<void> {
  await world.store.transaction((writes) =>
    writes
      .updateTable('staff_tokens')
      .set({ revoked_at: 1 })
      .where('staff_id', '<>', world.people.operator.id)
      .execute(),
  );
}

const STAFF: Example[] = [
  example({ name: 'staff.invite', by: 'operator', input: () => ({ name: 'Bo', roles: ['analyst'] }) }),
  example({
    name: 'staff.invite_again',
    by: 'operator',
    input: () => ({ person: 'Bo' }),
    after: keep('invitation', 'code'),
  }),
  example({
    name: 'staff.claim',
    by: 'nobody',
    input: ({ kept }) => ({ code: kept.invitation! }),
    after: ({ kept }, { check, prefix }) => {
      Object.assign(kept, { check, staffToken: prefix });
    },
  }),
  example({
    name: 'staff.confirm',
    by: 'reviewer',
    input: ({ kept }) => ({ person: 'Bo', check: kept.check! }),
  }),
  example({ name: 'staff.list', by: 'analyst', input: () => ({ all: true }) }),
  example({
    name: 'staff.rotate_token',
    by: 'analyst',
    before: async ({ world, kept }) => {
      const { prefix } = await world.store.db
        .selectFrom('staff_tokens')
        .select('prefix')
        .where('staff_id', '=', world.people.analyst.id)
        .executeTakeFirstOrThrow();
      kept.ownToken = prefix;
    },
    input: ({ kept }) => ({ prefix: kept.ownToken! }),
  }),
  example({
    name: 'staff.revoke_token',
    by: 'operator',
    input: ({ kept }) => ({ prefix: kept.staffToken! }),
  }),
  example({
    name: 'staff.set_roles',
    by: 'operator',
    input: () => ({ person: 'Bo', roles: ['reviewer'] }),
    after: ({ kept }, { request }) => {
      kept.rolesRequest = request!;
    },
  }),
  example({
    name: 'staff.retire',
    by: 'operator',
    input: () => ({ person: 'Bo' }),
    after: ({ kept }, { request }) => {
      kept.retireRequest = request!;
    },
  }),
  example({ name: 'requests.list', by: 'analyst', input: () => ({ status: 'open' }) }),
  example({
    name: 'requests.approve',
    by: 'officer',
    input: ({ kept }) => ({ request: kept.rolesRequest! }),
  }),
  example({
    name: 'requests.refuse',
    by: 'reviewer',
    input: ({ kept }) => ({ request: kept.retireRequest!, reason: 'Bo is needed.' }),
  }),
  example({
    name: 'rules.set',
    by: 'officer',
    input: () => ({ name: 'activation_notice_days', value: 30 }),
    after: ({ kept }, { request }) => {
      kept.ruleRequest = request!;
    },
  }),
  example({ name: 'rules.list', by: 'analyst', input: () => ({}) }),
  example({
    name: 'requests.cancel',
    by: 'officer',
    input: ({ kept }) => ({ request: kept.ruleRequest! }),
  }),
  example({
    name: 'staff.withdraw_invitation',
    by: 'officer',
    before: async ({ world }) => {
      await inviteAgain(world.desk, world.people.operator, 'Bo');
    },
    input: () => ({ person: 'Bo' }),
  }),
  example({
    name: 'staff.erase',
    by: 'operator',
    before: async ({ world }) => {
      await inviteStaff(world.desk, world.people.operator, { name: 'Cleo', roles: ['analyst'] });
      await withdrawInvitation(world.desk, world.people.operator, 'Cleo');
    },
    input: () => ({ person: 'Cleo' }),
    after: async (story, { erased_as, request }) => {
      await approve(story, request!);
      const { data } = await performAct(story.services, story.callers.analyst!, 'staff.list', { all: true });
      const names = data.map(({ name }) => name);
      assert.deepEqual([names.includes(erased_as), names.includes('Cleo')], [true, false]);
    },
  }),
  example({
    name: 'founding.return',
    by: 'operator',
    before: loseEverybodyElse,
    input: () => ({ reason: 'Everybody else has left.' }),
  }),
  example({ name: 'founding.stop', by: 'analyst', input: () => ({ reason: 'I have not.' }) }),
];

const DESK: Example[] = [
  example({ name: 'providers.list', by: 'reviewer', input: () => ({}) }),
  example({
    name: 'providers.import',
    by: 'analyst',
    input: (story) => ({
      rows: [
        {
          value: {
            name: 'Zed',
            planner_type: 'fiat',
            yield_min: '1.00',
            yield_max: '2.00',
            payout_currency: 'USD',
            evidence: { kind: 'k', title: 't', evidence_date: today(story), grade: 'A', document: 'terms' },
          },
        },
      ],
      documents: { terms: { ...report, base64: Buffer.from('the terms').toString('base64') } },
    }),
    after: (_, { batch_id, proposed }) => {
      assert.notEqual(batch_id, null);
      assert.equal(proposed, 4);
    },
  }),
  example({ name: 'providers.rename', by: 'analyst', input: () => ({ provider: 'zed', name: 'Zeta' }) }),
  example({ name: 'providers.change_slug', by: 'analyst', input: () => ({ provider: 'zed', slug: 'zeta' }) }),
  example({
    name: 'providers.add_note',
    by: 'officer',
    input: () => ({ provider: 'zeta', text: 'Called on Monday: a report follows in May.' }),
  }),
  example({
    name: 'providers.show',
    by: 'officer',
    input: () => ({ provider: 'zeta' }),
    after: (_, { provider, score_now, no_score_reason }) => {
      assert.deepEqual([provider.name, score_now], ['Zeta', null]);
      assert.match(no_score_reason!, /planner type/);
    },
  }),
  example({
    name: 'providers.timeline',
    by: 'analyst',
    input: () => ({ provider: 'zeta' }),
    after: (_, { data }) => {
      assert.deepEqual([...new Set(data.map(({ kind }) => kind))].sort(), [
        'evidence',
        'flags',
        'notes',
        'record',
        'yields',
      ]);
    },
  }),
  example({ name: 'providers.history', by: 'reviewer', input: () => ({ provider: 'zeta' }) }),
  example({ name: 'providers.retire', by: 'analyst', input: () => ({ provider: 'zeta' }) }),
  example({
    name: 'rates.list',
    by: 'officer',
    input: () => ({}),
    after: (_, { data }) => {
      assert.deepEqual(
        data.map(({ currency, rate, grade }) => [currency, rate, grade]),
        [['USD', '3.75', 'A']],
      );
    },
  }),
  example({ name: 'evidence.store_document', by: 'analyst', input: () => report }),
  example({
    name: 'inputs.propose',
    by: 'analyst',
    input: (story) => ({
      rows: [
        {
          value: {
            provider: story.world.slugOf('FX-05'),
            input: 'insolvency_status',
            value: 'none',
            note: 'The court has no case of theirs.',
            evidence: { kind: 'k', title: 't', evidence_date: today(story), grade: 'A', document: 'report' },
          },
        },
      ],
      documents: { report: { ...report, base64: Buffer.from('another report').toString('base64') } },
    }),
    after: keep('batch', 'batch_id'),
  }),
  example({
    name: 'inputs.check',
    by: 'reviewer',
    input: ({ world }) => ({
      rows: [
        { place: 'line 2', value: { provider: world.slugOf('FX-05'), input: 'yield_max', value: 'high' } },
      ],
    }),
    after: (_, { problems }) => {
      assert.deepEqual(
        problems.map(({ place, code }) => [place, code]),
        [
          ['line 2, evidence', 'missing'],
          ['line 2, value', 'not_percent'],
        ],
      );
    },
  }),
  example({
    name: 'entry.framework',
    by: 'analyst',
    input: () => ({}),
    after: (_, { evidence_rules }) => assert.equal(evidence_rules, '1'),
  }),
  example({
    name: 'entry.basis',
    by: 'analyst',
    input: ({ world }) => ({ providers: [world.slugOf('FX-05'), 'Nobody'], currencies: ['USD'] }),
    after: ({ world }, { found, providers, paying }) => {
      assert.deepEqual(found, { [world.slugOf('FX-05')]: world.slugOf('FX-05') });
      assert.ok(providers.some(({ slug, rows }) => slug === world.slugOf('FX-05') && rows.length > 0));
      assert.ok(paying.USD! > 0);
    },
  }),
  example({
    name: 'entry.providers',
    by: 'analyst',
    input: ({ world }) => ({ text: world.slugOf('FX-05').slice(0, 4) }),
    after: ({ world }, { data }) => {
      assert.ok(data.some(({ slug }) => slug === world.slugOf('FX-05')));
    },
  }),
  example({
    name: 'drafts.save',
    by: 'analyst',
    input: () => ({ ...DRAFT, seen: 0, writer: 'a page' }),
    after: (_, { version }) => assert.equal(version, 1),
  }),
  example({
    name: 'drafts.list',
    by: 'analyst',
    input: () => ({}),
    after: (_, { data }) => {
      assert.deepEqual(
        data.map(({ id, row_count }) => [id, row_count]),
        [[DRAFT.draft, 1]],
      );
    },
  }),
  example({
    name: 'drafts.show',
    by: 'analyst',
    input: () => ({ draft: DRAFT.draft }),
    after: (_, { content }) => assert.deepEqual(content, DRAFT.content),
  }),
  example({ name: 'drafts.discard', by: 'analyst', input: () => ({ draft: DRAFT.draft }) }),
  example({
    name: 'inputs.list',
    by: 'officer',
    input: () => ({ status: 'open' }),
    after: ({ kept }, { data }) => {
      const own = data.find(({ batch_id }) => batch_id === kept.batch)!;
      kept.open = own.id;
      kept.evidence = own.evidence.id;
      kept.counts = own.current?.value ?? '';
    },
  }),
  example({ name: 'inputs.count', by: 'reviewer', input: () => ({}) }),
  example({ name: 'inputs.show', by: 'reviewer', input: ({ kept }) => ({ proposal: kept.open! }) }),
  example({ name: 'evidence.list', by: 'reviewer', input: ({ kept }) => ({ batch: kept.batch! }) }),
  example({ name: 'evidence.show', by: 'reviewer', input: ({ kept }) => ({ evidence: kept.evidence! }) }),
  example({
    name: 'evidence.open',
    by: 'reviewer',
    input: ({ kept }) => ({ evidence: kept.evidence! }),
    after: (_, { base64 }) => {
      assert.equal(Buffer.from(base64, 'base64').toString(), 'another report');
    },
  }),
  example({
    name: 'evidence.shown',
    by: 'reviewer',
    input: ({ kept }) => ({ evidence: kept.evidence!, how: 'page' as const }),
  }),
  example({
    name: 'inputs.ask',
    by: 'reviewer',
    input: ({ kept }) => ({ proposal: kept.open!, question: 'Which page?' }),
  }),
  example({
    name: 'inputs.answer',
    by: 'analyst',
    input: ({ kept }) => ({ proposal: kept.open!, answer: 'The first one.' }),
  }),
  example({
    name: 'inputs.decide',
    by: 'reviewer',
    input: ({ kept }) => ({
      verdict: 'approve' as const,
      proposals: [{ proposal: kept.open!, seen: kept.counts || null }],
    }),
  }),
  example({
    name: 'inputs.take_back',
    by: 'reviewer',
    input: ({ kept }) => ({ proposals: [kept.open!] }),
  }),
  example({ name: 'templates.providers', by: 'analyst', input: () => ({}) }),
  example({
    name: 'templates.inputs',
    by: 'analyst',
    input: ({ world }) => ({ providers: [world.slugOf('FX-05')] }),
  }),
  example({
    name: 'due.assign',
    by: 'reviewer',
    input: ({ world }) => ({
      provider: world.slugOf('FX-05'),
      input: 'insolvency_status',
      assignee: world.people.analyst.name,
      note: 'Ask the regulator.',
    }),
  }),
  example({
    name: 'desk.home',
    by: 'reviewer',
    input: () => ({}),
    after: (_, { is_first_visit, news }) => {
      assert.equal(is_first_visit, true);
      assert.ok(news.length > 0 && news.length <= 7);
    },
  }),
  example({
    name: 'desk.search',
    by: 'analyst',
    input: () => ({ query: 'INSOLV' }),
    after: (_, { data }) =>
      assert.deepEqual(
        data.filter(({ kind }) => kind !== 'document').map(({ kind, id }) => [kind, id]),
        [['input', 'insolvency_status']],
      ),
  }),
  example({
    name: 'due.assign_many',
    by: 'analyst',
    input: ({ world }) => ({
      inputs: [{ provider: world.slugOf('FX-04'), input: 'insolvency_status' }],
      assignee: world.people.reviewer.name,
    }),
  }),
  example({
    name: 'due.list',
    by: 'analyst',
    input: ({ world }) => ({ time: 'all', assignee: world.people.analyst.name }),
    after: ({ world }, { data }) => {
      assert.deepEqual(
        data.map(({ slug, input, assignee }) => [slug, input, assignee]),
        [[world.slugOf('FX-05'), 'insolvency_status', world.people.analyst.name]],
      );
    },
  }),
  example({ name: 'due.summary', by: 'reviewer', input: () => ({ time: 'all' }) }),
  example({ name: 'due.map', by: 'reviewer', input: () => ({ time: 'all' }) }),
  example({
    name: 'due.calendar',
    by: 'reviewer',
    input: () => ({ from: '2026-01-01', to: '2026-02-01' }),
  }),
  example({ name: 'due.sheet', by: 'analyst', input: () => ({ time: 'all' }) }),
  example({
    name: 'due.renewal',
    by: 'analyst',
    input: ({ world }) => ({
      rows: [
        {
          ...{ provider: world.slugOf('FX-05'), input: 'withdrawal_status', value: null },
          ...{ grade: 'A', evidence_date: null },
        },
      ],
    }),
  }),
  example({
    name: 'inputs.due',
    by: 'analyst',
    input: ({ world }) => ({ days: 30, missing: true, assignee: world.people.analyst.name }),
    after: ({ world }, { data }) => {
      assert.deepEqual(
        data.map(({ slug, input, note }) => [slug, input, note]),
        [[world.slugOf('FX-05'), 'insolvency_status', 'Ask the regulator.']],
      );
    },
  }),
  example({ name: 'inputs.approve', by: 'reviewer', input: ({ kept }) => ({ batch: kept.batch! }) }),
  example({
    name: 'inputs.renew',
    by: 'analyst',
    input: (story) => ({
      input: 'withdrawal_status',
      evidence: { kind: 'k', title: 't', evidence_date: today(story), grade: 'D' },
    }),
    after: ({ kept }, { proposal_ids }) => {
      kept.proposal = proposal_ids[0]!;
    },
  }),
  example({
    name: 'inputs.reject',
    by: 'reviewer',
    input: ({ kept }) => ({ proposals: [kept.proposal!], reason: 'Not checked.' }),
  }),
  example({ name: 'configurations.list', by: 'analyst', input: () => ({}) }),
  example({
    name: 'configurations.record',
    by: 'operator',
    input: () => ({ name: 'strict', settings: { level: 'high' } }),
  }),
  example({
    name: 'runs.compute',
    by: 'analyst',
    input: () => ({ configuration: 'strict', reason: 'A test.' }),
    after: keep('run', 'run_id'),
  }),
  example({ name: 'runs.list', by: 'officer', input: () => ({}) }),
  example({ name: 'runs.show', by: 'reviewer', input: ({ kept }) => ({ run: kept.run! }) }),
  example({ name: 'runs.overview', by: 'reviewer', input: ({ kept }) => ({ run: kept.run! }) }),
  example({ name: 'runs.items', by: 'officer', input: ({ kept }) => ({ run: kept.run!, limit: 2 }) }),
  example({
    name: 'runs.item',
    by: 'reviewer',
    input: ({ world, kept }) => ({ run: kept.run!, provider: world.slugOf('FX-05') }),
  }),
  example({
    name: 'runs.mark_read',
    by: 'reviewer',
    input: ({ world, kept }) => ({ run: kept.run!, provider: world.slugOf('FX-05') }),
  }),
  example({
    name: 'runs.approve',
    by: 'reviewer',
    input: ({ kept }) => ({
      run: kept.run!,
      votes: [
        { person: 'Cora', vote: 'for' },
        { person: 'Dan', vote: 'against' },
      ],
      dissent: 'Dan would wait for the audit.',
      minutes: 'The committee met.',
    }),
  }),
  example({ name: 'runs.publish', by: 'operator', input: ({ kept }) => ({ run: kept.run! }) }),
  example({
    name: 'corrections.affected',
    by: 'analyst',
    before: async ({ world, kept }) => {
      kept.wrong = await enter(world, 'FX-05', 'integrity_finding', 'none');
    },
    input: ({ kept }) => ({ wrong: kept.wrong! }),
  }),
  example({
    name: 'corrections.draft',
    by: 'operator',
    input: ({ kept }) => ({ wrong: kept.wrong!, reason: 'It was wrong.' }),
  }),
  example({
    name: 'runs.discard',
    by: 'reviewer',
    before: async ({ world, kept }) => {
      kept.unwanted = await draft(world);
    },
    input: ({ kept }) => ({ run: kept.unwanted!, reason: 'Not today.' }),
  }),
  example({
    name: 'withdrawals.cancel',
    by: 'operator',
    before: async ({ world, kept }) => {
      kept.cancelled = await askForWithdrawal(world, 'It was a mistake.');
    },
    input: ({ kept }) => ({ request: kept.cancelled! }),
  }),
  example({
    name: 'withdrawals.refuse',
    by: 'reviewer',
    before: async ({ world, kept }) => {
      kept.refused = await askForWithdrawal(world, 'Too early.');
    },
    input: ({ kept }) => ({ request: kept.refused!, reason: 'Nothing ended.' }),
  }),
  example({ name: 'withdrawals.list', by: 'officer', input: () => ({}) }),
  example({
    name: 'withdrawals.request',
    by: 'operator',
    input: ({ world }) => ({ provider: world.slugOf('FX-05'), reason: 'It ended.' }),
    after: keep('request', 'request_id'),
  }),
  example({ name: 'withdrawals.approve', by: 'reviewer', input: ({ kept }) => ({ request: kept.request! }) }),
  example({
    name: 'reinstatements.draft',
    by: 'operator',
    input: ({ world }) => ({ providers: [world.slugOf('FX-05')], reason: 'It goes on.' }),
  }),
  example({ name: 'signing_keys.list', by: 'analyst', input: () => ({}) }),
  example({
    name: 'signing_keys.pin',
    by: 'operator',
    before: async ({ world, kept }) => {
      kept.verifier = (await listSigningKeys(world.store.db))[0]!.public_key;
    },
    input: ({ kept }) => ({ public_key: kept.verifier! }),
  }),
  example({ name: 'signing_keys.rotate', by: 'operator', input: () => ({}) }),
];

const FRAMEWORKS: Example[] = [
  example({ name: 'frameworks.list', by: 'officer', input: () => ({}) }),
  example({
    name: 'officer_keys.enrol',
    by: 'operator',
    before: async ({ kept }) => {
      const { publicKey, document, signOff } = await nextFramework();
      kept.publicKey = publicKey;
      kept.document = JSON.stringify(document);
      kept.signOff = JSON.stringify(signOff);
    },
    input: ({ world, kept }) => ({ officer: world.people.officer.name, public_key: kept.publicKey! }),
    after: async (story, { key_id, request }) => {
      story.kept.officerKey = key_id;
      await approve(story, request!);
    },
  }),
  example({
    name: 'frameworks.import',
    by: 'officer',
    input: ({ kept }) => ({ document: JSON.parse(kept.document!) }),
  }),
  example({ name: 'frameworks.differences', by: 'analyst', input: () => ({ framework: '2.0' }) }),
  example({ name: 'frameworks.impact', by: 'analyst', input: () => ({ framework: '2.0' }) }),
  example({
    name: 'frameworks.record_sign_off',
    by: 'officer',
    input: ({ kept }) => ({ sign_off: JSON.parse(kept.signOff!) }),
  }),
  example({
    name: 'frameworks.activate',
    by: 'operator',
    input: () => ({ framework: '2.0', notes: 'The second.' }),
    after: (story, { request }) => approve(story, request!),
  }),
  example({
    name: 'frameworks.cancel',
    by: 'operator',
    input: () => ({ framework: '2.0', reason: 'It has a mistake.' }),
  }),
  example({ name: 'officer_keys.list', by: 'analyst', input: () => ({}) }),
  example({
    name: 'officer_keys.retire',
    by: 'operator',
    input: ({ kept }) => ({ key_id: kept.officerKey! }),
  }),
];

const bond = { issuer_name: 'A', name: 'Bond', type: 'bond', currency: 'USD', announced_on: '2026-03-01' };

const SERVICE: Example[] = [
  example({
    name: 'incidents.open',
    by: 'operator',
    input: () => ({ title: 'Feeds are late', impact: 'degraded' }),
    after: keep('incident', 'id'),
  }),
  example({
    name: 'incidents.update',
    by: 'operator',
    input: ({ kept }) => ({ id: kept.incident!, detail: 'A disk is slow.' }),
  }),
  example({ name: 'incidents.resolve', by: 'operator', input: ({ kept }) => ({ id: kept.incident! }) }),
  example({ name: 'incidents.list', by: 'analyst', input: () => ({}) }),
  example({ name: 'service.show', by: 'analyst', input: () => ({}) }),
  example({ name: 'service.examine', by: 'operator', input: () => ({}) }),
  example({ name: 'log.show', by: 'reviewer', input: () => ({}) }),
  example({ name: 'verifications.start', by: 'analyst', input: () => ({}) }),
  example({ name: 'verifications.list', by: 'analyst', input: () => ({}) }),
];

const MARKET: Example[] = [
  example({
    name: 'issuances.add',
    by: 'operator',
    input: () => ({ issuance: bond }),
    after: keep('issuance', 'id'),
  }),
  example({
    name: 'issuances.import',
    by: 'operator',
    input: () => ({ rows: [{ value: { ...bond, name: 'B' } }] }),
  }),
  example({ name: 'issuances.list', by: 'reviewer', input: () => ({ type: 'bond' }) }),
  example({
    name: 'issuances.update',
    by: 'operator',
    input: ({ kept }) => ({ id: kept.issuance!, changes: { price: '99.5' } }),
  }),
  example({
    name: 'issuances.change_status',
    by: 'operator',
    input: ({ kept }) => ({ id: kept.issuance!, status: 'PRICING' }),
  }),
  example({
    name: 'score_requests.accept',
    by: 'analyst',
    before: async ({ world, kept }) => {
      for (const provider_name of ['one', 'two']) {
        const sent = { provider_name, contact_email: 'eve@example.org' };
        kept[provider_name] = (await receiveScoreRequest(world.desk, sent)).request_id;
      }
    },
    input: ({ kept }) => ({ id: kept.one! }),
  }),
  example({
    name: 'score_requests.mark_scored',
    by: 'analyst',
    input: ({ kept, world }) => ({ id: kept.one!, provider: world.slugOf('FX-05'), note: 'Done.' }),
  }),
  example({
    name: 'score_requests.add_note',
    by: 'analyst',
    input: ({ kept }) => ({ id: kept.one!, note: 'The sender was told.' }),
  }),
  example({
    name: 'score_requests.decline',
    by: 'analyst',
    input: ({ kept }) => ({ id: kept.two!, note: 'Out of scope.' }),
  }),
  example({
    name: 'score_requests.erase',
    by: 'operator',
    input: ({ kept }) => ({ id: kept.two!, notes: true }),
    after: (_, { erased }) => assert.deepEqual(erased, ['contact_email', 'notes']),
  }),
  example({
    name: 'score_requests.list',
    by: 'officer',
    input: () => ({ status: 'scored' }),
    after: ({ world }, { data: [scored] }) => {
      assert.equal(scored!.slug, world.slugOf('FX-05'));
      assert.deepEqual(
        scored!.notes.map(({ by, note }) => [by, note]),
        [
          [world.people.analyst.name, 'Done.'],
          [world.people.analyst.name, 'The sender was told.'],
        ],
      );
    },
  }),
];

/** Claims the invitation of an act, as the invited person would, and keeps the check number. */
async function claimLink(story: Story, invitation: string): Promise<void> {
  const { world, kept } = story;
  const row = world.store.db
    .selectFrom('sign_in_invitations')
    .select('shown_to')
    .where('id', '=', invitation);
  const { shown_to } = await row.executeTakeFirstOrThrow();
  assert.equal(shown_to, world.people.operator.id);
  const { check } = await claimSignIn(world.desk, { code: kept.link!.split('#')[1]!, password: null });
  Object.assign(kept, { signInCheck: check! });
}

const SIGN_INS: Example[] = [
  example({
    name: 'sign_ins.invite_staff',
    by: 'officer',
    input: ({ world }) => ({ person: world.people.analyst.name, email: 'analyst@example.com' }),
    after: keep('signIn', 'invitation'),
  }),
  example({ name: 'sign_ins.list', by: 'reviewer', input: () => ({}) }),
  example({
    name: 'sign_ins.show_link',
    by: 'operator',
    input: ({ kept }) => ({ invitation: kept.signIn! }),
    after: keep('link', 'link'),
  }),
  example({
    name: 'sign_ins.confirm',
    by: 'reviewer',
    before: (story) => claimLink(story, story.kept.signIn!),
    input: ({ kept }) => ({ invitation: kept.signIn!, check: kept.signInCheck! }),
  }),
  example({
    name: 'sign_ins.invite_admin',
    by: 'operator',
    before: async ({ world }) => {
      const wanted = { name: 'Cedar', tier: 'FREE' } as const;
      await createWorkspace(world.desk, world.people.operator, world.masterKey, wanted);
    },
    input: () => ({ workspace: 'Cedar', name: 'Cleo', email: 'cleo@example.com' }),
    after: async ({ world, callers }, { person }) => {
      const member = (await findMember(world.store.db, person))!;
      callers.cleo = { kind: 'member', member, from: 'a test' };
    },
  }),
  example({ name: 'workspaces.show', by: 'cleo', input: () => ({}) }),
  example({ name: 'workspaces.show_secret', by: 'cleo', input: () => ({}) }),
  example({
    name: 'members.invite',
    by: 'admin',
    input: () => ({ name: 'Mia', role: 'viewer', email: 'mia@example.com' }),
  }),
  example({
    name: 'members.invite_again',
    by: 'admin',
    input: () => ({ person: 'Mia', email: 'mia@example.com' }),
    after: keep('signIn', 'invitation'),
  }),
  example({
    name: 'members.confirm',
    by: 'admin',
    before: async (story) => {
      const { world, kept } = story;
      const { code } = await showLink(world.desk, world.people.operator, kept.signIn!);
      kept.link = `#${code}`;
      await claimLink(story, kept.signIn!);
    },
    input: ({ kept }) => ({ person: 'Mia', check: kept.signInCheck! }),
  }),
  example({
    name: 'sign_ins.recover',
    by: 'operator',
    input: () => ({ workspace: 'Acorn', person: 'Ada', email: 'ada@example.com' }),
  }),
];

const CUSTOMERS: Example[] = [
  example({
    name: 'workspaces.create',
    by: 'operator',
    input: () => ({ name: 'Acorn', tier: 'PROFESSIONAL' }),
  }),
  example({
    name: 'workspaces.issue_claim_code',
    by: 'operator',
    input: () => ({ workspace: 'Acorn' }),
    after: keep('code', 'claim_code'),
  }),
  example({ name: 'workspaces.list', by: 'operator', input: () => ({}) }),
  example({
    name: 'workspaces.claim',
    by: 'nobody',
    input: ({ kept }) => ({ code: kept.code!, name: 'Ada' }),
    after: async ({ world, callers }, { member: { token } }) => {
      callers.admin = { kind: 'member', member: await authenticateMember(world.desk, token), from: 'a test' };
    },
  }),
  example({
    name: 'workspaces.set_tier',
    by: 'operator',
    input: () => ({ workspace: 'Acorn', tier: 'ENTERPRISE' }),
  }),
  example({ name: 'workspaces.enable_pilot', by: 'operator', input: () => ({ workspace: 'Acorn' }) }),
  example({ name: 'workspaces.disable_pilot', by: 'operator', input: () => ({ workspace: 'Acorn' }) }),
  example({
    name: 'workspaces.suspend',
    by: 'operator',
    input: () => ({ workspace: 'Acorn', reason: 'A leaked key' }),
  }),
  example({ name: 'workspaces.resume', by: 'operator', input: () => ({ workspace: 'Acorn' }) }),
  example({ name: 'workspaces.rotate_secret', by: 'admin', input: () => ({}) }),
  example({ name: 'workspaces.end_secret_overlap', by: 'admin', input: () => ({}) }),
  example({
    name: 'members.add',
    by: 'admin',
    input: () => ({ name: 'Dev', role: 'developer' }),
    after: async ({ world, callers, kept }, { token, prefix }) => {
      kept.memberToken = prefix;
      callers.developer = {
        kind: 'member',
        member: await authenticateMember(world.desk, token),
        from: 'a test',
      };
    },
  }),
  example({ name: 'members.list', by: 'developer', input: () => ({}) }),
  example({ name: 'members.issue_token', by: 'admin', input: () => ({ person: 'Dev' }) }),
  example({
    name: 'members.revoke_token',
    by: 'admin',
    input: ({ kept }) => ({ prefix: kept.memberToken! }),
  }),
  example({ name: 'terms.show', by: 'nobody', input: () => ({ kind: 'api' }) }),
  example({
    name: 'terms.accept',
    by: 'admin',
    input: () => ({ kind: 'api', digest: currentTerms('api').digest }),
  }),
  example({ name: 'terms.list', by: 'developer', input: () => ({}) }),
  example({
    name: 'keys.create',
    by: 'developer',
    input: () => ({ name: 'backend', tier: 'PROFESSIONAL' }),
    after: keep('key', 'id'),
  }),
  example({
    name: 'keys.rotate',
    by: 'developer',
    input: ({ kept }) => ({ key: kept.key!, grace_hours: 2 }),
    after: keep('key', 'id'),
  }),
  example({
    name: 'keys.upgrade',
    by: 'developer',
    input: ({ kept }) => ({ key: kept.key!, tier: 'ENTERPRISE' }),
  }),
  example({ name: 'keys.revoke', by: 'developer', input: ({ kept }) => ({ key: kept.key! }) }),
  example({
    name: 'keys.revoke_by_operator',
    by: 'operator',
    before: async (story) => {
      const wanted = { name: 'leaked', tier: 'PROFESSIONAL' } as const;
      const { prefix } = await performAct(story.services, story.callers.developer!, 'keys.create', wanted);
      story.kept.leaked = prefix;
    },
    input: ({ kept }) => ({ key: kept.leaked!, reason: 'It was published.' }),
  }),
  example({ name: 'keys.list', by: 'developer', input: () => ({ all: true }) }),
  example({ name: 'agent_calls.list', by: 'developer', input: () => ({}) }),
  example({ name: 'failed_calls.list', by: 'developer', input: () => ({}) }),
  example({ name: 'usage.list', by: 'developer', input: () => ({}) }),
  example({ name: 'usage.totals', by: 'developer', input: () => ({}) }),
];

const WEBHOOKS: Example[] = [
  example({
    name: 'webhooks.add',
    by: 'developer',
    input: () => ({ url: 'http://127.0.0.1:1/' }),
    after: keep('endpoint', 'id'),
  }),
  example({ name: 'webhooks.list', by: 'developer', input: () => ({}) }),
  example({
    name: 'webhooks.update',
    by: 'developer',
    input: ({ kept }) => ({ endpoint: kept.endpoint!, description: 'For a test.' }),
  }),
  ...(['give_secret', 'end_secret_overlap', 'rotate_secret'] as const).map((name) =>
    example({
      name: `webhooks.${name}`,
      by: 'developer',
      input: ({ kept }) => ({ endpoint: kept.endpoint! }),
    }),
  ),
  example({
    name: 'webhooks.remove_secret',
    by: 'developer',
    before: async ({ services, callers, kept }) => {
      const overlapping = { endpoint: kept.endpoint! };
      await performAct(services, callers.developer!, 'webhooks.end_secret_overlap', overlapping);
    },
    input: ({ kept }) => ({ endpoint: kept.endpoint! }),
  }),
  example({
    name: 'webhooks.test',
    by: 'developer',
    input: ({ kept }) => ({ endpoint: kept.endpoint!, type: 'webhook.test' }),
    after: keep('delivery', 'delivery_id'),
  }),
  example({ name: 'deliveries.list', by: 'developer', input: ({ kept }) => ({ endpoint: kept.endpoint! }) }),
  example({ name: 'deliveries.show', by: 'developer', input: ({ kept }) => ({ delivery: kept.delivery! }) }),
  example({ name: 'deliveries.attempts', by: 'developer', input: () => ({ since: '1970-01-01T00:00:00Z' }) }),
  example({
    name: 'deliveries.redeliver',
    by: 'developer',
    before: finishDeliveries,
    input: ({ kept }) => ({ delivery: kept.delivery! }),
  }),
  example({
    name: 'deliveries.count_redeliverable',
    by: 'developer',
    input: ({ kept }) => ({ endpoint: kept.endpoint!, since: '1970-01-01T00:00:00Z', only_failed: true }),
  }),
  example({
    name: 'deliveries.redeliver_since',
    by: 'developer',
    before: finishDeliveries,
    input: ({ kept }) => ({ endpoint: kept.endpoint!, since: '1970-01-01T00:00:00Z', only_failed: true }),
  }),
  example({ name: 'webhooks.disable', by: 'developer', input: ({ kept }) => ({ endpoint: kept.endpoint! }) }),
  example({ name: 'webhooks.enable', by: 'developer', input: ({ kept }) => ({ endpoint: kept.endpoint! }) }),
  example({ name: 'notices.list', by: 'developer', input: () => ({}) }),
  example({ name: 'workspaces.audit', by: 'developer', input: () => ({}) }),
  example({ name: 'webhooks.remove', by: 'developer', input: ({ kept }) => ({ endpoint: kept.endpoint! }) }),
  example({ name: 'members.remove', by: 'admin', input: () => ({ person: 'Dev' }) }),
  example({
    name: 'members.erase',
    by: 'operator',
    input: () => ({ workspace: 'Acorn', person: 'Dev' }),
  }),
];

const AUDIT: Example[] = [
  example({ name: 'audit.list', by: 'officer', input: () => ({ actor: 'Bo', action: 'staff.' }) }),
];

export const EXAMPLES: readonly Example[] = [
  ...STAFF,
  ...DESK,
  ...FRAMEWORKS,
  ...MARKET,
  ...SERVICE,
  ...CUSTOMERS,
  ...SIGN_INS,
  ...WEBHOOKS,
  ...AUDIT,
];

function askForWithdrawal(world: World, reason: string): Promise<string> {
  return askToWithdraw(world.desk, world.people.operator, { providerId: world.idOf('FX-05'), reason });
}
