// Counts a call whose entries take places of the hourly limit: all of them, or none.

import type { Operation } from '@rf-indicators/contract';
import { takePlaces } from '../http/admission.ts';
import type { Exchange } from '../http/handler.ts';
import { respondProblem } from '../http/respond.ts';
import type { ApiDependencies } from './dependencies.ts';

/** Says whether the call goes on; otherwise it was answered with a problem. */
export async function countCall(
  { request, reply }: Exchange,
  { admissionControl, baseUrl }: Pick<ApiDependencies, 'admissionControl' | 'baseUrl'>,
  operation: Operation,
  entries: number,
): Promise<boolean> {
  const { of, each } = operation.places!;
  const credential = request.admission!.credential!;
  const places = Math.ceil(entries / each);
  const { quota, ownQuota } = credential;
  const most = Math.min(quota.limit, ownQuota?.limit ?? quota.limit);
  if (places > most) {
    const message = `so many take ${places} requests at once, and the hourly limit of this key is ${most}`;
    const errors = [{ pointer: `/${of}`, code: 'too_many', message }];
    await respondProblem(request, reply, baseUrl, 'validation_failed', { errors });
    return false;
  }
  const admission = await takePlaces(operation, admissionControl, credential, places);
  request.admission = admission;
  if (admission.refusal === null) return true;
  await respondProblem(request, reply, baseUrl, admission.refusal.code, admission.refusal.details);
  return false;
}
