// Gets the package that is recomputed, and the keys that may have signed it. The keys that the reader keeps count first.

import { type ComputationAnswer, parseVerifierKey, readJson, type VerifierKey } from '@rf-indicators/engine';
import { readPins } from '../verify/pins.ts';
import { receiveKeys } from '../verify/received.ts';
import { rememberedPins } from '../verify/remembered.ts';
import { trustedKeys } from '../verify/trust.ts';

export interface Loaded {
  /** As it was sent. */
  text: string;
  answer: ComputationAnswer;
  keys: readonly VerifierKey[];
}

/** `exampleKey` is empty for a published package. */
export async function load(address: string, exampleKey: string): Promise<Loaded> {
  const [text, keys] = await Promise.all([textAt(address), exampleKey === '' ? served() : [exampleKey]]);
  const answer = readJson(text).value as ComputationAnswer;
  return { text, answer, keys: await Promise.all(keys.map(parseVerifierKey)) };
}

async function textAt(address: string): Promise<string> {
  const response = await fetch(address).catch(() => {
    throw new Error('The package cannot be loaded. Are you offline?');
  });
  if (!response.ok) throw new Error(`The package cannot be loaded: status ${response.status}.`);
  return response.text();
}

async function served(): Promise<string[]> {
  const { data } = JSON.parse(await receiveKeys()) as { data: unknown };
  return (await trustedKeys(data, await readPins(rememberedPins()))).map(({ public_key }) => public_key);
}
