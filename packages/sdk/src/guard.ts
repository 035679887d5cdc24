// The last line of defence of the promise that everything thrown is an RfError.

import { RfError } from './errors.ts';

/** Wraps any other error, such as one of the platform or of a caller's own function, in an RfError. */
export async function throwingRfErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RfError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new RfError(`Unexpected error: ${message}`, { cause: error });
  }
}
