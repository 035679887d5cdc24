// Finds the provider that a model named, or throws an error that the model can act on.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AgentCandidate, AgentError } from '@rf-indicators/contract';
import type { MatchedBy, NamedProvider } from '../rendering/names/name-index.ts';
import type { Reading } from '../rendering/reading.ts';
import { externalText, LONGEST, quoted } from './external-text.ts';
import { ToolError } from './tool.ts';

export interface FoundByName {
  provider: NamedProvider;
  by: MatchedBy;
}

export async function findProvider({ names }: Pick<Reading, 'names'>, name: string): Promise<FoundByName> {
  const match = (await names()).find(name);
  if ('provider' in match) return match;
  const candidates = match.candidates.map(candidate);
  const asked = quoted(name);
  if (match.fits === 'several') {
    throw new ToolError({
      code: 'ambiguous_name',
      message: `${asked} matches several providers: ${listed(candidates)}. Ask the user which one they mean, and use its full name.`,
      candidates,
    });
  }
  throw new ToolError(unknown(asked, candidates));
}

/** A name that an agent gave, with its provider or why there is none. */
export type FoundName = { asked_for: string } & (
  | { provider: AgentCandidate; matched_by: MatchedBy }
  | { error: AgentError }
);

/** In their order, each for itself. Other reads have their turn between them. */
export async function findEach(
  reading: Pick<Reading, 'names'>,
  names: readonly string[],
): Promise<FoundName[]> {
  const found: FoundName[] = [];
  for (const name of names) {
    const asked_for = externalText(name, LONGEST.name);
    try {
      const { provider, by } = await findProvider(reading, name);
      found.push({ asked_for, provider: candidate(provider), matched_by: by });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      found.push({ asked_for, error: error.error });
      await nextTurn();
    }
  }
  return found;
}

/** By id, or by a current or former slug. */
export async function findById({ names }: Pick<Reading, 'names'>, id: string): Promise<FoundByName> {
  const index = await names();
  const provider = index.byId(id) ?? index.bySlug(id);
  if (provider) return { provider, by: provider.id === id ? 'id' : 'slug' };
  throw new ToolError(unknown(quoted(id), index.nearest(id, 5).map(candidate)));
}

export function candidate({ id, name, slug }: NamedProvider): AgentCandidate {
  return { provider_id: id, name: externalText(name, LONGEST.name), slug };
}

function unknown(asked: string, candidates: AgentCandidate[]): AgentError {
  const nearest =
    candidates.length === 0
      ? ''
      : ` The nearest names are ${listed(candidates)}. Use one of them only if the user meant it.`;
  return {
    code: 'provider_not_found',
    message: `No provider matches ${asked}.${nearest} Do not guess a score. Use search_providers to find providers by part of a name.`,
    candidates,
  };
}

function listed(candidates: readonly AgentCandidate[]): string {
  return candidates.map(({ name }) => quoted(name)).join(', ');
}
