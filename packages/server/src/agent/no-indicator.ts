// The error of a tool about a provider that has no current indicator.

import type { WithdrawnIndicator } from '@rf-indicators/contract';
import { withdrawnProviders } from '@rf-indicators/core/desk/served/withdrawn';
import type { NamedProvider } from '../rendering/names/name-index.ts';
import { wireWithdrawn } from '../rendering/no-indicator.ts';
import type { Reading } from '../rendering/reading.ts';
import { externalText, LONGEST, quoted } from './external-text.ts';
import { ToolError } from './tool.ts';

export async function noIndicator(reading: Reading, provider: NamedProvider): Promise<ToolError> {
  const [withdrawn] = await withdrawnFor(reading, [provider.id]);
  if (withdrawn === undefined) {
    return new ToolError({
      code: 'indicator_not_found',
      message: `${quoted(provider.name)} has no indicator: none has been published yet. Do not guess a score.`,
      candidates: [],
    });
  }
  return new ToolError({
    code: 'indicator_withdrawn',
    message:
      `The indicator of ${quoted(provider.name)} was withdrawn at ${withdrawn.withdrawn_at}. The reason: ` +
      `${quoted(withdrawn.reason, LONGEST.sentence)}. Say so, and do not present an earlier score as current. ` +
      'get_score_history lists the earlier indicators.',
    candidates: [],
    ...withdrawn,
  });
}

/** Those of the providers whose indicator was withdrawn, in the order given. */
export async function withdrawnFor(
  { db }: Pick<Reading, 'db'>,
  providerIds: readonly string[],
  plannerType?: string,
): Promise<WithdrawnIndicator[]> {
  const found = await withdrawnProviders(db, { providerIds });
  const chosen = found.filter((one) => plannerType === undefined || one.plannerType === plannerType);
  const byId = new Map(chosen.map((one) => [one.providerId, wireWithdrawn(one)]));
  return providerIds.flatMap((id) => {
    const one = byId.get(id);
    if (one === undefined) return [];
    const { name, reason } = one;
    return {
      ...one,
      name: externalText(name, LONGEST.name),
      reason: externalText(reason, LONGEST.sentence),
    };
  });
}
