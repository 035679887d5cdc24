// POST /api/v1/resolve: which providers names and identifiers mean.

import { OPERATIONS, type Resolving } from '@rf-indicators/contract';
import type { Handler } from '../http/handler.ts';
import { respondBody } from '../http/respond.ts';
import type { ApiDependencies } from './dependencies.ts';
import { countCall } from './places.ts';

export function resolve({ admissionControl, baseUrl, resolveNames }: ApiDependencies): Handler {
  return async (exchange) => {
    const { names } = exchange.body as Resolving;
    if (!(await countCall(exchange, { admissionControl, baseUrl }, OPERATIONS.resolve, names.length))) return;
    const { body } = await resolveNames(names);
    return respondBody(exchange.request, exchange.reply, body, 'none');
  };
}
