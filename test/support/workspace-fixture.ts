// Customers for tests: a desk with an operator, and workspaces that their Contract Admins claimed.

import type { TestContext } from 'node:test';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import type { Member } from '@rf-indicators/core/accounts/members';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { createWorkspace, enablePilot, type NewWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import type { TermsKind } from '@rf-indicators/core/store/schema';
import type { Store, StoreKind } from '@rf-indicators/core/store/store';
import { fixtureDesk, person } from './desk-fixture.ts';
import { newMasterKey } from './world.ts';

export const HOUR = 60 * 60 * 1000;

export interface Customers {
  desk: Awaited<ReturnType<typeof fixtureDesk>>;
  masterKey: MasterKey;
  operator: Actor;
}

export async function customers(kind: StoreKind, t: TestContext, store?: Store): Promise<Customers> {
  const desk = await fixtureDesk(kind, t, store);
  return { desk, masterKey: newMasterKey(), operator: await person(desk, 'olga', 'operator') };
}

/** A workspace with its Contract Admin, who has accepted nothing yet. */
export async function claimed(
  { desk, masterKey, operator }: Customers,
  { name = 'Acorn', tier = 'ENTERPRISE', ...rest }: Partial<NewWorkspace> = {},
) {
  const { claim } = await createWorkspace(desk, operator, masterKey, { name, tier, ...rest });
  return claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
}

/** One that can issue keys. */
export async function ready(given: Customers, workspace: Partial<NewWorkspace> = {}): Promise<Member> {
  const { member } = await claimed(given, workspace);
  await accept(given, member, 'api');
  return member;
}

/** One that can issue keys with the agent scope. */
export async function inPilot(given: Customers): Promise<Member> {
  const member = await ready(given);
  await enablePilot(given.desk, given.operator, member.workspace.id);
  await accept(given, member, 'agent');
  return member;
}

export function accept({ desk }: { desk: Context }, member: Member, kind: TermsKind): Promise<boolean> {
  return acceptTerms(desk, member, { kind: kind, digest: currentTerms(kind).digest, from: 'a test' });
}

export async function actions({ desk }: { desk: Context }): Promise<string[]> {
  const acts = await desk.store.db.selectFrom('audit').select('action').orderBy('seq').execute();
  return acts.map(({ action }) => action);
}

/** Of attempts that were made at once: how many went through, and the refusals of the others. */
export async function atOnce<T>(...attempts: Promise<T>[]): Promise<{ won: T[]; lost: unknown[] }> {
  const settled = await Promise.allSettled(attempts);
  return {
    won: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    lost: settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])),
  };
}
