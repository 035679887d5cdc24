// Types of the verifier's arguments and reports. Many repeat types of the engine, so that the published declarations need
// no other package; the compiler checks that they are compatible.

import type { ComputationAnswer, LogEntry, Signature } from '../generated/wire.ts';

/** A computation answer: what getComputation returned, or the text of a file that contains it. */
export type AnswerSource = ComputationAnswer | string;

/** The response of GET /api/public/confirmations/{run}: the indicators that one run found unchanged. */
export interface ConfirmationAnswer {
  data: {
    record: {
      at: string;
      count: number;
      leaf: string;
      run: string;
      verification_ids_sha256: string;
      version: number;
    };
    signature: Signature;
    verification_ids: string[];
    log: LogEntry;
  };
  limitations_disclosure: string;
}

/** A confirmation, or the text of a file that contains it. */
export type ConfirmationSource = ConfirmationAnswer | string;

/** Verifier keys in text form. Get them in another way than the answer that they are used to check. */
export type PinnedKeys = string | readonly string[];

/** Returns the bytes of a tile by its path, such as 0/x001/234 or 1/000.p/17. An RfClient is a TileSource. */
export interface TileSource {
  getTile(path: string): Promise<Uint8Array>;
}

/** The witnesses whose cosignatures you accept, and how many of them must have cosigned the checkpoint. */
export interface WitnessOptions {
  /** Keys of witnesses in text form. Get them from the witnesses. */
  witnesses?: PinnedKeys | undefined;
  /** How many must have cosigned; all of them if absent. */
  requiredWitnesses?: number | undefined;
}

export interface VerifyOptions extends WitnessOptions {
  keys: PinnedKeys;
  /** A checkpoint that you kept: the answer's checkpoint must belong to the same log. Requires `log`. */
  remembered?: string | undefined;
  /** Where to read the log's tiles, such as an RfClient. */
  log?: TileSource | undefined;
}

export interface StatementOptions extends WitnessOptions {
  keys: PinnedKeys;
}

export interface ConfirmationOptions extends WitnessOptions {
  keys: PinnedKeys;
  /** Checks that the run confirmed this indicator. */
  verificationId?: string | undefined;
}

export interface LogRequest extends WitnessOptions {
  /** A checkpoint that you kept, as a signed note. */
  remembered: string;
  /** The checkpoint to check. */
  checkpoint: string;
  keys: PinnedKeys;
  /** Where to read the log's tiles, such as an RfClient. */
  log: TileSource;
}

/** One check and its result. */
export interface Check<Fault extends string = string> {
  check: string;
  ok: boolean;
  fault: Fault | null;
  detail: string;
  /** The place of the first difference, as a JSON pointer into the answer. */
  pointer: string | null;
}

export interface Report<Fault extends string = string> {
  ok: boolean;
  /** The first fault found; null if all checks passed. */
  fault: Fault | null;
  verification_id: string | null;
  checks: Check<Fault>[];
}

/** Faults that recomputing can find. */
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

/** Faults that checking the signature and the log entry can find. */
export type ProofFault =
  | 'signature_missing'
  | 'signature_malformed'
  | 'key_not_pinned'
  | 'signature_invalid'
  | 'log_malformed'
  | 'checkpoint_invalid'
  | 'inclusion_invalid'
  | 'witnesses_missing';

export type ConfirmationFault =
  | ProofFault
  | 'not_json'
  | 'duplicate_member'
  | 'wrong_form'
  | 'list_not_sorted'
  | 'count_differs'
  | 'list_differs'
  | 'not_confirmed';

/** Faults that comparing with a remembered checkpoint can find. */
export type LogFault = 'checkpoint_invalid' | 'tiles_invalid' | 'fork' | 'witnesses_missing';

export type StatementFault = ProofFault | 'wrong_form' | 'verification_id_differs' | 'attachment_invalid';

export type VerifyFault = ReplayFault | ProofFault | LogFault;
