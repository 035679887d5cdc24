// A request for sign-in and its response, in a form that can be sent to another thread.

import type { ProblemCode, ProblemError } from '@rf-indicators/contract';

export interface IdentityRequest {
  method: string;
  /** With the query. */
  url: string;
  headers: {
    cookie?: string | undefined;
    origin?: string | undefined;
    userAgent?: string | undefined;
  };
  /** null if the request has no body. */
  body: Record<string, unknown> | null;
  /** As rate limits count it. */
  address: string;
  /** The address of the pages on the listener that the request came to; the one of the settings if absent. */
  baseUrl?: string;
}

export interface IdentityProblem {
  code: ProblemCode;
  detail?: string;
  errors?: ProblemError[];
  retry_after?: number;
}

export type IdentityResponse =
  | {
      status: number;
      /** Names and values alternate. */
      headers: string[];
      /** JSON text. */
      body: string | null;
    }
  | { problem: IdentityProblem; headers: string[] };

export function json(value: unknown): IdentityResponse {
  return { status: 200, headers: [], body: JSON.stringify(value) };
}

export function problem(code: ProblemCode, detail?: string): IdentityResponse {
  return { problem: { code, ...(detail === undefined ? {} : { detail }) }, headers: [] };
}
