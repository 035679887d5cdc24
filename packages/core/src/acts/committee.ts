// Bindings of the acts about the committee.

import { listMatters, listThese, MATTER_ORDER } from '../desk/committee/list-matters.ts';
import { requireMatters } from '../desk/committee/matter-items.ts';
import { proposeReview } from '../desk/committee/propose-review.ts';
import { showMatter } from '../desk/committee/show-matter.ts';
import { addMinute, castVote, recuse, waiveReading } from '../desk/committee/vote.ts';
import { appoint, chairAmong, committeeRule, requireAppointable } from '../desk/matters/rule.ts';
import { voters } from '../desk/matters/voters.ts';
import { requireProvider } from '../desk/providers/providers.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { MATTER_EFFECTS } from './matter-effects.ts';
import { twoPeople, twoPersonBinding } from './two-people.ts';

export const committeeRequests = {
  'committee.appoint': twoPeople('committee.appoint', {
    // Nobody changes the rule alone, not even while the store is being founded.
    alone: async () => false,
    check: async ({ context }, _, { office, person }) => {
      await requireAppointable(context.store.db, office, person);
      return { subject: `rules/committee_${office}`, extra: {} };
    },
    perform: ({ context }, people, named, commit, requestId) =>
      context.store.transaction(async (writes) => {
        await commit(writes);
        await appoint(context, writes, people, requestId!, named);
      }),
  }),
};

export const committeeBindings: Bindings<ActsAbout<'committee'>> = {
  'committee.list': async ({ context: { store, clock } }, reader, { state, run, ...wanted }) => {
    const of = { state, run, reader: reader?.id ?? null, now: clock() };
    const page = await MATTER_ORDER.page(wanted, (portion) => listMatters(store.db, of, portion));
    return { ...page, data: page.data.map(({ missing: _, ...matter }) => matter) };
  },
  'committee.show': ({ context }, reader, { matter }) => showMatter(context, reader, matter),
  'committee.rule': async ({ context: { store } }) => {
    const { chair, deputy, quorum, independence, namesPublic } = await committeeRule(store.db);
    const able = await voters(store.db);
    const named = (person: { id: string; name: string } | null | undefined) =>
      person == null ? null : { staff_id: person.id, name: person.name };
    return {
      ...{ quorum, independence, names_public: namesPublic },
      chair: named(chairAmong(able, chair)),
      deputy: named(able.find(({ id }) => id === deputy)),
      is_chair_by_office: !able.some(({ id }) => id === chair),
      voters: able.map(({ id, name, roles }) => ({ staff_id: id, name, roles: [...roles] })),
    };
  },
  'committee.vote': async ({ context }, actor, { matters, ...vote }) => {
    await castVote(context, actor, matters, vote, MATTER_EFFECTS);
    const { db } = context.store;
    const shown = await requireMatters(
      db,
      matters.map(({ matter }) => matter),
    );
    const states = await listThese(db, shown, { reader: actor.id, now: context.clock() });
    return {
      matters: states.map(({ matter, state, missing }) => ({ matter, state, missing })),
    };
  },
  'committee.recuse': ({ context }, actor, { matters, reason }) =>
    recuse(context, actor, matters, reason, MATTER_EFFECTS),
  'committee.waive': ({ context }, actor, { matters, inputs, sentence }) =>
    waiveReading(context, actor, matters, { inputs, sentence }, MATTER_EFFECTS),
  'committee.minute': ({ context }, actor, { matters, text }) =>
    addMinute(context, actor, matters, text, MATTER_EFFECTS),
  'committee.propose_review': async (
    { context },
    actor,
    { provider, direction = null, reason, until = null },
  ) => {
    const { id: providerId } = await requireProvider(context.store.db, provider);
    return { matter: await proposeReview(context, actor, { providerId, direction, reason, until }) };
  },
  'committee.appoint': twoPersonBinding(committeeRequests['committee.appoint']),
};
