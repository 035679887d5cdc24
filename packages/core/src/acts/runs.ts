// Bindings of the acts about runs.

import { requireProvider } from '../desk/providers/providers.ts';
import { approveRun } from '../desk/publication/approvals.ts';
import { publishRun } from '../desk/publication/publish.ts';
import { discardDraft, hidesBadNews, requireDiscardable } from '../desk/runs/discard.ts';
import { listRuns, RUN_ORDER, readDraft } from '../desk/runs/drafts.ts';
import { computeRun } from '../desk/runs/run.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { twoPeople, twoPersonBinding } from './two-people.ts';

export const runRequests = {
  'runs.discard': twoPeople('runs.discard', {
    audit: ['run.discard'],
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
  'runs.list': {
    perform: ({ context }, _, filter) =>
      RUN_ORDER.page(filter, (portion) => listRuns(context.store.db, filter, portion)),
  },
  'runs.show': {
    perform: async ({ context }, _, { run: id, full = false }) => {
      const { run, approvals, items } = await readDraft(context.store.db, id, { full });
      return { run, approved_by: approvals.map(({ name }) => name), approvals, items };
    },
  },
  'runs.compute': {
    audit: ['run.start', 'run.compute'],
    perform: async ({ context, policy, progress }, actor, { providers, as_of, ...wanted }) => {
      const providerIds: string[] = [];
      for (const name of providers ?? [])
        providerIds.push((await requireProvider(context.store.db, name)).id);
      const run_id = await computeRun(context, actor, {
        kind: 'manual',
        asOf: as_of ?? context.clock(),
        ...(providers === undefined ? {} : { providerIds }),
        ...wanted,
        policy,
        progress: (done, all) => progress?.('scored', done, all),
      });
      return { run_id };
    },
  },
  'runs.approve': {
    audit: ['run.approve'],
    perform: async ({ context }, actor, { run, ...committee }) => {
      await approveRun(context, actor, run, committee);
      return {};
    },
  },
  'runs.discard': twoPersonBinding(runRequests['runs.discard'], { usuallyAlone: true }),
  'runs.publish': {
    audit: ['run.publish'],
    sometimes: ['input.retract'],
    perform: async (
      { context, masterKey, pinnedKey, policy, checkpointFile, progress },
      actor,
      { run, checkpoints = [] },
    ) => {
      const { publicationId, ...outcome } = await publishRun(context, actor, run, {
        masterKey: masterKey(),
        pinned: await pinnedKey(),
        policy,
        checkpointFile,
        checkpoints,
        progress: (done, all) => progress?.('signed', done, all),
      });
      return { publication_id: publicationId, ...outcome };
    },
  },
};
