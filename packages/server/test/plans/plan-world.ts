// A small world with something of everything that reads and acts ask for, and the names of these things.

import type { TestContext } from 'node:test';
import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import type { Member } from '@rf-indicators/core/accounts/members';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Caller } from '@rf-indicators/core/acts/caller';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Actor } from '@rf-indicators/core/context/actor';
import { writeDueDatasets } from '@rf-indicators/core/desk/datasets/write';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { sealRecords } from '@rf-indicators/core/log/seal';
import type { Store, StoreKind } from '@rf-indicators/core/store/store';
import { evaluateWatches } from '@rf-indicators/core/watch/evaluate';
import { actServicesOf } from '../../../../test/support/act-services.ts';
import { contentsOf, limitOf, limitsOf, positionOf } from '../../../../test/support/books.ts';
import { decideDraft } from '../../../../test/support/deciding.ts';
import { decideOnce, policyDocument } from '../../../../test/support/policies.ts';
import type { QueryRecorder } from '../../../../test/support/query-recorder.ts';
import {
  DAY,
  draft,
  enter,
  laterWorld,
  publishNow,
  renewGates,
  type World,
} from '../../../../test/support/world.ts';
import { renderDataset } from '../../src/rendering/datasets/csv.ts';
import { weekOf } from '../../src/rendering/history/iso-week.ts';
import { namesOf } from '../../src/rendering/names/read-names.ts';
import { NO_BRANDING } from '../../src/rendering/pages/site.ts';
import { tilesOf } from '../http/tiles.ts';
import type { Samples, Walker } from './walk.ts';

/** Two publications, the second of which changes one indicator and confirms the others. */
const publishedTwice = laterWorld('published_twice', async (world) => {
  await publishNow(world);
  world.desk.moveTo(world.desk.clock() + DAY);
  await renewGates(world);
  await publishNow(world);
});

const DRAFT = '00000000-0000-4000-8000-000000000000';

/** The world after the acts that people perform all day, which the recorder sees. */
export async function walkedWorld(
  kind: StoreKind,
  t: TestContext,
  recorder: QueryRecorder,
): Promise<{ store: Store; walker: Walker }> {
  const world = await publishedTwice(kind, t);
  const { store, desk, people, masterKey, publisher } = world;
  const { db } = store;
  desk.moveTo(desk.clock() + DAY);
  const member = await addCustomer(world);
  const services = actServicesOf(desk, () => masterKey);
  const perform = <Name extends ActName>(who: Actor | Member, name: Name, input: InputOf<Name>) => {
    const caller: Caller =
      'workspace' in who ? { kind: 'member', member: who, from: 'a test' } : { kind: 'staff', actor: who };
    return recorder.during(name, () => performAct(services, caller, name, input)) as Promise<AnswerOf<Name>>;
  };
  const { analyst, reviewer, operator } = people;
  const slug = world.slugOf('FX-01');

  await recorder.during('inputs.propose, inputs.approve', () =>
    enter(world, 'FX-02', 'withdrawal_status', 'restricted'),
  );
  const evidence = {
    kind: 'other',
    title: 'A page',
    url: 'https://example.com',
    evidence_date: '2026-04-01',
    grade: 'D',
  };
  const row = { provider: slug, input: 'withdrawal_status', value: 'restricted', evidence };
  const { proposal_ids } = await perform(analyst, 'inputs.propose', { rows: [{ value: row }] });
  const [proposal] = proposal_ids as [string];
  await perform(reviewer, 'inputs.ask', { proposal, question: 'Which page?' });
  await perform(analyst, 'inputs.answer', { proposal, answer: 'The first.' });
  await perform(analyst, 'drafts.save', {
    ...{ draft: DRAFT, title: 'A draft', rows: 1, content: {}, seen: 0, writer: 'a page' },
  });
  await perform(analyst, 'due.assign', {
    provider: slug,
    input: 'withdrawal_status',
    assignee: analyst.name,
  });
  await perform(analyst, 'providers.add_note', { provider: slug, text: 'A note.' });
  const reason = 'Anyone may compute it again.';
  const { request } = await perform(operator, 'specimens.name', { provider: slug, reason });
  await perform(reviewer, 'requests.approve', { request: request! });
  const key = await perform(member, 'keys.create', { name: 'backend', tier: 'FREE' });
  const endpoint = await perform(member, 'webhooks.add', { url: 'http://127.0.0.1:1/hook' });
  const { delivery_id: delivery } = await perform(member, 'webhooks.test', {
    endpoint: endpoint.id,
    type: 'score.changed',
  });
  await perform(member, 'policies.save', { document: policyDocument({ name: 'lender' }) });
  await perform(member, 'policies.ask', { name: 'lender' });
  const book = await savedBook(world, member, perform);
  const watched = await watchedBook(world, member, book, perform);
  const decided = await recorder.during('evaluate', () =>
    decideOnce(services, member.workspace.id, [world.idOf('FX-01'), 'nobody']),
  );
  const published = await recorder.during('runs.compute', () =>
    computeRun(desk, operator, { kind: 'manual', asOf: desk.clock() }),
  );
  await recorder.during('committee.vote', () => decideDraft(desk, published));
  await recorder.during('runs.publish', () => publishRun(desk, operator, published, publisher));
  desk.moveTo(desk.clock() + DAY);
  const run = await draft(world);
  const { request_id: withdrawal, matter } = await perform(operator, 'withdrawals.request', {
    provider: world.slugOf('FX-03'),
    reason: 'It ended.',
  });
  await sealRecords(desk, { masterKey, checkpointFile: null });
  const snapshots = snapshotReader(db);
  await writeDueDatasets(desk, { masterKey }, (day) => renderDataset({ db, snapshots }, day));

  const disclosure = 'The disclosure.';
  const baseUrl = 'https://rf.example';
  const walker: Walker = {
    services,
    reading: {
      ...{ db, baseUrl, disclosure, snapshots, clock: () => desk.clock() },
      site: { ...NO_BRANDING, baseUrl, disclosure },
      names: namesOf(db),
    },
    ...{ analyst, operator, member },
    samples: {
      ...(await samplesOf(world)),
      ...{ run, withdrawal, matter, key: key.name, endpoint: endpoint.id, delivery },
      'policies.decision decision_id': decided.document.decision_id,
      book,
      ...watched,
    },
    during: (what, work) => recorder.during(what, work),
  };
  return { store, walker };
}

