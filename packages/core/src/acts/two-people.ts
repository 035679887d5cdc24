// Acts that take two people: the act makes a request, and is performed when another person approves it. Where one person
// may act alone, for example while the store is being founded, it is performed at once.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import { makeRequest, type People, type TwoPersonAct } from '../accounts/requests.ts';
import { type Actor, actAs, actingStaff } from '../context/actor.ts';
import { Refusal } from '../context/refusal.ts';
import type { Queries, Writes } from '../store/store.ts';
import type { Binding } from './binding.ts';
import type { ActServices } from './services.ts';

/** Called first in the transaction that performs the act: records the approval, or checks again that one may act alone. */
export type Commit = (writes: Writes) => Promise<void>;

/** What an act answers beside whether it is done. */
export type Extra<Name extends TwoPersonAct> = Omit<DomainAnswerOf<Name>, 'done' | 'request'>;

export interface TwoPersonDefinition<Name extends TwoPersonAct> {
  /** Whether this person may act alone now. */
  alone(
    db: Queries | Writes,
    actor: Actor,
    input: DomainInputOf<Name>,
    services: ActServices,
  ): Promise<boolean>;
  /** Refuses a request that could not be approved. Returns what it is about, and what else the act answers. */
  check(
    services: ActServices,
    actor: Actor,
    input: DomainInputOf<Name>,
  ): Promise<{ subject: string; extra: Extra<Name> }>;
  perform(
    services: ActServices,
    people: People,
    input: DomainInputOf<Name>,
    commit: Commit,
    requestId: string | null,
  ): Promise<void>;
  /** Whether the service goes on with it after the approval; absent: it never does. */
  continues?(services: ActServices): boolean;
}

/** Keeps the exact type of a definition. */
export function twoPeople<Name extends TwoPersonAct>(
  name: Name,
  definition: TwoPersonDefinition<Name>,
): TwoPersonDefinition<Name> & { name: Name } {
  return { name, ...definition };
}

export function twoPersonBinding<Name extends TwoPersonAct>(
  definition: TwoPersonDefinition<Name> & { name: Name },
): Binding<Name> {
  const { name, alone, check, perform } = definition;
  const binding = async (services: ActServices, actor: Actor, input: DomainInputOf<Name>) => {
    const { store } = services.context;
    const { subject, extra } = await check(services, actor, input);
    if (await alone(store.db, actor, input, services)) {
      const commit: Commit = async (writes) => {
        await actingStaff(writes, actor, name);
        if (await alone(writes, actor, input, services)) return;
        throw new Refusal('conflict', 'This takes two people now. Run the command again to request it.');
      };
      await perform(services, { requester: actor, approver: null }, input, commit, null);
      return { done: true, request: null, ...extra };
    }
    const request = await actAs(services.context, actor, name, (writes, requester) =>
      makeRequest(services.context, writes, requester, name, subject, input),
    );
    return { done: false, request, ...extra };
  };
  return binding as unknown as Binding<Name>;
}
