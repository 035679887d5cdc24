// Who reads a page, and what they may read. It also answers if nobody is signed in.

import type { Reader } from '@rf-indicators/contract/console';
import { actingAs } from './acting-as.ts';
import { send } from './send.ts';
import { markSignedIn } from './signed-in-mark.ts';

const READER = '/api/console/v1/reader';

/** Null if the server does not answer. */
export async function askReader(): Promise<Reader | null> {
  const person = actingAs();
  try {
    const reader = await send<Reader>(
      'GET',
      READER,
      undefined,
      person === null ? {} : { 'rf-acting-as': person },
    );
    markSignedIn(reader.signed_in);
    return reader;
  } catch {
    return null;
  }
}
