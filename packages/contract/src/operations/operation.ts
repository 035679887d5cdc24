// The definition of an operation. Routes, validation, the OpenAPI document and the docs are derived from it.

import type { TObject, TSchema } from 'typebox';
import type { ProblemCode } from '../problems.ts';
import type { Entitlement, KeyScope } from '../tiers.ts';

/** Who may call: anyone, any key, a key with the entitlement, or a key of the agent pilot. */
export type Access = 'public' | 'key' | Entitlement | 'pilot';

/**
 * public: any cache may store the response for a minute. negotiated: the same, but the response depends on Accept.
 * keyed: only the caller may store it, and must revalidate it each time. immutable: it never changes. none: nobody may
 * store it. All but none have an ETag and can return 304.
 */
export type Caching = 'public' | 'negotiated' | 'keyed' | 'immutable' | 'none';

export type PublicLimitName = 'public_scores' | 'score_request';

/** The default limits per client address; operators can change them. */
export const PUBLIC_LIMITS: Readonly<Record<PublicLimitName, { requests: number; seconds: number }>> = {
  public_scores: { requests: 60, seconds: 60 },
  score_request: { requests: 5, seconds: 3600 },
};

export interface Answer {
  status: number;
  /** null if no JSON schema describes the body. */
  schema: TSchema | null;
  /** null for a response without a body. */
  mediaType: string | null;
  description: string;
  /** Whether the same status can also be a problem document. */
  besideProblems?: boolean;
  /** Those that it has beside the headers of all operations. A Link is absent if there is no next page. */
  headers?: readonly ('Content-Disposition' | 'Link')[];
}

export interface Operation {
  id: string;
  method: 'GET' | 'POST';
  /** Parameters are written in {braces}. */
  path: string;
  tag: TagName;
  summary: string;
  description: string;
  access: Access;
  /** Keys with one of these scopes may call it too; a key without a scope may in any case. */
  scopes?: readonly KeyScope[];
  limit?: PublicLimitName;
  /** A call takes one place of the hour for so many entries, or part of them, in this member of its body; otherwise one. */
  places?: { readonly of: string; readonly each: number };
  /** In bytes; 16 KiB if it is absent. */
  longestBody?: number;
  params: TObject;
  query: TObject;
  headers?: TObject;
  body?: TSchema;
  success: Answer;
  /** Other responses that are not problem documents. */
  also?: readonly Answer[];
  /** Specific to the operation; problemsOf adds those that follow from the other members. */
  problems: readonly ProblemCode[];
  caching: Caching;
  /** A remark about something that OpenAPI cannot express. */
  note?: string;
}

export const TAGS = {
  scores: 'Current and past risk indicators of providers, and why they changed.',
  decisions: 'Decisions on providers by the policies of a workspace.',
  spreadsheets: 'What the API returns, as CSV and XLSX.',
  methodology: 'The framework that defines how scores are calculated.',
  proofs: 'Computation packages, signed statements and the transparency log, which prove an indicator.',
  issuances: 'Upcoming issuances.',
  changes: 'Changes to indicators, as data and as feeds.',
  usage: 'The usage of a workspace.',
  agents: 'Tools for AI agents (controlled pilot).',
  service: 'Status, health and description of the service.',
} as const;

export type TagName = keyof typeof TAGS;

export const JSON_TYPE = 'application/json';

type WithIds<Given> = { [Id in keyof Given & string]: Given[Id] & { id: Id } };

/** The operations of one subject, by their ids. Keeps the exact types, so that a route knows its parameters. */
export function operations<const Given extends Readonly<Record<string, Omit<Operation, 'id'>>>>(
  given: Given,
): WithIds<Given> {
  const entries = Object.entries(given).map(([id, entry]) => [id, { id, ...entry }]);
  return Object.fromEntries(entries);
}
