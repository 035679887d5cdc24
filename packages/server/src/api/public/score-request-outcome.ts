import type { ScoreRequestReceipt } from '@rf-indicators/contract';
import type { RefusalCode, RefusalDetail } from '@rf-indicators/core/context/refusal';

/** The receipt, or why there is none. */
export type ScoreRequestOutcome =
  | { receipt: ScoreRequestReceipt }
  | { refusal: { code: RefusalCode; message: string; details: RefusalDetail[] } };
