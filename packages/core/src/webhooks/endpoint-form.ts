// Validates the URL, description, event types and providers that a member gives for an endpoint.

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

/** Call it before the transaction: resolving the host name takes time. */
export async function readTargetUrl(text: string, rules: TargetRules): Promise<string> {
  try {
    const url = parseTarget(text.trim(), rules);
    await addressesOf(url, rules);
    return url.href;
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw new Refusal('validation_failed', `This URL cannot be an endpoint. ${error.message}`);
  }
}

export function readDescription(text: string): string {
  const description = text.trim();
  if (description.length <= LONGEST_DESCRIPTION && !/\p{Cc}/u.test(description)) return description;
  throw new Refusal(
    'validation_failed',
    `A description must be one line of up to ${LONGEST_DESCRIPTION} characters.`,
  );
}

/** In the order of the contract, without duplicates. */
export function readEventTypes(given: readonly string[]): SubscribableEventType[] {
  const unknown = given.filter((type) => !SUBSCRIBABLE_EVENT_TYPES.includes(type as SubscribableEventType));
  if (unknown.length > 0) {
    throw new Refusal(
      'validation_failed',
      `"${unknown.join('", "')}" is not an event type that an endpoint can subscribe to. Event types are ${SUBSCRIBABLE_EVENT_TYPES.join(', ')}.`,
    );
  }
  if (given.length === 0) return [...DEFAULT_EVENT_TYPES];
  return SUBSCRIBABLE_EVENT_TYPES.filter((type) => given.includes(type));
}

/** Takes ids or slugs and returns ids. An empty list means all providers. */
export async function readProviderIds(db: Queries | Writes, given: readonly string[]): Promise<string[]> {
  if (given.length > MOST_PROVIDERS) {
    throw new Refusal(
      'validation_failed',
      `Name at most ${MOST_PROVIDERS} providers. To receive events about all providers, name none.`,
    );
  }
  const found = await findProviders(db, given);
  const unknown = given.filter((key) => !found.has(key));
  if (unknown.length === 0) return [...new Set([...found.values()].map(({ id }) => id))].sort();
  throw new Refusal('validation_failed', `No provider has the id or slug "${unknown.join('", "')}".`);
}
