import type { ScoreRequestReceipt } from '@rf-indicators/contract';
import type { RefusalCode, RefusalDetail } from '@rf-indicators/core/context/refusal';

/** The receipt of a recorded score request, or why it was refused. */
export type ReceivedOrRefused =
  | { receipt: ScoreRequestReceipt }
  | { refusal: { code: RefusalCode; message: string; details: RefusalDetail[] } };
