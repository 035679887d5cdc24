// What may be asked of an endpoint, read from what a member gave.

import {
  DEFAULT_EVENT_TYPES,
  SUBSCRIBABLE_EVENT_TYPES,
  type SubscribableEventType,
} from '@rf-indicators/contract';
import { Refusal } from '../context/refusal.ts';
import { findProviders } from '../desk/providers/providers.ts';
import type { Queries, Writes } from '../store/store.ts';
import { addressesOf, parseTarget, TargetError, type TargetRules } from './target-check.ts';

const LONGEST_DESCRIPTION = 200;
const MOST_PROVIDERS = 1000;

/** Before any transaction: names are resolved, which takes time. */
export async function readTargetUrl(text: string, rules: TargetRules): Promise<string> {
  try {
    const url = parseTarget(text.trim(), rules);
    await addressesOf(url, rules);
    return url.href;
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw new Refusal('validation_failed', `This cannot be an endpoint. ${error.message}`);
  }
}

export function readDescription(text: string): string {
  const description = text.trim();
  if (description.length <= LONGEST_DESCRIPTION && !/\p{Cc}/u.test(description)) return description;
  throw new Refusal(
    'validation_failed',
    `A description is one line of up to ${LONGEST_DESCRIPTION} characters.`,
  );
}

/** In the order of the contract, each once. */
export function readEventTypes(given: readonly string[]): SubscribableEventType[] {
  const unknown = given.filter((type) => !SUBSCRIBABLE_EVENT_TYPES.includes(type as SubscribableEventType));
  if (unknown.length > 0) {
    throw new Refusal(
      'validation_failed',
      `"${unknown.join('", "')}" is nothing to subscribe to. Event types are ${SUBSCRIBABLE_EVENT_TYPES.join(', ')}.`,
    );
  }
  if (given.length === 0) return [...DEFAULT_EVENT_TYPES];
  return SUBSCRIBABLE_EVENT_TYPES.filter((type) => given.includes(type));
}

/** Ids or slugs, as ids; none means all providers. */
export async function readProviderIds(db: Queries | Writes, given: readonly string[]): Promise<string[]> {
  if (given.length > MOST_PROVIDERS) {
    throw new Refusal(
      'validation_failed',
      `At most ${MOST_PROVIDERS} providers; without any, all are taken.`,
    );
  }
  const found = await findProviders(db, given);
  const unknown = given.filter((key) => !found.has(key));
  if (unknown.length === 0) return [...new Set([...found.values()].map(({ id }) => id))].sort();
  throw new Refusal('validation_failed', `No provider has the id or slug "${unknown.join('", "')}".`);
}
