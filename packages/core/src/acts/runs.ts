// Bindings of the acts about runs.

import { requireProvider } from '../desk/providers/providers.ts';
import { approveRun } from '../desk/publication/approvals.ts';
import { publishRun } from '../desk/publication/publish.ts';
import { listRuns, readDraft } from '../desk/runs/drafts.ts';
import { computeRun } from '../desk/runs/run.ts';
import type { ActsAbout, Bindings } from './binding.ts';

const DEFAULT_LIMIT = 20;

export const runBindings: Bindings<ActsAbout<'runs'>> = {
  'runs.list': {
    perform: async ({ context }, _, { limit = DEFAULT_LIMIT }) => ({
      data: await listRuns(context.store.db, limit),
    }),
  },
  'runs.show': {
    perform: async ({ context }, _, { run: id }) => {
      const { run, approvedBy, items } = await readDraft(context.store.db, id);
      return { run, approved_by: approvedBy, items };
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
    perform: async ({ context }, actor, { run }) => {
      await approveRun(context, actor, run);
      return {};
    },
  },
  'runs.publish': {
    audit: ['run.publish'],
    sometimes: ['input.retract'],
    perform: async (
      { context, masterKey, policy, checkpointFile, progress },
      actor,
      { run, checkpoints = [] },
    ) => {
      const { publicationId, ...outcome } = await publishRun(context, actor, run, {
        masterKey: masterKey(),
        policy,
        checkpointFile,
        checkpoints,
        progress: (done, all) => progress?.('signed', done, all),
      });
      return { publication_id: publicationId, ...outcome };
    },
  },
};
