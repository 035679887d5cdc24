// What is said of an operation. Routes, the OpenAPI document, checks and docs are made from it.

import type { TObject, TSchema } from 'typebox';
import type { ProblemCode } from '../problems.ts';
import type { Entitlement } from '../tiers.ts';

/** Who may call: anyone, any key, a key with an entitlement, or a key of the agent pilot. */
export type Access = 'public' | 'key' | Entitlement | 'pilot';

/**
 * public: anyone may keep it for a minute. negotiated: so they may, but another Accept gets another answer. keyed: only
 * the caller may, and asks again each time. immutable: it never changes. none: it is kept nowhere. All but none have an
 * ETag and answer 304.
 */
export type Caching = 'public' | 'negotiated' | 'keyed' | 'immutable' | 'none';

export type PublicLimitName = 'public_scores' | 'score_request';

/** Limits by client address, as they are unless the operator sets others. */
export const PUBLIC_LIMITS: Readonly<Record<PublicLimitName, { requests: number; seconds: number }>> = {
  public_scores: { requests: 60, seconds: 60 },
  score_request: { requests: 5, seconds: 3600 },
};

export interface Answer {
  status: number;
  /** null for what no JSON schema describes. */
  schema: TSchema | null;
  /** null for an answer without a body. */
  mediaType: string | null;
  description: string;
  /** Whether problem documents of the same status are answered, too. */
  besideProblems?: boolean;
}

export interface Operation {
  id: string;
  method: 'GET' | 'POST';
  /** With {braces}. */
  path: string;
  tag: TagName;
  summary: string;
  description: string;
  access: Access;
  limit?: PublicLimitName;
  params: TObject;
  query: TObject;
  headers?: TObject;
  body?: TSchema;
  success: Answer;
  /** Answers that are no success and no problem document either. */
  also?: readonly Answer[];
  /** Only the particular ones; problemsOf adds those that follow from the rest. */
  problems: readonly ProblemCode[];
  caching: Caching;
  /** What the OpenAPI document cannot express. */
  note?: string;
}

export const TAGS = {
  scores: 'Risk indicators of providers: now, as they were, and why they moved.',
  methodology: 'The framework that scores are made with.',
  proofs: 'Packages, statements, signatures and the log: what proves an indicator.',
  issuances: 'Upcoming issuances.',
  changes: 'News of indicators, for people and programs.',
  usage: 'What a workspace used.',
  agents: 'Tools for agents: a controlled pilot.',
  service: 'How the service is, and what it can do.',
} as const;

export type TagName = keyof typeof TAGS;

/** Keeps the exact types of the parts, so that a route knows its parameters. */
export function operation<const Given extends Operation>(given: Given): Given {
  return given;
}
