// Proves that the stored body of a webhook message is the one that this program rendered from a recorded event. The key is
// outside the database, so somebody who can write to it cannot make the service sign another body for a customer.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MasterKey } from '../secrets/master-key.ts';

export interface ProvedMessage {
  workspace_id: string;
  event_id: string;
  is_test: number;
  body: string;
}

export class MessageProof {
  readonly #masterKey: MasterKey;

  constructor(masterKey: MasterKey) {
    this.#masterKey = masterKey;
  }

  macOf(message: ProvedMessage): string {
    return macWith(this.#keys()[0]!, message);
  }

  holds(message: ProvedMessage & { mac: string | null }): boolean {
    const given = Buffer.from(message.mac ?? '');
    return this.#keys().some((key) => {
      const expected = Buffer.from(macWith(key, message));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }

  #keys(): readonly Uint8Array[] {
    return this.#masterKey.deriveAll('webhook message');
  }
}

function macWith(key: Uint8Array, { workspace_id, event_id, is_test, body }: ProvedMessage): string {
  const text = JSON.stringify([workspace_id, event_id, is_test, body]);
  return createHmac('sha256', key).update(text).digest('base64');
}
