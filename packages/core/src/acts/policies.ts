// Bindings of the acts about policies.

import { requireSeenBook, seenBookProviders } from '../books/policy-scope.ts';
import { readKept } from '../decisions/kept.ts';
import { DECISION_ORDER, listDecisions } from '../decisions/list.ts';
import { testFramework } from '../decisions/test-framework.ts';
import { testPolicy } from '../decisions/test-policy.ts';
import { activateAsked, askForActivation, refuseRequest, stopPolicy } from '../policies/activation.ts';
import { listPolicies, readPolicy } from '../policies/describe.ts';
import { discardDraft, savePolicy, setShadow } from '../policies/drafts.ts';
import { changeSettings, readSettings } from '../policies/settings.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const policyBindings: Bindings<ActsAbout<'policies'>> = {
  'policies.list': async ({ context }, { id }) => ({ data: await listPolicies(context.store.db, id) }),
  'policies.read': ({ context }, { id }, { name, version }) =>
    readPolicy(context.store.db, id, name, version),
  'policies.save': ({ context }, member, draft) => savePolicy(context, member, draft, requireSeenBook),
  'policies.discard': ({ context }, member, which) => discardDraft(context, member, which),
  'policies.ask': ({ context }, member, which) => askForActivation(context, member, which, requireSeenBook),
  'policies.activate': ({ context }, member, which) => activateAsked(context, member, which, requireSeenBook),
  'policies.refuse': ({ context }, member, which) => refuseRequest(context, member, which),
  'policies.shadow': ({ context }, member, which) => setShadow(context, member, which, requireSeenBook),
  'policies.stop': ({ context }, member, which) => stopPolicy(context, member, which),
  'policies.test': ({ context, policy, masterKey }, { id, reader }, request) => {
    const { db } = context.store;
    const books = seenBookProviders(db, masterKey, reader);
    return testPolicy(db, policy, id, request, context.clock(), books);
  },
  'policies.test_framework': ({ context, policy, masterKey }, { id, reader }, request) => {
    const { db } = context.store;
    const books = seenBookProviders(db, masterKey, reader);
    return testFramework(db, policy, id, request, context.clock(), books);
  },
  'policies.decisions': async ({ context }, { id }, filter) =>
    DECISION_ORDER.page(filter, (portion) => listDecisions(context.store.db, id, filter, portion)),
  'policies.decision': async ({ context }, { id }, { decision_id }) => ({
    kept: { ...(await readKept(context.store.db, id, decision_id)) },
  }),
  'policies.settings': ({ context }, { id }) => readSettings(context.store.db, id),
  'policies.change_settings': ({ context }, member, wanted) => changeSettings(context, member, wanted),
};
