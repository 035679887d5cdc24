// Types of reads. Reads use the store, so they run on the reading thread; the serving thread only has prepared bytes.

import type { AgentCandidate, OperationId, ProblemCode, WithdrawnIndicator } from '@rf-indicators/contract';
import type { Snapshots } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import type { Queries } from '@rf-indicators/core/store/store';
import type { VerifierKey, WitnessKey } from '@rf-indicators/engine';
import type { Body, Chunks } from './body.ts';
import type { NameIndex } from './names/name-index.ts';
import type { Site } from './pages/site.ts';
import type { WriteXlsx } from './spreadsheets/sheet.ts';

export interface Reading {
  db: Queries;
  baseUrl: string;
  disclosure: string;
  /** What pages say about the service. */
  site: Site;
  /** The verifier key that is pinned outside the store; null or absent if none is. */
  pinned?: VerifierKey | null;
  /** The witnesses that are asked to cosign checkpoints; absent if there are none. */
  witnesses?: readonly WitnessKey[];
  /** The days that an indicator stays current after a gate lapsed; by default those of the publishing rule. */
  staleDays?: number;
  /** Epoch milliseconds. */
  clock: () => number;
  snapshots: Snapshots;
  /** Every provider that ever had an indicator, by its current and former names and slugs. */
  names: () => Promise<NameIndex>;
  /** Writes XLSX in a thread of its own, one file at a time. Absent where nobody else waits: then it is written here. */
  writeXlsx?: WriteXlsx;
}

/** Already validated against the operation's schemas. */
export type Parameters = Readonly<Record<string, string | number>>;

export interface ParameterError {
  parameter: string;
  code: string;
  message: string;
}

/** With code `indicator_withdrawn`, it has the members of the withdrawn indicator too. */
export interface ReadProblem extends Partial<WithdrawnIndicator> {
  problem: ProblemCode;
  detail?: string;
  errors?: ParameterError[];
  /** Providers that the caller may have meant. */
  candidates?: AgentCandidate[];
  /** The current slug of the provider, if a page was asked for by its id or a former slug. */
  movedTo?: string;
}

export interface Found {
  content: string | Uint8Array | Chunks;
  /** The version for later callers, if the response says whether it comes from the cache (`cached`). */
  keptContent?: string | Chunks;
  lastModified: number;
  mediaType?: string;
  /** What the entity tag is derived from, if not from the content. */
  tagOf?: string;
  /** Whether compressing it again would gain nothing. */
  isCompressed?: boolean;
  /** Names and values of headers that the response has beside the usual ones. */
  headers?: readonly string[];
}

export type Answer = Found | ReadProblem;
/**
 * `body` is for the caller, `toKeep` is the version to cache for others. They are the same unless `cached` differs. `source`
 * is what it was made of, if it can be compared later.
 */
export type Prepared = { body: Body; toKeep: Body; source?: string | undefined } | ReadProblem;

/** A response that was kept before the last publication. */
export interface OlderScore {
  body: Body;
  source: string;
}

/** Client of the reading thread. */
export interface Reader {
  /** `older` is given back if it is still valid, without being made again. */
  read(id: OperationId | PageReadId, parameters: Parameters, older?: OlderScore): Promise<Prepared>;
}

/** Pages that are rendered on the reading thread, besides the operations. */
export type PageReadId =
  | 'scoresPage'
  | 'scoresMap'
  | 'scoresTimeline'
  | 'scoresRows'
  | 'scoresCsv'
  | 'changelogPage'
  | 'changelogCsv'
  | 'changePage'
  | 'weekPage'
  | 'weeksPage'
  | 'comparePage'
  | 'providerPage'
  | 'providerReport'
  | 'whyPage'
  | 'specimen'
  | 'differencesPage'
  | 'providerNames'
  | 'indicatorCard'
  | 'changeCard'
  | 'embedPage'
  | 'embedChart'
  | 'oembed'
  | 'searchPage'
  | 'searchResults'
  | 'serviceHistory';

export type Read = (reading: Reading, parameters: Parameters) => Promise<Answer>;

export function isProblem(answer: Answer): answer is ReadProblem {
  return 'problem' in answer;
}

export function invalidParameter(parameter: string, code: string, message: string): ReadProblem {
  return { problem: 'invalid_parameter', errors: [{ parameter, code, message }] };
}
