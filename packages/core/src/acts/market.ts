// Bindings of the acts about issuances and score requests.

import {
  addIssuance,
  changeIssuanceStatus,
  importIssuances,
  listIssuances,
  updateIssuance,
} from '../desk/market/issuances.ts';
import { listScoreRequests, triageScoreRequest } from '../desk/market/score-requests.ts';
import type { ActsAbout, Binding, Bindings } from './binding.ts';
import { placedRows } from './rows.ts';

export const issuanceBindings: Bindings<ActsAbout<'issuances'>> = {
  'issuances.list': {
    perform: async ({ context }, _, filter) => ({ data: await listIssuances(context.store.db, filter) }),
  },
  'issuances.add': {
    audit: ['issuance.add'],
    perform: async ({ context }, actor, { issuance }) => ({
      id: await addIssuance(context, actor, issuance),
    }),
  },
  'issuances.import': {
    audit: ['issuance.add'],
    perform: async ({ context }, actor, { rows }) => ({
      ids: await importIssuances(context, actor, placedRows(rows)),
    }),
  },
  'issuances.update': {
    audit: ['issuance.update'],
    perform: ({ context }, actor, { id, changes }) => updateIssuance(context, actor, id, changes),
  },
  'issuances.change_status': {
    audit: ['issuance.status'],
    perform: ({ context }, actor, { id, status }) => changeIssuanceStatus(context, actor, id, status),
  },
};

export const scoreRequestBindings: Bindings<ActsAbout<'score_requests'>> = {
  'score_requests.list': {
    perform: async ({ context }, _, filter) => ({ data: await listScoreRequests(context.store.db, filter) }),
  },
  'score_requests.accept': { audit: ['score_request.accept'], perform: moving('accepted') },
  'score_requests.decline': { audit: ['score_request.decline'], perform: moving('declined') },
  'score_requests.mark_scored': { audit: ['score_request.score'], perform: moving('scored') },
};

function moving(status: 'accepted' | 'declined' | 'scored'): Binding<'score_requests.accept'>['perform'] {
  return async ({ context }, actor, { id, note = null }) => {
    await triageScoreRequest(context, actor, id, status, note);
    return {};
  };
}
