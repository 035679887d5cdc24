// Fast path for prepared responses, in front of the router. The request URL is looked up exactly as it was sent; any
// request that is not found, including one with an equivalent but different URL, goes through the router.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { OPERATIONS, type Operation, type OperationId } from '@rf-indicators/contract';
import type { Body } from '../rendering/body.ts';
import type { Published } from '../rendering/published.ts';
import { type Admission, type AdmissionControl, type Admit, admissionTo } from './admission.ts';
import { canonicalUrl } from './canonical-url.ts';
import type { Answers, Metrics } from './metrics.ts';
import { requestId } from './request-ids.ts';
import { answerBody, answerProblem } from './respond.ts';

interface HotRead {
  operation: Operation;
  admit: Admit;
  answers: Answers;
}

/** Sends the response and returns true, or does nothing and returns false. */
export type AnswerHot = (request: IncomingMessage, response: ServerResponse) => boolean;

const SCORES = OPERATIONS.getScore.path.replace('{providerId}', '');

/** Not what lies below a score, such as its history, which is another operation. */
function isScore(url: string): boolean {
  return (
    url.startsWith(SCORES) && url.indexOf('/', SCORES.length) === -1 && url.indexOf('?', SCORES.length) === -1
  );
}

export interface HotReadDependencies {
  baseUrl: string;
  published: Published;
  admissionControl: AdmissionControl;
  metrics: Metrics;
  logError: (error: unknown, requestId: string) => void;
}

/** `prepared` lists the reads whose responses are prepared at every publication. */
export function hotReads(
  prepared: readonly [OperationId, Readonly<Record<string, string>>][],
  dependencies: HotReadDependencies,
): AnswerHot {
  const { baseUrl, published, logError } = dependencies;
  const score = hotRead('getScore', dependencies);
  const documents = new Map(
    prepared.map(([id, parameters]) => [canonicalUrl(OPERATIONS[id], parameters), hotRead(id, dependencies)]),
  );
  const answer = (
    { operation, answers }: HotRead,
    body: Body,
    request: IncomingMessage,
    response: ServerResponse,
    admission: Admission,
    startedAt: number,
  ) => {
    const asked = { id: requestId(request.headers), admission, answers, startedAt };
    const { refusal } = admission;
    if (refusal === null) return answerBody(request, response, asked, body, operation.caching);
    return answerProblem(response, asked, baseUrl, refusal.code, refusal.details);
  };
  return (request, response) => {
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const url = request.url!;
    const read = documents.get(url) ?? (isScore(url) ? score : undefined);
    if (read === undefined) return false;
    const body = published.find(url);
    if (body === undefined) return false;
    const startedAt = performance.now();
    const admission = read.admit(request);
    const answering =
      admission instanceof Promise
        ? admission.then((resolved) => answer(read, body, request, response, resolved, startedAt))
        : answer(read, body, request, response, admission, startedAt);
    answering?.catch((error) => {
      logError(error, requestId(request.headers));
      response.destroy();
    });
    return true;
  };
}

function hotRead(id: OperationId, { admissionControl, metrics }: HotReadDependencies): HotRead {
  const operation: Operation = OPERATIONS[id];
  return { operation, admit: admissionTo(operation, admissionControl), answers: metrics.answersOf(id) };
}
