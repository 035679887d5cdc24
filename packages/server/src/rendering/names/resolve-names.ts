// The response of /api/v1/resolve, and the same for the acts about books. It is made for one caller and not kept: books are private, and
// rarely the same.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Resolution, Resolutions } from '@rf-indicators/contract';
import { type Body, prepareBody } from '../body.ts';
import type { Reading } from '../reading.ts';
import type { NameIndex } from './name-index.ts';
import { Resolver } from './resolver.ts';

/** Others are served between these portions. */
const RESOLVED_AT_ONCE = 10;

/** Each is dropped with its index of names, when names change. */
const resolvers = new WeakMap<NameIndex, Promise<Resolver>>();

export async function resolveNames(
  { names, clock, disclosure }: Pick<Reading, 'names' | 'clock' | 'disclosure'>,
  asked: readonly string[],
): Promise<{ body: Body }> {
  const data = await resolutionsOf(await names(), asked);
  const answer: Resolutions = { data, limitations_disclosure: disclosure };
  return { body: prepareBody(JSON.stringify(answer), { lastModified: clock() }) };
}

export async function resolutionsOf(index: NameIndex, asked: readonly string[]): Promise<Resolution[]> {
  const resolver = await resolverOf(index);
  const data: Resolution[] = [];
  for (const [at, text] of asked.entries()) {
    data.push(resolver.resolve(text));
    if (at % RESOLVED_AT_ONCE === RESOLVED_AT_ONCE - 1) await nextTurn();
  }
  return data;
}

function resolverOf(index: NameIndex): Promise<Resolver> {
  const known = resolvers.get(index);
  if (known !== undefined) return known;
  const made = Resolver.of(index.providers, nextTurn);
  resolvers.set(index, made);
  return made;
}
