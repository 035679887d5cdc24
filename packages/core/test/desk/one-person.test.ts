// One person against the desk. An insider who has every role, and every token and code that they ever see, does what the
// table of acts offers, in any order and at any time, while everybody else looks away. Outside a founding period they
// publish no first indicator, change of band, correction or reinstatement, withdraw nothing, approve no input, change no
// role, key, framework or rule, and do not become a second person. On both stores.

import assert from 'node:assert/strict';
import { type ActName, STAFF_ROLES } from '@rf-indicators/contract/acts';
import { foundingState } from '@rf-indicators/core/accounts/founding';
import { ablePeople, authenticate, listStaff } from '@rf-indicators/core/accounts/staff';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Actor } from '@rf-indicators/core/context/actor';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { civilDate } from '@rf-indicators/core/context/times';
import { listMatters } from '@rf-indicators/core/desk/committee/list-matters';
import { runDaily } from '@rf-indicators/core/desk/publication/daily-run';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { parseSignerKey, signerKeyFromSeed, signMethodology } from '@rf-indicators/engine';
import { cases, seededNumbers } from '../../../../test/support/counts.ts';
import { decideMatter } from '../../../../test/support/deciding.ts';
import { framework } from '../../../../test/support/desk-fixture.ts';
import { serveDays } from '../../../../test/support/service-days.ts';
import { enrol } from '../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  DAY,
  enter,
  foundedWorld,
  MINUTE,
  publishNow,
  renewGates,
  type World,
} from '../../../../test/support/world.ts';
import { servicesFor, storyOf } from '../acts/story.ts';

const ACTS_PER_DESK = 60;
const UNPUBLISHED = ['FX-09', 'FX-10', 'FX-11'];
const PUBLISHED = ALL_SAMPLES.filter((sample) => !UNPUBLISHED.includes(sample));
const WITHDRAWN = 'FX-12';
const STANDING = PUBLISHED.filter((sample) => sample !== WITHDRAWN);
const WORSENED = 'FX-01';

type Pick = (below: number) => number;
const oneOf = <T>(pick: Pick, all: readonly T[]): T | undefined => all[pick(all.length)];

interface Insider {
  world: World;
  pick: Pick;
  perform: (actor: Actor | null, name: ActName, input: object) => Promise<unknown>;
  /** Everything that they have seen. */
  tokens: string[];
  codes: string[];
  checks: Map<string, string>;
  requests: string[];
  withdrawals: string[];
  runs: string[];
  batches: string[];
  proposals: string[];
  names: string[];
}

/** A desk with something of every kind to gain: unpublished and withdrawn providers, a change of band that waits. */
async function temptingDesk(world: World): Promise<string> {
  const { desk, people } = world;
  await publishNow(world, { providerIds: PUBLISHED.map(world.idOf) });
  desk.moveTo(desk.clock() + MINUTE);
  const request = { providerId: world.idOf(WITHDRAWN), reason: 'A dispute.' };
  await decideMatter(desk, await askToWithdraw(desk, people.operator, request));
  desk.moveTo(desk.clock() + DAY);
  await enter(world, WORSENED, 'key_quorum', '1');
  const { token } = await enrol(desk, people.operator, { name: 'Ivy', roles: STAFF_ROLES }, people.reviewer);
  return token;
}

/** One of the people whose tokens the insider holds; the acts check what each may do. */
async function anIdentity({ world, pick, tokens }: Insider): Promise<Actor> {
  return authenticate(world.desk, oneOf(pick, tokens)!);
}

async function nextFramework(pick: Pick) {
  const document = framework(`2.${pick(3)}`, '2026-05-20');
  const key = await signerKeyFromSeed('ivy-key', new Uint8Array(32).fill(9));
  const signer = await parseSignerKey(key.signer);
  return {
    document,
    publicKey: key.verifier,
    signOff: await signMethodology(document, signer, 'Ivy', '2026-04-01T09:00:00Z'),
  };
}

type Try = (insider: Insider) => Promise<[ActName, object] | null>;