/** With a scored name and a name without a score, and a limit. */
async function savedBook(
  { idOf }: World,
  member: Member,
  perform: <Name extends ActName>(who: Member, name: Name, input: InputOf<Name>) => Promise<AnswerOf<Name>>,
): Promise<string> {
  const { id: book } = await perform(member, 'books.create', {
    name: 'Treasury',
    currency: 'EUR',
    policy: 'lender',
  });
  const positions = [positionOf('a', '100', { provider: idOf('FX-01') }), positionOf('b', '20')];
  await perform(member, 'books.save', { book, contents: { ...contentsOf(positions) } });
  await perform(member, 'books.ask_limits', { book, document: { ...limitsOf(limitOf('l', '90')) } });
  await perform(member, 'books.change_settings', { book, amounts_to: ['mail'] });
  await perform(member, 'books.rename', { book, name: 'Treasury 2' });
  return book;
}

/** With an alert about it. */
async function watchedBook(
  { desk, masterKey }: World,
  member: Member,
  book: string,
  perform: <Name extends ActName>(who: Member, name: Name, input: InputOf<Name>) => Promise<AnswerOf<Name>>,
): Promise<Samples> {
  const conditions = [{ kind: 'below_score', score: 100 }, { kind: 'evidence_lapses' }] as const;
  const { id: rule } = await perform(member, 'watch.create_rule', {
    ...{ name: 'Low', book, conditions: [...conditions] },
  });
  await perform(member, 'watch.switch_rule', { rule, on: true });
  await evaluateWatches(desk, masterKey, DEFAULT_POLICY);
  const { data } = await perform(member, 'watch.alerts', { rule });
  return {
    ...{
      'watch.preview rule': rule,
      'watch.preview since': new Date(desk.clock()).toISOString().slice(0, 10),
    },
    ...{
      'watch.preview conditions': conditions,
      'watch.alerts rule': rule,
      'watch.alert alert': data[0]!.id,
    },
  };
}

async function addCustomer({ desk, people, masterKey }: World): Promise<Member> {
  const wanted = { name: 'Acorn', tier: 'ENTERPRISE', entitlements: [] } as const;
  const { claim } = await createWorkspace(desk, people.operator, masterKey, wanted);
  const { member } = await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
  await acceptTerms(desk, member, { kind: 'api', digest: currentTerms('api').digest, from: 'a test' });
  return member;
}

