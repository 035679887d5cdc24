// Messages between the routes of the console and the threads that perform acts and know sessions.

import type { Entitlement, ProblemCode, ProblemError, Tier } from '@rf-indicators/contract';
import type { ActName, AnswerOf, DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { Caller } from '@rf-indicators/core/acts/caller';
import type { OpenRow, Presence } from '@rf-indicators/core/desk/presence';
import type { TopicVersions } from '@rf-indicators/core/store/change-bus';

/** How a request says who sends it. */
export interface Identification {
  act: ActName;
  method: string;
  authorization: string | undefined;
  cookie: string | undefined;
  origin: string | undefined;
  /** Whether a page sends it by itself, while nobody uses it: it does not extend the session. */
  isUnattended: boolean;
  /** The member that the page is open for, as sessions name people; undefined if the request does not say. */
  actingAs: string | undefined;
  /** The address of the pages that may use a session here. */
  baseUrl: string;
  /** As rate limits count it; acceptances of terms record it. */
  address: string;
}

export interface Identified {
  caller: Caller;
  /** The act for which their permission was checked. */
  act: ActName;
  /** Limits count by it; null for acts that need no sign-in. */
  person: string | null;
  via: 'token' | 'session' | null;
  /** Whether the person signed in within the last ten minutes. Tokens have no such time. */
  isFresh: boolean;
}

/** An act that a caller asks for, with its input as it was sent. */
export interface ActRequest extends Identified {
  /** The query of a GET, without the question mark; null for a POST. */
  query: string | null;
  body: Uint8Array | null;
  idempotencyKey: string | null;
  /** What the serving thread knows of itself, for the act that shows it. */
  serving?: NonNullable<DomainAnswerOf<'service.show'>['serving']>;
}

export interface ConsoleProblem {
  problem: { code: ProblemCode; detail?: string; errors?: ProblemError[] };
}

/** A stored document that the caller has opened. */
export interface OpenedDocument {
  bytes: Uint8Array;
  mediaType: string;
  sha256: string;
}

/** A request for a file, with the query that its address had. */
export interface QueryRequest extends Identified {
  query: string;
}

export interface MadeFile {
  bytes: Uint8Array;
  name: string;
}

/** A request for one page of a list as CSV. */
export interface CsvRequest extends QueryRequest {
  /** null for the first page, which begins with the names of the columns. */
  cursor: string | null;
}

export interface CsvPage {
  text: string;
  /** null for the last page. */
  nextCursor: string | null;
}

export interface Performed {
  /** The answer, as JSON. */
  text: string;
  /** Whether it is the answer to an earlier request with the same Idempotency-Key. */
  isRepeated: boolean;
}

/** Who reads with a session. */
export type ReaderRequest = Pick<Identification, 'address' | 'actingAs' | 'isUnattended' | 'baseUrl'> & {
  cookie: string;
};

/** The person of a session: a member of a workspace, or staff. */
export type SessionReader =
  | { kind: 'staff'; name: string; roles: readonly string[] }
  | {
      kind: 'member';
      name: string;
      roles: readonly string[];
      /** As sessions name the person. Limits count by it. */
      person: string;
      workspace: string;
      tier: Tier;
      entitlements: readonly Entitlement[];
      hasAcceptedTerms: boolean;
    };

/** Who follows a workspace or the desk, as the request for the stream said it. */
export interface Follower {
  /** The Cookie header with the session. */
  cookie: string;
  person: string;
  /** The address of the pages that the session belongs to. */
  baseUrl: string;
}

export interface NewsRequest {
  since: number;
  workspaceIds: string[];
  /** Whether anybody follows the desk. */
  desk: boolean;
  followers: Follower[];
}

/** What pages of the desk need to know. */
export interface DeskNews {
  versions: TopicVersions;
  /** What is under way, and how far it is, as text. Progress moves no topic: it would make all pages read everything. */
  work: string;
  open: OpenRow[];
}

/** Deliveries that are new or were attempted lately, as the list has them. */
export interface DeliveryNews {
  deliveries: AnswerOf<'deliveries.list'>['data'];
  /** Whether more moved than are listed. */
  more: boolean;
}

export interface News {
  /** By workspace; those where nothing moved are absent. */
  moved: Map<string, DeliveryNews>;
  /** null if nobody follows the desk. */
  desk: DeskNews | null;
  /** Which of the followers may still follow, in the order of the request. */
  mayFollow: boolean[];
}

export interface PresenceRequest extends Presence {
  staffId: string;
}
