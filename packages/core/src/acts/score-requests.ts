import {
  addScoreRequestNote,
  decideScoreRequest,
  expectScore,
  markRequestScored,
} from '../desk/market/score-request-decisions.ts';
import { eraseScoreRequest } from '../desk/market/score-request-erasure.ts';
import { listScoreRequests } from '../desk/market/score-request-records.ts';
import type { ActsAbout, Binding, Bindings } from './binding.ts';

export const scoreRequestBindings: Bindings<ActsAbout<'score_requests'>> = {
  'score_requests.list': ({ context }, _, filter) => listScoreRequests(context.store.db, filter),
  'score_requests.accept': deciding('accepted'),
  'score_requests.decline': deciding('declined'),
  'score_requests.mark_scored': ({ context }, actor, { id, provider, note = null }) =>
    markRequestScored(context, actor, id, provider, note),
  'score_requests.expect': ({ context }, actor, { id, expected_on = null }) =>
    expectScore(context, actor, id, expected_on),
  'score_requests.add_note': ({ context }, actor, { id, note }) =>
    addScoreRequestNote(context, actor, id, note),
  'score_requests.erase': async ({ context }, actor, { id, notes = false }) => ({
    erased: await eraseScoreRequest(context, actor, id, { notes }),
  }),
};

function deciding(status: 'accepted' | 'declined'): Binding<'score_requests.accept'> {
  return ({ context }, actor, { id, note = null }) => decideScoreRequest(context, actor, id, status, note);
}
