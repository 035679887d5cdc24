// Bindings of the acts about requests: what waits for a second person.

import { frameworkVersion } from '@rf-indicators/engine';
import {
  cancelRequest,
  listRequests,
  REQUEST_ORDER,
  type Request,
  recordApproval,
  refuseRequest,
  requireApprovable,
  type TwoPersonAct,
} from '../accounts/requests.ts';
import { methodologyByDigest } from '../desk/methodology/signed.ts';
import type { Queries } from '../store/store.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { checkedInput } from './check-input.ts';
import { committeeRequests } from './committee.ts';
import { disclosureRequests } from './disclosures.ts';
import { entryCheckRequests } from './entry-checks.ts';
import { frameworkRequests } from './frameworks.ts';
import { masterKeyRequests } from './master-key.ts';
import { officerKeyRequests } from './officer-keys.ts';
import { providerRequests } from './providers.ts';
import { ruleRequests } from './rules.ts';
import { runRequests } from './runs.ts';
import { serverRequests } from './servers.ts';
import { signInRequests } from './sign-ins.ts';
import { specimenRequests } from './specimens.ts';
import { staffRequests } from './staff.ts';
import type { TwoPersonDefinition } from './two-people.ts';

/** People compare the version of a framework, and not its digest. */
async function named(db: Queries, request: Request): Promise<Request & { about: string | null }> {
  if (!(request.act in frameworkRequests)) return { ...request, about: null };
  const found = await methodologyByDigest(db, request.subject).catch(() => null);
  return { ...request, about: found && frameworkVersion(found.methodology.document) };
}

/** How each act that takes two people is performed. */
const DEFINITIONS: { [Name in TwoPersonAct]: TwoPersonDefinition<Name> } = {
  ...staffRequests,
  ...officerKeyRequests,
  ...frameworkRequests,
  ...ruleRequests,
  ...committeeRequests,
  ...runRequests,
  ...providerRequests,
  ...specimenRequests,
  ...disclosureRequests,
  ...entryCheckRequests,
  ...signInRequests,
  ...serverRequests,
  ...masterKeyRequests,
};

export const requestBindings: Bindings<ActsAbout<'requests'>> = {
  'requests.list': async ({ context: { store, clock } }, _, filter) => {
    const { data, next_cursor } = await REQUEST_ORDER.page(filter, (portion) =>
      listRequests(store.db, clock(), filter, portion),
    );
    return { data: await Promise.all(data.map((one) => named(store.db, one))), next_cursor };
  },
  'requests.approve': async (services, actor, { request: id }) => {
    const { context } = services;
    const { request, people } = await requireApprovable(context, context.store.db, actor, id);
    const { act, subject, input } = request;
    // Each entry of the table has its own type, which TypeScript cannot relate to `act`.
    const { perform, continues } = DEFINITIONS[act] as TwoPersonDefinition<TwoPersonAct>;
    await perform(
      services,
      people,
      checkedInput(act, input),
      (writes) => recordApproval(context, writes, actor, id),
      id,
    );
    return { act, subject, done: continues?.(services) !== true };
  },
  'requests.refuse': ({ context }, actor, { request, reason }) =>
    refuseRequest(context, actor, request, reason),
  'requests.cancel': ({ context }, actor, { request }) => cancelRequest(context, actor, request),
};
