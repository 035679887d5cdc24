// GET and POST /request: a form that works without scripts. GET /request/{id}: its receipt.

import { ScoreRequest } from '@rf-indicators/contract';
import type { FastifyInstance } from 'fastify';
import { bodyCheck } from '../../http/json-body.ts';
import { isSameOrigin } from '../../http/same-origin.ts';
import { FIELDS, type FieldName, type Values } from '../../rendering/pages/request/fields.ts';
import { noReceiptPage, type Refused, receiptPage, requestPage } from '../../rendering/pages/request/page.ts';
import type { PageDependencies } from '../dependencies.ts';
import { addFixedPage } from '../fixed-page.ts';
import {
  PLAIN_POLICY,
  pageBody,
  respondPage,
  respondPageNotFound,
  respondRedirect,
  respondRefusedPage,
} from '../respond-page.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OTHER_SITE = 'It did not come from this page. Fill in the form here.';
const TOO_MANY = 'Too many requests came from your address or in all. Try again in an hour.';

export function addRequest(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, baseUrl, clock, submitScoreRequest, readScoreRequest } = dependencies;
  const check = bodyCheck(ScoreRequest);

  addFixedPage(app, dependencies, '/request', () => requestPage(site));

  app.get<{ Params: { id: string } }>('/request/:id', async (request, reply) => {
    const { id } = request.params;
    const outcome = UUID.test(id) ? await readScoreRequest(id) : null;
    if (outcome === null) return respondPageNotFound(request, reply, noReceiptPage(site));
    const page = pageBody(receiptPage(site, outcome), Math.floor(clock()));
    return respondPage(request, reply, page, PLAIN_POLICY, 'none');
  });

  // Only here forms are read; everywhere else bodies are JSON.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, text: string) => new URLSearchParams(text),
    );
    scope.post('/request', async (request, reply) => {
      const values = valuesOf(request.body);
      const refuse = (status: number, refused: Partial<Refused>) => {
        const page = requestPage(site, { values, errors: [], problem: null, ...refused });
        respondRefusedPage(request, reply, status, page);
      };
      if (!isSameOrigin('POST', request.headers.origin, baseUrl)) return refuse(403, { problem: OTHER_SITE });
      const errors = check(values).map(({ pointer }) => pointer!.slice(1) as FieldName);
      if (errors.length > 0) return refuse(422, { errors });
      const outcome = await submitScoreRequest(request.raw, values, null);
      if ('receipt' in outcome)
        return respondRedirect(request, reply, `/request/${outcome.receipt.request_id}`, 303);
      if ('usedUp' in outcome) return refuse(429, { problem: TOO_MANY });
      return refuse(422, { problem: outcome.refusal.message });
    });
  });
}

/** Fields that nobody filled in are left out. A browser sends line ends as CR LF. */
function valuesOf(body: unknown): Values {
  const given = body instanceof URLSearchParams ? body : new URLSearchParams();
  const filled = FIELDS.map(({ name }) => [name, (given.get(name) ?? '').replaceAll('\r\n', '\n').trim()]);
  return Object.fromEntries(filled.filter(([, value]) => value !== ''));
}