/** Acts with an input that could succeed; the answers teach the insider new ids, codes and tokens. */
const TRIES: Record<string, Try> = {
  invite: async ({ names, pick }) => {
    const name = `Puppet ${names.length}`;
    names.push(name);
    return ['staff.invite', { name, roles: pick(2) === 0 ? [...STAFF_ROLES] : ['reviewer'] }];
  },
  inviteAgain: async ({ names, pick }) => ['staff.invite_again', { person: oneOf(pick, names)! }],
  claim: async ({ codes, pick }) =>
    codes.length === 0 ? null : ['staff.claim', { code: oneOf(pick, codes)! }],
  confirm: async ({ names, checks, pick }) => {
    const person = oneOf(pick, names)!;
    return ['staff.confirm', { person, check: checks.get(person) ?? '0000-0000' }];
  },
  setRoles: async ({ names, pick }) => [
    'staff.set_roles',
    { person: oneOf(pick, names)!, roles: [...STAFF_ROLES] },
  ],
  retire: async ({ names, pick }) => ['staff.retire', { person: oneOf(pick, names)! }],
  revoke: async ({ world, pick }) => {
    const people = (await listStaff(world.store.db)).filter(({ name }) => name !== 'Ivy');
    const prefix = oneOf(
      pick,
      people.flatMap(({ tokens }) => tokens),
    )?.prefix;
    return prefix === undefined ? null : ['staff.revoke_token', { prefix }];
  },
  rule: async () => ['rules.set', { name: 'activation_notice_days', value: 1 }],
  approveRequest: async ({ world, pick }) => {
    const rows = await world.store.db.selectFrom('requests').select('id').execute();
    return rows.length === 0 ? null : ['requests.approve', { request: oneOf(pick, rows)!.id }];
  },
  founding: async () => ['founding.return', { reason: 'I am alone.' }],
  enrolKey: async ({ pick }) => [
    'officer_keys.enrol',
    { officer: 'Ivy', public_key: (await nextFramework(pick)).publicKey },
  ],
  importFramework: async ({ pick }) => [
    'frameworks.import',
    { document: (await nextFramework(pick)).document },
  ],
  signFramework: async ({ pick }) => [
    'frameworks.record_sign_off',
    { sign_off: (await nextFramework(pick)).signOff },
  ],
  activate: async ({ world, pick }) => {
    const rows = await world.store.db.selectFrom('methodologies').select('digest').execute();
    const urgent = pick(2) === 0 ? { urgent: 'At once.' } : {};
    return ['frameworks.activate', { framework: oneOf(pick, rows)!.digest, notes: 'Mine.', ...urgent }];
  },
  propose: async ({ world, pick }) => [
    'inputs.propose',
    {
      rows: [
        {
          value: {
            provider: world.slugOf(oneOf(pick, ALL_SAMPLES)!),
            input: 'key_quorum',
            value: oneOf(pick, ['1', '2', '3'])!,
            evidence: { kind: 'k', title: 't', evidence_date: civilDate(world.desk.clock()), grade: 'D' },
          },
        },
      ],
    },
  ],
  approveInputs: async ({ batches, pick }) =>
    batches.length === 0 ? null : ['inputs.approve', { batch: oneOf(pick, batches)!, unopened: true }],
  run: async () => ['runs.compute', {}],
  vote: async (insider) => votesOn(insider),
  writeMinutes: async (insider) => {
    const voting = await votesOn(insider);
    const text = 'The committee met.';
    return voting === null ? null : ['committee.minute', { matters: voting[1].matters, text }];
  },
  waive: async (insider) => {
    const voting = await votesOn(insider);
    const sentence = 'It was read.';
    return voting === null ? null : ['committee.waive', { matters: voting[1].matters, sentence }];
  },
  publish: async ({ runs, pick }) =>
    runs.length === 0 ? null : ['runs.publish', { run: oneOf(pick, runs)! }],
  discard: async ({ runs, pick }) =>
    runs.length === 0 ? null : ['runs.discard', { run: oneOf(pick, runs)!, reason: 'No.' }],
  withdraw: async ({ world, pick }) => [
    'withdrawals.request',
    { provider: world.slugOf(oneOf(pick, PUBLISHED)!), reason: 'It ended.' },
  ],
  reinstate: async ({ world }) => [
    'reinstatements.draft',
    { providers: [world.slugOf(WITHDRAWN)], reason: 'It goes on.' },
  ],
  correct: async ({ world, pick }) => {
    const rows = await world.store.db.selectFrom('decisions').select('proposal_id').limit(50).execute();
    return ['corrections.draft', { wrong: oneOf(pick, rows)!.proposal_id, reason: 'It was wrong.' }];
  },
  retireProvider: async ({ world, pick }) => [
    'providers.retire',
    { provider: world.slugOf(oneOf(pick, STANDING)!) },
  ],
  rotateKey: async () => ['signing_keys.rotate', {}],
};

