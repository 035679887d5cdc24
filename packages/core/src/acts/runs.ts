// Bindings of the acts about runs, corrections, withdrawals and signing keys.

import { listSigningKeys, rotateSigningKey } from '../desk/log/signing-keys.ts';
import { requireProvider } from '../desk/providers/providers.ts';
import { draftCorrection } from '../desk/publication/correct.ts';
import { approveRun, publishRun } from '../desk/publication/publish.ts';
import { approveWithdrawal, askToWithdraw } from '../desk/publication/withdraw.ts';
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

export const correctionBindings: Bindings<ActsAbout<'corrections'>> = {
  'corrections.draft': {
    audit: ['run.compute'],
    perform: async ({ context }, actor, { wrong, replacement = null, reason }) => {
      const { runId, restates } = await draftCorrection(context, actor, { wrong, replacement, reason });
      return { run_id: runId, restates };
    },
  },
};

export const withdrawalBindings: Bindings<ActsAbout<'withdrawals'>> = {
  'withdrawals.request': {
    audit: ['withdrawal.ask'],
    sometimes: ['indicator.withdraw'],
    perform: async ({ context, policy }, actor, { provider, reason }) => {
      const { id: providerId } = await requireProvider(context.store.db, provider);
      const { requestId, done } = await askToWithdraw(context, actor, { providerId, reason }, policy);
      return { request_id: requestId, done };
    },
  },
  'withdrawals.approve': {
    audit: ['indicator.withdraw'],
    perform: async ({ context }, actor, { request }) => {
      await approveWithdrawal(context, actor, request);
      return {};
    },
  },
};

export const signingKeyBindings: Bindings<ActsAbout<'signing_keys'>> = {
  'signing_keys.list': {
    perform: async ({ context }) => ({
      data: (await listSigningKeys(context.store.db)).map(({ keyId, publicKey, validFrom, validUntil }) => ({
        key_id: keyId,
        public_key: publicKey,
        valid_from: validFrom,
        valid_until: validUntil,
      })),
    }),
  },
  'signing_keys.rotate': {
    audit: ['signing_key.rotate'],
    perform: async ({ context, masterKey, checkpointFile }, actor) => ({
      public_key: await rotateSigningKey(context, actor, { masterKey: masterKey(), checkpointFile }),
    }),
  },
};