/** Values by the names of members and parameters, or by an act and the name of its member. */
async function samplesOf({ store: { db }, desk, people, slugOf, idOf }: World): Promise<Samples> {
  const [slug, id] = [slugOf('FX-01'), idOf('FX-01')];
  const first = <T>(rows: { executeTakeFirstOrThrow(): Promise<T> }) => rows.executeTakeFirstOrThrow();
  const proposal = await first(db.selectFrom('proposals').selectAll().where('provider_id', '=', id));
  const indicator = await first(db.selectFrom('indicators').selectAll().where('provider_id', '=', id));
  const confirmation = await first(db.selectFrom('confirmations').select('run_id'));
  const { date } = await first(db.selectFrom('datasets').select('date'));
  const change = await first(db.selectFrom('changelog').select('id').orderBy('seq'));
  const move = await first(
    db.selectFrom('changelog').select('id').whereRef('new_band', '!=', 'previous_band').orderBy('seq'),
  );
  const leaf = await first(db.selectFrom('log_leaves').select('idx').where('kind', '=', 'changelog'));
  const { tree_size: size } = await first(db.selectFrom('log_state').select('tree_size'));
  const [since, until] = [desk.clock() - DAY, desk.clock()].map((at) => new Date(at).toISOString()) as [
    string,
    string,
  ];
  const [from, to] = [since.slice(0, 10), until.slice(0, 10)];
  const dueDays = ['due.list', 'due.summary', 'due.map', 'due.calendar', 'due.sheet'].map((act) => [
    `${act} until`,
    to,
  ]);
  const evidence = {
    kind: 'other',
    title: 'A page',
    url: 'https://example.com',
    evidence_date: from,
    grade: 'D',
  };
  const entered = { provider: slug, input: proposal.input_id, value: proposal.value };
  return {
    ...Object.fromEntries(dueDays),
    ...{ provider: slug, providers: [slug], providerId: slug, slug, provider_id: id, planner_type: 'btc' },
    ...{ proposal: proposal.id, wrong: proposal.id, batch: proposal.batch_id, input: proposal.input_id },
    ...{ document: 'A page', entry: change.id },
    ...{
      evidence: proposal.evidence_id,
      sha256: '0'.repeat(64),
      grade: 'A',
      currencies: ['USD'],
      draft: DRAFT,
    },
    ...{ recorded_by: people.analyst.name, requester: people.analyst.name, proposer: people.analyst.name },
    ...{ assignee: people.analyst.name, actor: people.analyst.name, 'workspaces.audit actor': 'Ada' },
    ...{ action: 'inputs.proposed', subject: `provider/${id}`, text: 'a', query: 'status' },
    ...{ since, until, from: since, to: until, decided_since: since, as_of: until, on: to, days: 400 },
    ...{ 'due.calendar from': from, 'due.calendar to': to, limit: 1, offset: 1 },
    'inputs.check rows': [{ place: 'row 1', value: { ...entered, evidence } }],
    'due.renewal rows': [{ ...entered, grade: 'A', evidence_date: from }],
    ...{ framework: indicator.methodology_digest, version: 'none' },
    ...{
      'policies.read name': 'lender',
      'policies.test name': 'lender',
      'policies.test version': 1,
      'policies.test_framework name': 'lender',
      'policies.test_framework version': 1,
      'policies.decisions name': 'lender',
      'policies.decisions reference': 'order 7',
      'policies.read version': 1,
      'books.contents number': 1,
      'books.show effective_on': from,
      'books.positions effective_on': from,
      'books.show known_at': since,
      'books.positions known_at': since,
      'books.show since': from,
    },
    ...{
      id: indicator.verification_id,
      verification_id: indicator.verification_id,
      date,
      year: date.slice(0, 4),
      index: String(leaf.idx),
    },
    ...{ 'getConfirmation run': confirmation.run_id, path: `0/${tilesOf(size).at(-1)}` },
    ...{ kinds: 'score_change', include: 'withdrawn', type: 'score.changed', 'issuances.list type': 'bond' },
    ...{ lei: 'HWUPKR0MPOU8FGXBT394', isin: 'US0378331005', ticker: 'XNAS:ABCD', domain: 'a.example' },
    address: 'eip155:1:0x52908400098527886e0f7030069857d2e4169ee7',
    ...{
      'listIssuances type': 'bond',
      event_id: 'none',
      request_id: 'none',
      tool: 'get_provider_score',
      outcome: 'ok',
    },
    ...{
      'failed_calls.list status': 404,
      code: 'not_found',
      operation: 'getScore',
      'notices.list kind': 'any',
    },
    pages: {
      scoresPage: [{}, { q: 'a' }, { type: 'btc' }, { band: 'LOW' }, { sort: '-score' }, { page: '2' }],
      scoresMap: [{ view: 'map' }, { view: 'map', q: 'a', type: 'btc' }],
      scoresTimeline: [{ view: 'timeline' }, { view: 'timeline', as_of: date, type: 'btc' }],
      scoresRows: [{}],
      scoresCsv: [{}],
      changelogPage: [
        {},
        { kinds: 'score_change' },
        { cursor: 1000 },
        { provider: slug },
        { direction: 'safer' },
        { since: from },
        { provider: slug, direction: 'riskier', since: from },
      ],
      changelogCsv: [{}, { direction: 'riskier' }],
      changePage: [{ id: change.id }],
      weekPage: [{ week: weekOf(indicator.published_at).name }],
      weeksPage: [{}],
      comparePage: [{ providers: slug }],
      providerPage: [{ slug }],
      providerReport: [{ slug }],
      // No framework has replaced another.
      differencesPage: [],
      providerNames: [{}],
      whyPage: [{}, { slug }],
      specimen: [{ slug }],
      indicatorCard: [{ id: indicator.verification_id }],
      changeCard: [{ id: move.id }],
      embedPage: [{ slug, theme: 'auto' }],
      embedChart: [{ slug, theme: 'auto' }],
      oembed: [{ slug }],
      searchPage: [{ q: 'a' }],
      // A name, a verification id, the id of a provider or change, and a kind of changes.
      searchResults: [{ q: slug }, { q: 'RF-00000' }, { q: '00000000' }, { q: 'correction' }],
      serviceHistory: [{}],
    },
  };
}