/** A vote on everything that is open: drafts, withdrawals and reviews. */
async function votesOn({ world, pick }: Insider, run?: string): Promise<['committee.vote', Voting] | null> {
  const open = await listMatters(world.store.db, {
    ...{ state: 'open', reader: null, now: world.desk.clock() },
    ...(run === undefined ? {} : { run }),
  });
  if (open.length === 0) return null;
  const matters = open.map(({ matter, seen }) => ({ matter, seen }));
  const vote = pick(4) === 0 ? 'against' : 'for';
  return ['committee.vote', { matters, vote, minute: 'The committee met.' }];
}

interface Voting {
  matters: { matter: string; seen: string }[];
  vote: 'for' | 'against';
  minute: string;
}

async function voteFor(insider: Insider, actor: Actor, run: string): Promise<void> {
  const voting = await votesOn(insider, run);
  if (voting !== null) await insider.perform(actor, voting[0], { ...voting[1], vote: 'for' });
}

/** Plans of several steps, which random acts would rarely take in this order. */
const PLANS: Record<string, (insider: Insider) => Promise<unknown>> = {
  publishOwnApproval: async (insider) => {
    const actor = await anIdentity(insider);
    const { run_id: run } = (await insider.perform(actor, 'runs.compute', {})) as { run_id: string };
    await voteFor(insider, actor, run);
    await insider.perform(actor, 'runs.publish', { run });
  },
  letTheServicePublish: async (insider) => {
    const { desk, publisher } = insider.world;
    desk.moveTo(desk.clock() + DAY);
    const run = await runDaily(desk, publisher, false);
    await voteFor(insider, await anIdentity(insider), run!);
    await runDaily(desk, publisher, true);
  },
  waitForTheFounding: async (insider) => {
    const { desk, masterKey } = insider.world;
    const actor = await anIdentity(insider);
    await insider.perform(actor, 'founding.return', { reason: 'I am alone.' });
    await serveDays(desk, masterKey, 8, (by) => desk.moveTo(desk.clock() + by));
    await insider.perform(actor, 'founding.return', { reason: 'I am alone.' });
  },
  puppet: async (insider) => {
    const actor = await anIdentity(insider);
    const name = `Puppet ${insider.names.length}`;
    insider.names.push(name);
    const { code } = (await insider.perform(actor, 'staff.invite', { name, roles: ['reviewer'] })) as {
      code: string;
    };
    const { token, check } = (await insider.perform(null, 'staff.claim', { code })) as {
      token: string;
      check: string;
    };
    insider.tokens.push(token);
    await insider.perform(actor, 'staff.confirm', { person: name, check });
  },
};

const TIME: Record<string, (insider: Insider) => Promise<unknown>> = {
  days: async ({ world, pick }) => {
    world.desk.moveTo(world.desk.clock() + (1 + pick(5)) * DAY);
    // Somebody else keeps the gates alive; they do nothing else.
    await renewGates(world);
  },
  daily: ({ world }) => runDaily(world.desk, world.publisher, true),
  sweep: ({ world }) => sweepStaleness(world.desk, world.publisher.policy),
};

/** Keeps what an answer or an act reveals. */
function learn(insider: Insider, name: ActName, answer: Record<string, unknown>): void {
  const keep = (list: string[], value: unknown) => {
    if (typeof value === 'string') list.push(value);
  };
  keep(insider.tokens, answer.token);
  keep(insider.codes, answer.code);
  keep(insider.requests, answer.request);
  keep(insider.runs, answer.run_id);
  keep(insider.batches, answer.batch_id);
  if (name === 'withdrawals.request') keep(insider.withdrawals, answer.request_id);
  if (name === 'staff.claim') insider.checks.set(answer.name as string, answer.check as string);
}

