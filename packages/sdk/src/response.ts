// What a method returns: a promise for the data that can also give the response around it.

import { throwingRfErrors } from './guard.ts';
import type { RateLimit } from './rate-limit.ts';

/** The response that a call ended with; of several attempts, the last. */
export interface ResponseDetails {
  /** 304 if the data is an unchanged answer that the client had kept (`etagCache`). */
  status: number;
  headers: Headers;
  requestId: string | null;
  /** The limit as this response reports it; null if it has no rate-limit headers. */
  rateLimit: RateLimit | null;
}

export interface WithResponse<Data> {
  data: Data;
  response: ResponseDetails;
}

/** Await it for the data, or await `withResponse()` for the data and its response. Either way one request is made. */
export interface ResponsePromise<Data> extends Promise<Data> {
  withResponse(): Promise<WithResponse<Data>>;
}

export function responsePromise<Data>(call: () => Promise<WithResponse<Data>>): ResponsePromise<Data> {
  const whole = throwingRfErrors(call);
  const data = whole.then((answered) => answered.data);
  return Object.assign(data, {
    withResponse() {
      // The caller awaits only one of the two promises; the other must not count as an unhandled rejection.
      data.catch(() => {});
      return whole;
    },
  });
}
