// The witnesses that the service asks to cosign its checkpoints (RF_WITNESSES).

import { KeyFormatError, parseWitnessKey, type WitnessKey } from '@rf-indicators/engine';
import { StoreError } from '../store/store.ts';

/** As configured: the text of the key, and the address that /add-checkpoint is appended to. */
export interface WitnessSetting {
  key: string;
  url: string;
}

export interface Witness {
  key: WitnessKey;
  url: string;
}

export async function readWitnesses(settings: readonly WitnessSetting[]): Promise<Witness[]> {
  const witnesses = new Map<string, Witness>();
  for (const { key: text, url } of settings) {
    try {
      const key = await parseWitnessKey(text);
      witnesses.set(key.id, { key, url });
    } catch (error) {
      if (!(error instanceof KeyFormatError)) throw error;
      throw new StoreError(`RF_WITNESSES has a key that cannot be read: ${error.message}`);
    }
  }
  return [...witnesses.values()];
}
