// What the list of open proposals can be filtered by: their providers, documents and proposers.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { Queries } from '../../store/store.ts';

type Choices = DomainAnswerOf<'inputs.choices'>;

/** Each in the order of its name. */
export async function openChoices(db: Queries): Promise<Choices> {
  const rows = await db
    .selectFrom('proposals')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .innerJoin('staff', 'staff.id', 'proposals.proposed_by')
    .leftJoin('providers', 'providers.id', 'proposals.provider_id')
    .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .select(['proposals.provider_id', 'providers.slug', 'evidence.sha256', 'evidence.title'])
    .select(['proposals.proposed_by', 'staff.name as proposer'])
    .select((eb) =>
      eb
        .selectFrom('provider_versions')
        .select('provider_versions.name')
        .whereRef('provider_versions.provider_id', '=', 'proposals.provider_id')
        .orderBy('version', 'desc')
        .limit(1)
        .as('provider_name'),
    )
    .where('proposals.id', 'in', db.selectFrom('open_proposals').select('proposal_id'))
    .where('decisions.proposal_id', 'is', null)
    .execute();
  const ofProviders = rows.filter(({ slug }) => slug !== null);
  return {
    providers: [...Map.groupBy(ofProviders, ({ slug }) => slug!)]
      .map(([slug, of]) => ({ slug, name: of[0]!.provider_name ?? slug, proposals: of.length }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    documents: [...Map.groupBy(rows, ({ sha256, title }) => sha256 ?? title)]
      .map(([document, of]) => ({ document, title: of[0]!.title, proposals: of.length }))
      .toSorted((a, b) => a.title.localeCompare(b.title)),
    proposers: [...Map.groupBy(rows, ({ proposed_by }) => proposed_by)]
      .map(([id, of]) => ({ id, name: of[0]!.proposer, proposals: of.length }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  };
}
