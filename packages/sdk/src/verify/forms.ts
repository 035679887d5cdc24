// What is asked and what is answered. Much of it has the engine's forms; they are written out here so that the
// published types need nothing else, and the compiler holds the two against each other.

import type { ComputationAnswer } from '../wire.ts';

/** A computation answer: as getComputation gives it, or the text of a file. */
export type AnswerSource = ComputationAnswer | string;

/** Verifier keys in their text form, which you got by other means than the answer that they are to check. */
export type PinnedKeys = string | readonly string[];

/** Gives the bytes of a tile by its path, such as 0/x001/234 or 1/000.p/17. RfClient is one. */
export interface TileSource {
  getTile(path: string): Promise<Uint8Array>;
}

export interface VerifyOptions {
  keys: PinnedKeys;
  /** A checkpoint that you kept: the answer's own must be of the same log. Needs `log`. */
  remembered?: string | undefined;
  /** Where the log's tiles are read; an RfClient will do. */
  log?: TileSource | undefined;
}

export interface LogRequest {
  /** A checkpoint that you kept, as a signed note. */
  remembered: string;
  /** The checkpoint to believe or not. */
  checkpoint: string;
  keys: PinnedKeys;
  /** Where the log's tiles are read. */
  log: TileSource;
}

/** One check: what was looked at, and whether it held. */
export interface Check<Fault extends string = string> {
  check: string;
  ok: boolean;
  fault: Fault | null;
  detail: string;
  /** Where the first difference stands, as a JSON pointer into the answer. */
  pointer: string | null;
}

export interface Report<Fault extends string = string> {
  ok: boolean;
  /** The first fault found; null if all checks held. */
  fault: Fault | null;
  verification_id: string | null;
  checks: Check<Fault>[];
}

/** What recomputing can find. */
export type ReplayFault =
  | 'not_json'
  | 'duplicate_member'
  | 'wrong_form'
  | 'methodology_invalid'
  | 'methodology_differs'
  | 'configuration_differs'
  | 'input_invalid'
  | 'not_scored'
  | 'result_differs'
  | 'package_hash_differs'
  | 'verification_id_differs'
  | 'statement_differs';

/** What looking at signature and log can find. */
export type ProofFault =
  | 'signature_missing'
  | 'signature_malformed'
  | 'key_not_pinned'
  | 'signature_invalid'
  | 'log_malformed'
  | 'checkpoint_invalid'
  | 'inclusion_invalid';

/** What comparing with a remembered checkpoint can find. */
export type LogFault = 'checkpoint_invalid' | 'tiles_invalid' | 'fork';

export type StatementFault = ProofFault | 'wrong_form' | 'verification_id_differs';

export type VerifyFault = ReplayFault | ProofFault | LogFault;