/** What one person alone must not change. */
async function guarded({ store }: World): Promise<Record<string, unknown>> {
  const { db } = store;
  const indicators = await db
    .selectFrom('indicators')
    .select('verification_id')
    .where('kind', 'in', ['initial', 'band_change', 'correction', 'reinstatement'])
    .orderBy('log_index')
    .execute();
  const withdrawals = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('withdrawn_by', '<>', 'service')
    .execute();
  const roles = (await listStaff(db))
    .filter(({ status }) => status === 'active')
    .map(({ name, roles: held, tokens }) => [
      name,
      held,
      tokens.filter(({ confirmed_at }) => confirmed_at !== null),
    ]);
  return {
    indicators: indicators.map(({ verification_id }) => verification_id),
    withdrawals: withdrawals.map(({ id }) => id),
    decisions: await db
      .selectFrom('decisions')
      .select('proposal_id')
      .where('decided_by', 'in', ivy(db))
      .execute(),
    rules: await db.selectFrom('desk_rules').selectAll().execute(),
    keys: await db.selectFrom('officer_keys').select(['key_id', 'retired_at']).orderBy('key_id').execute(),
    activations: await db.selectFrom('methodology_activations').select('digest').execute(),
    retired: await db.selectFrom('providers').select('id').where('retired_at', 'is not', null).execute(),
    roles: roles.map(([name, held]) => [name, held]),
  };
}

function ivy(db: World['store']['db']) {
  return db.selectFrom('staff').select('id').where('name', '=', 'Ivy');
}

/** The store was left to one person, and the others had seven days to say something. */
async function checkReturn({ store, desk }: World): Promise<void> {
  const able = await ablePeople(store.db, desk.clock());
  assert.deepEqual(
    able.map(({ name }) => name).filter((name) => name !== 'Ivy'),
    [],
  );
  const [notice] = await store.db
    .selectFrom('founding')
    .selectAll()
    .where('state', '=', 'notice')
    .orderBy('seq', 'desc')
    .limit(1)
    .execute();
  assert.ok(notice!.effective_at! <= desk.clock());
}

async function identities({ world, tokens }: Insider): Promise<string[]> {
  const names = new Set<string>();
  for (const token of tokens) {
    try {
      names.add((await authenticate(world.desk, token)).name);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return [...names];
}

onEitherStore(
  'outside a founding period, one person alone changes nothing that takes two',
  async (kind, t) => {
    for (let number = 0; number < cases(kind === 'sqlite' ? 3 : 1, 100); number += 1) {
      const world = await foundedWorld(kind, t);
      const pick = seededNumbers(9100 + number);
      const token = await temptingDesk(world);
      const story = storyOf(world);
      const perform: Insider['perform'] = (actor, name, input) =>
        performAct(
          servicesFor(story, name),
          actor === null ? { kind: 'nobody' } : { kind: 'staff', actor },
          name,
          input as never,
        );
      const others = Object.values(world.people).map(({ name }) => name);
      const insider: Insider = {
        ...{
          world,
          pick,
          perform,
          tokens: [token],
          codes: [],
          checks: new Map(),
          requests: [],
          withdrawals: [],
        },
        ...{ runs: [], batches: [], proposals: [], names: ['Ivy', ...others] },
      };
      const before = await guarded(world);
      const told: string[] = [];
      let done = 0;
      for (let act = 0; act < ACTS_PER_DESK; act += 1) {
        world.desk.moveTo(world.desk.clock() + MINUTE);
        const chosen = oneOf(pick, [...Object.keys(TRIES), ...Object.keys(PLANS), ...Object.keys(TIME)])!;
        try {
          const plan = { ...PLANS, ...TIME }[chosen];
          if (plan !== undefined) await plan(insider);
          else {
            const wanted = await TRIES[chosen]!(insider);
            if (wanted === null) continue;
            const [name, input] = wanted;
            const actor = name === 'staff.claim' ? null : await anIdentity(insider);
            learn(insider, name, (await perform(actor, name, input)) as Record<string, unknown>);
          }
          done += 1;
          told.push(chosen);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          told.push(`${chosen} refused (${error.message.slice(0, 60)})`);
        }
        if ((await foundingState(world.store.db)).state === 'founding') {
          await checkReturn(world);
          break;
        }
        try {
          assert.deepEqual(await identities(insider), ['Ivy']);
          assert.deepEqual(await guarded(world), before);
        } catch (error) {
          throw new Error(`desk ${number}, after ${told.join(', ')}`, { cause: error });
        }
      }
      assert.ok(done > 5, `hardly anything was possible: ${told.join(', ')}`);
    }
  },
);
