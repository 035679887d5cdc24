// From a name that a model gives to a provider, or to an error that it can act on.

import type { AgentCandidate, AgentError } from '@rf-indicators/contract';
import type { MatchedBy, NamedProvider } from '../rendering/names/name-index.ts';
import type { Reading } from '../rendering/reading.ts';
import { LONGEST, outsideText, quoted } from './outside-text.ts';
import { ToolError } from './tool.ts';

export interface FoundByName {
  provider: NamedProvider;
  by: MatchedBy;
}

export function findProvider({ names }: Pick<Reading, 'names'>, name: string): FoundByName {
  const match = names().find(name);
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

/** By id or slug, present or former. */
export function findById({ names }: Pick<Reading, 'names'>, id: string): FoundByName {
  const index = names();
  const provider = index.byId(id) ?? index.bySlug(id);
  if (provider) return { provider, by: provider.id === id ? 'id' : 'slug' };
  throw new ToolError(unknown(quoted(id), index.nearest(id, 5).map(candidate)));
}

export function candidate({ id, name, slug }: NamedProvider): AgentCandidate {
  return { provider_id: id, name: outsideText(name, LONGEST.name), slug };
}

function unknown(asked: string, candidates: AgentCandidate[]): AgentError {
  const nearest =
    candidates.length === 0
      ? ''
      : ` The nearest names are ${listed(candidates)}; take one only if it is what was meant.`;
  return {
    code: 'provider_not_found',
    message: `No provider matches ${asked}.${nearest} Do not guess a score; search_providers finds providers by part of a name.`,
    candidates,
  };
}

function listed(candidates: readonly AgentCandidate[]): string {
  return candidates.map(({ name }) => quoted(name)).join(', ');
}
