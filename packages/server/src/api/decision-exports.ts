// The decisions of a workspace as spreadsheets. The response depends on the workspace of the key, so it is not kept.

import type { SpreadsheetFormat } from '@rf-indicators/contract';
import type { Handler } from '../http/handler.ts';
import { respondBody, respondProblem } from '../http/respond.ts';
import type { ApiDependencies } from './dependencies.ts';

export function exportDecisionsCsv(dependencies: ApiDependencies): Handler {
  return exportDecisions(dependencies, 'csv');
}

export function exportDecisionsXlsx(dependencies: ApiDependencies): Handler {
  return exportDecisions(dependencies, 'xlsx');
}

function exportDecisions(
  { baseUrl, readDecisionsExport }: ApiDependencies,
  format: SpreadsheetFormat,
): Handler {
  return async ({ request, reply, parameters }) => {
    const { workspaceId } = request.admission!.credential!.row;
    const prepared = await readDecisionsExport({ workspaceId, format, parameters });
    if ('body' in prepared) return respondBody(request, reply, prepared.body, 'none');
    const { problem, ...details } = prepared;
    return respondProblem(request, reply, baseUrl, problem, details);
  };
}
