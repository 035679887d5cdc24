// GET /api/public/score-request/{request_id}: what became of a score request.

import type { Handler } from '../../http/handler.ts';
import { respondJson, respondProblem } from '../../http/respond.ts';
import type { ApiDependencies } from '../dependencies.ts';

/** Read from the store on each request, because a decision of the desk is no publication. */
export function getScoreRequest({ readScoreRequest, baseUrl }: ApiDependencies): Handler {
  return async ({ request, reply, parameters }) => {
    const id = String(parameters.request_id);
    const outcome = await readScoreRequest(id);
    if (outcome !== null) return respondJson(request, reply, 200, outcome);
    const detail = `There is no score request with the id ${id}.`;
    return respondProblem(request, reply, baseUrl, 'not_found', { detail });
  };
}
