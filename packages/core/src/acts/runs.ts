// Bindings of the acts about runs.

import { type Decision, decisionsOn } from '../desk/committee/decisions.ts';
import { committeeDetail } from '../desk/committee/item.ts';
import { ITEM_ORDER, listItems } from '../desk/committee/items.ts';
import { markRead } from '../desk/committee/mark-read.ts';
import { itemName } from '../desk/committee/matter-items.ts';
import { movesOf } from '../desk/committee/moves.ts';
import { committeeOverview, type NamedRun, nameRuns, requireRun } from '../desk/committee/overview.ts';
import { requireProvider } from '../desk/providers/providers.ts';
import { publishRun } from '../desk/publication/publish.ts';
import { startRunInBackground } from '../desk/runs/background.ts';
import { discardDraft, hidesBadNews, requireDiscardable } from '../desk/runs/discard.ts';
import { listRuns, RUN_ORDER, readDraft } from '../desk/runs/drafts.ts';
import { computeRun, type RunRequest } from '../desk/runs/run.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { twoPeople, twoPersonBinding } from './two-people.ts';

export const runRequests = {
  'runs.discard': twoPeople('runs.discard', {
    // Nobody alone makes bad news disappear.
    alone: async (db, _, { run }) => !(await hidesBadNews(db, run)),
    check: async ({ context }, actor, { run, reason }) => {
      await requireDiscardable(context.store.db, actor, run, reason);
      return { subject: run, extra: {} };
    },
    perform: ({ context }, people, { run, reason }, commit) =>
      context.store.transaction(async (writes) => {
        await commit(writes);
        await discardDraft(context, writes, people, run, reason);
      }),
  }),
};

export const runBindings: Bindings<ActsAbout<'runs'>> = {
  'runs.list': async ({ context: { store, clock } }, _, filter) => {
    const { data, next_cursor } = await RUN_ORDER.page(filter, (portion) =>
      listRuns(store.db, filter, portion),
    );
    const moves = await movesOf(
      store.db,
      data.map(({ id }) => id),
    );
    const named = await nameRuns(store.db, data, clock());
    return {
      data: named.map((one) => ({ ...listed(one), moves: moves.get(one.run.id)! })),
      next_cursor,
    };
  },
  'runs.overview': async ({ context: { store, clock } }, reader, { run: id }) => {
    const overview = await committeeOverview(store.db, id, reader?.id ?? null, clock());
    const { committee, groups, notable, seen, approved_since, moved, discard_takes_two } = overview;
    const run = listed(overview);
    return { run, committee, groups, notable, seen, approved_since, moved, discard_takes_two };
  },
  'runs.items': async ({ context: { store } }, reader, { run, limit, cursor, ...filter }) => {
    await requireRun(store.db, run);
    const page = await ITEM_ORDER.page({ limit, cursor }, (portion) =>
      listItems(store.db, run, reader?.id ?? null, filter, portion),
    );
    return { ...page, data: page.data.map(({ rank: _, ...item }) => item) };
  },
  'runs.item': ({ context }, reader, { run, ...which }) =>
    committeeDetail(context.store.db, run, which, reader?.id ?? null),
  'runs.mark_read': ({ context }, actor, { run, provider }) => markRead(context, actor, run, provider),
  'runs.show': async ({ context }, _, { run: id, full = false }) => {
    const { run, items } = await readDraft(context.store.db, id, { full });
    const decisions =
      run.status === 'draft' ? await decisionsOn(context.store.db, run) : new Map<string, Decision>();
    return {
      run,
      items: items.map(({ as_of, ...item }) => {
        const { provider_id } = item;
        const decision = decisions.get(itemName({ provider_id, as_of }));
        return { ...item, committee: decision === undefined ? null : shownDecision(decision) };
      }),
    };
  },
  'runs.compute': async (services, actor, { providers, as_of, wait = true, ...wanted }) => {
    const { context, policy, progress, inBackground } = services;
    const providerIds: string[] = [];
    for (const name of providers ?? []) providerIds.push((await requireProvider(context.store.db, name)).id);
    const request: RunRequest = {
      kind: 'manual',
      asOf: as_of ?? context.clock(),
      ...(providers === undefined ? {} : { providerIds }),
      ...wanted,
      policy,
      progress: (done, all) => progress?.('scored', done, all),
    };
    if (wait || inBackground === undefined) return { run_id: await computeRun(context, actor, request) };
    return { run_id: await startRunInBackground(context, actor, request, inBackground) };
  },
  'runs.discard': twoPersonBinding(runRequests['runs.discard']),
  'runs.publish': async (
    { context, masterKey, pinnedKey, policy, checkpointFile, progress },
    actor,
    { run, seen, checkpoints = [] },
  ) => {
    const { publicationId, ...outcome } = await publishRun(context, actor, run, {
      masterKey: masterKey(),
      pinned: await pinnedKey(),
      policy,
      checkpointFile,
      checkpoints,
      seen,
      progress: (done, all) => progress?.('signed', done, all),
    });
    return { publication_id: publicationId, ...outcome };
  },
};

function shownDecision({ matter, state, because, for: inFavour, against, quorum }: Decision) {
  return { matter: matter.id, state, because, for: inFavour, against, quorum };
}

function listed({ run, created_by_name, providers, progress }: NamedRun) {
  return { ...run, created_by_name, providers, progress };
}
