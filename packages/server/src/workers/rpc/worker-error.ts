// An error in a form that can be sent to another thread.

import { type StoreFault, storeFaultOf } from '@rf-indicators/core/store/store-fault';

export interface WorkerError {
  /** With the stack, for the log. */
  error: string;
  /** null if the error is not a fault of the store. */
  fault: StoreFault | null;
}

export function workerError(error: unknown): WorkerError {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { error: text, fault: storeFaultOf(error) };
}
