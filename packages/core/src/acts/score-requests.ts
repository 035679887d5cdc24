import { listScoreRequests, triageScoreRequest } from '../desk/market/score-requests.ts';
import type { ActsAbout, Binding, Bindings } from './binding.ts';

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
