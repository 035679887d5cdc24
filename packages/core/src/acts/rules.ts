// Bindings of the acts about the settings of the two-person rule.

import { deskRules, requireValidRule, setDeskRule } from '../accounts/desk-rules.ts';
import { requireDisclosed } from '../desk/disclosures/register.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { twoPeople, twoPersonBinding } from './two-people.ts';

const set = twoPeople('rules.set', {
  // Nobody changes the rule alone, not even while the store is being founded.
  alone: async () => false,
  check: async ({ context }, _, { name, value }) => {
    requireValidRule(name, value);
    await requireDisclosed(context.store.db, name, value);
    return { subject: `rules/${name}`, extra: {} };
  },
  perform: ({ context }, people, { name, value }, commit, requestId) =>
    context.store.transaction(async (writes) => {
      await commit(writes);
      requireValidRule(name, value);
      await requireDisclosed(writes, name, value);
      await setDeskRule(context, writes, people, requestId!, name, value);
    }),
});

export const ruleRequests = { 'rules.set': set };

export const ruleBindings: Bindings<ActsAbout<'rules'>> = {
  'rules.list': async ({ context }) => ({ data: await deskRules(context.store.db) }),
  'rules.set': twoPersonBinding(set),
};
