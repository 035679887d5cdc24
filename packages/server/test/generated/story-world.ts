// A store in which every act was performed once, served over HTTP, with somebody for every role, tier and kind of sign-in.

import { type ActName, MEMBER_ROLES, STAFF_ROLES } from '@rf-indicators/contract/acts';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { addMember } from '@rf-indicators/core/accounts/members';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { startInProcess } from '../../../../test/support/in-process.ts';
import type { Lifetime } from '../../../../test/support/lifetime.ts';
import type { RunningServer } from '../../../../test/support/server-process.ts';
import { enrol } from '../../../../test/support/staff.ts';
import { foundedPlace } from '../../../../test/support/world.ts';
import { EXAMPLES } from '../../../core/test/acts/examples.ts';
import { servicesFor, storyOf } from '../../../core/test/acts/story.ts';
import { writeSession } from '../console/served.ts';
import { KnownValues } from './valid-values.ts';

export interface Caller {
  name: string;
  /** null for nobody: not of the staff and not of a workspace. */
  kind: 'staff' | 'member' | null;
  role: string | null;
  headers: Record<string, string>;
}

export interface StoryWorld {
  server: RunningServer;
  /** The callers of the read API, and of the console. */
  keys: Caller[];
  people: Caller[];
  /** An input of each act that was valid in the story. */
  inputs: Map<ActName, object>;
  known: KnownValues;
}

const MANY = '100000000';
const NO_LIMITS = Object.fromEntries(
  [
    'RF_LIMIT_CONSOLE',
    'RF_LIMIT_CONSOLE_PER_ADDRESS',
    'RF_LIMIT_FAILED_KEYS',
    'RF_LIMIT_PUBLIC_SCORES',
    'RF_LIMIT_SCORE_REQUESTS',
    'RF_LIMIT_SCORE_REQUESTS_IN_ALL',
  ].map((name) => [name, MANY]),
);

export async function serveStory(kind: StoreKind, t: Lifetime): Promise<StoryWorld> {
  const { location, world } = await foundedPlace(kind, t);
  const story = storyOf(world);
  const inputs = new Map<ActName, object>();
  const known = new KnownValues();
  for (const { name, by, before, input, after } of EXAMPLES) {
    world.desk.moveTo(world.desk.clock() + 1000);
    await before?.(story);
    const given = input(story);
    inputs.set(name, structuredClone(given));
    const answer = await performAct(servicesFor(story, name), story.callers[by]!, name, given as never);
    known.add(given);
    known.add(answer);
    await after?.(story, answer as never);
  }
  known.add(story.kept);
  const clock = () => Date.now();
  const context: Context = { store: world.store, clock, newId: () => uuidV7(clock()) };
  const { masterKey, people: founders } = world;
  const env = { ...NO_LIMITS, RF_WEBHOOK_LOOPBACK: 'yes' };
  const { dataDir, databaseUrl } = location;
  const server = await startInProcess(t, {
    dataDir,
    demo: false,
    env: databaseUrl === null ? env : { ...env, DATABASE_URL: databaseUrl },
  });
  const people: Caller[] = [
    { name: 'nobody', kind: null, role: null, headers: {} },
    { name: 'an unknown token', kind: null, role: null, headers: { authorization: 'Bearer rf_staff_x' } },
  ];
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const session = async (person: { id: string; name: string; actingAs: string }) => ({
    cookie: await writeSession(context, masterKey, server.url, person),
    origin: server.url,
  });
  for (const role of STAFF_ROLES) {
    const wanted = { name: `only ${role}`, roles: [role] };
    const { actor, token } = await enrol(context, founders.operator, wanted, founders.reviewer);
    people.push({ name: `staff ${role}`, kind: 'staff', role, headers: bearer(token) });
    if (role !== 'analyst') continue;
    const headers = await session({ ...actor, actingAs: `staff/${actor.id}` });
    people.push({ name: `staff ${role} by session`, kind: 'staff', role, headers });
  }
  const member = await openWorkspace('ENTERPRISE');
  for (const role of MEMBER_ROLES) {
    const wanted = { name: `only ${role}`, role };
    const { id, token } = await addMember(context, member, wanted);
    people.push({ name: `member ${role}`, kind: 'member', role, headers: bearer(token) });
    if (role !== 'contract_admin') continue;
    const headers = await session({ id, name: wanted.name, actingAs: `members/${id}` });
    people.push({ name: `member ${role} by session`, kind: 'member', role, headers });
  }
  const keys: Caller[] = [
    { name: 'nobody', kind: null, role: null, headers: {} },
    { name: 'an unknown key', kind: null, role: null, headers: { 'x-api-key': `rf_live_${'x'.repeat(32)}` } },
  ];
  for (const tier of ['FREE', 'PROFESSIONAL', 'ENTERPRISE', 'CUSTOM'] as const) {
    // A FREE workspace has no keys, but others can have FREE ones.
    const holder = await openWorkspace(tier === 'FREE' ? 'PROFESSIONAL' : tier);
    const { key } = await createKey(context, holder, { name: 'a key', tier });
    keys.push({ name: tier, kind: null, role: null, headers: { 'x-api-key': key } });
  }
  return { server, keys, people, inputs, known };

  async function openWorkspace(tier: 'PROFESSIONAL' | 'ENTERPRISE' | 'CUSTOM') {
    const entitlements = tier === 'CUSTOM' ? (['scores', 'methodology'] as const) : [];
    const wanted = { name: `Generated ${tier} ${uuidV7(clock())}`, tier, entitlements };
    const { claim } = await createWorkspace(context, founders.operator, masterKey, wanted);
    const claimed = await claimWorkspace(context, masterKey, { code: claim.code, name: 'Ada' });
    const accepted = { kind: 'api', digest: currentTerms('api').digest, from: 'a test' } as const;
    await acceptTerms(context, claimed.member, accepted);
    return claimed.member;
  }
}
