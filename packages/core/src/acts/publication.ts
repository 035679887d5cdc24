import { requireProvider } from '../desk/providers/providers.ts';
import { affectedBy } from '../desk/publication/affected.ts';
import { draftCorrection } from '../desk/publication/correct.ts';
import { draftReinstatement } from '../desk/publication/reinstate.ts';
import { askToWithdraw } from '../desk/publication/withdraw.ts';
import {
  cancelWithdrawal,
  listWithdrawals,
  WITHDRAWAL_ORDER,
} from '../desk/publication/withdrawal-requests.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const correctionBindings: Bindings<ActsAbout<'corrections'>> = {
  'corrections.affected': ({ context }, _, { wrong }) => affectedBy(context.store.db, wrong),
  'corrections.draft': async ({ context, progress }, actor, { wrong, replacement = null, reason }) => {
    const request = { wrong, replacement, reason };
    const { runId, restates } = await draftCorrection(context, actor, request, (done, all) =>
      progress?.('scored', done, all),
    );
    return { run_id: runId, restates };
  },
};

export const withdrawalBindings: Bindings<ActsAbout<'withdrawals'>> = {
  'withdrawals.request': async ({ context }, actor, { provider, reason }) => {
    const { id: providerId } = await requireProvider(context.store.db, provider);
    const id = await askToWithdraw(context, actor, { providerId, reason });
    return { request_id: id, matter: id };
  },
  'withdrawals.list': async ({ context: { store, clock } }, _, { status, ...page }) =>
    WITHDRAWAL_ORDER.pageOfAll(await listWithdrawals(store.db, clock(), { status }), page),
  'withdrawals.cancel': ({ context }, actor, { request }) => cancelWithdrawal(context, actor, request),
};

export const reinstatementBindings: Bindings<ActsAbout<'reinstatements'>> = {
  'reinstatements.draft': async ({ context, policy }, actor, { providers, reason }) => {
    const providerIds: string[] = [];
    for (const name of providers) providerIds.push((await requireProvider(context.store.db, name)).id);
    return { run_id: await draftReinstatement(context, actor, { providerIds, reason }, policy) };
  },
};
