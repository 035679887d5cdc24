import {
  addScoreRequestNote,
  decideScoreRequest,
  markRequestScored,
} from '../desk/market/score-request-decisions.ts';
import { eraseScoreRequest } from '../desk/market/score-request-erasure.ts';
import { listScoreRequests, SCORE_REQUEST_ORDER } from '../desk/market/score-request-records.ts';
import type { ActsAbout, Binding, Bindings } from './binding.ts';

export const scoreRequestBindings: Bindings<ActsAbout<'score_requests'>> = {
  'score_requests.list': {
    perform: ({ context }, _, filter) =>
      SCORE_REQUEST_ORDER.page(filter, (portion) => listScoreRequests(context.store.db, filter, portion)),
  },
  'score_requests.accept': { audit: ['score_request.accept'], perform: deciding('accepted') },
  'score_requests.decline': { audit: ['score_request.decline'], perform: deciding('declined') },
  'score_requests.mark_scored': {
    audit: ['score_request.score'],
    perform: async ({ context }, actor, { id, provider, note = null }) => {
      await markRequestScored(context, actor, id, provider, note);
      return {};
    },
  },
  'score_requests.add_note': {
    audit: ['score_request.note'],
    perform: async ({ context }, actor, { id, note }) => {
      await addScoreRequestNote(context, actor, id, note);
      return {};
    },
  },
  'score_requests.erase': {
    audit: ['score_request.erase'],
    perform: async ({ context }, actor, { id, notes = false }) => ({
      erased: await eraseScoreRequest(context, actor, id, { notes }),
    }),
  },
};

function deciding(status: 'accepted' | 'declined'): Binding<'score_requests.accept'>['perform'] {
  return async ({ context }, actor, { id, note = null }) => {
    await decideScoreRequest(context, actor, id, status, note);
    return {};
  };
}
