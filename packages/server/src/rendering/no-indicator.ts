// Why a provider has no current indicator, and the list of those whose indicator was withdrawn.

import type { WithdrawnIndicator } from '@rf-indicators/contract';
import { hasAll } from '@rf-indicators/core/context/identifiers';
import type { ServedFilter } from '@rf-indicators/core/desk/served/select';
import { type WithdrawnProvider, withdrawnProviders } from '@rf-indicators/core/desk/served/withdrawn';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { byCodePoint } from './code-points.ts';
import type { Reading, ReadProblem } from './reading.ts';

/** `asOf` is the past time that the caller asked about; without it, the problem is about now. */
export async function whyNone({ db }: Reading, providerId: string, asOf?: number): Promise<ReadProblem> {
  const [withdrawn] = await withdrawnProviders(db, { asOf, providerIds: [providerId] });
  if (withdrawn !== undefined) return withdrawnProblem(wireWithdrawn(withdrawn));
  const detail =
    asOf === undefined
      ? 'No indicator of this provider has been published yet.'
      : `No indicator of this provider had been published at ${instant(asOf)}.`;
  return { problem: 'indicator_not_found', detail };
}

function withdrawnProblem(withdrawn: WithdrawnIndicator): ReadProblem {
  const reason = withdrawn.reason.replace(/\.$/, '');
  return {
    problem: 'indicator_withdrawn',
    detail: `The indicator was withdrawn at ${withdrawn.withdrawn_at}: ${reason}.`,
    ...withdrawn,
  };
}

/** By name and then by id. */
export async function listWithdrawn(
  { db }: Reading,
  { plannerType, identifiers = [] }: Pick<ServedFilter, 'plannerType' | 'identifiers'>,
  asOf?: number,
): Promise<WithdrawnIndicator[]> {
  const all = await withdrawnProviders(db, { asOf });
  return all
    .filter(
      (one) => (!plannerType || one.plannerType === plannerType) && hasAll(one.identifiers, identifiers),
    )
    .map(wireWithdrawn)
    .sort((a, b) => byCodePoint(a.name, b.name) || byCodePoint(a.id, b.id));
}

export function wireWithdrawn(withdrawn: WithdrawnProvider): WithdrawnIndicator {
  const { providerId, slug, name, withdrawnAt, reason, verificationId } = withdrawn;
  return {
    id: providerId,
    slug,
    name,
    withdrawn_at: instant(withdrawnAt),
    reason,
    verification_id: verificationId,
  };
}
