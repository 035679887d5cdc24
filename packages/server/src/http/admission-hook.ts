// Router hook for admission. It runs before the body is read, so a refused request costs little.

import type { Operation } from '@rf-indicators/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admission, Admit } from './admission.ts';
import type { Metrics } from './metrics.ts';
import { respondProblem } from './respond.ts';

export type AdmissionHook = (
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
) => void;

export function admissionHook(
  operation: Operation,
  admit: Admit,
  { baseUrl, metrics }: { baseUrl: string; metrics: Metrics },
): AdmissionHook {
  const answers = metrics.answersOf(operation.id);
  const conclude = (
    request: FastifyRequest,
    reply: FastifyReply,
    done: (error?: Error) => void,
    admission: Admission,
  ) => {
    request.admission = admission;
    if (admission.refusal === null) done();
    else respondProblem(request, reply, baseUrl, admission.refusal.code, admission.refusal.details);
  };
  return (request, reply, done) => {
    request.answers = answers;
    request.startedAt = performance.now();
    const admission = admit(request.raw);
    if (!(admission instanceof Promise)) return conclude(request, reply, done, admission);
    admission.then((resolved) => conclude(request, reply, done, resolved)).catch(done);
  };
}
