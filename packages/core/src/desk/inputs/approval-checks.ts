// What an approval is refused for besides values that do not fit together: an impossible value, a placeholder of a template, and
// something unusual that the approver has not confirmed.

import type { Methodology } from '@rf-indicators/engine';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import type { Writes } from '../../store/store.ts';
import { rowsIfApproved } from '../facts/facts.ts';
import { entryChecks } from '../facts/plausibility/in-force.ts';
import { refuse } from '../import/rows.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import type { OpenProposal } from './open-proposals.ts';
import { type Plausibility, plausibilityOf } from './plausibility.ts';

/** Returns the proposals with something unusual. `confirmation` is the sentence of the approver. */
export async function refuseUnfit(
  writes: Writes,
  proposals: readonly OpenProposal[],
  confirmation: string | null,
  now: number,
): Promise<Set<OpenProposal>> {
  const effective = await findEffectiveMethodology(writes, now);
  if (effective === null) return new Set();
  const found = await plausibilityOfProposals(writes, effective.methodology, proposals, now);
  const problems: RefusalDetail[] = [];
  const unusual = new Set<OpenProposal>();
  const unconfirmed: RefusalDetail[] = [];
  for (const [proposal, { impossible, unusual: marks, placeholder }] of found) {
    const place = `${proposal.slug ?? proposal.currency} ${proposal.input_id}`;
    for (const message of impossible) problems.push({ place, code: 'impossible', message });
    if (placeholder)
      problems.push({
        place,
        code: 'placeholder',
        message: 'has evidence with a placeholder of a template; reject it, and propose it with its evidence',
      });
    if (marks.length === 0) continue;
    unusual.add(proposal);
    const message = `is unusual: ${marks.map((mark) => mark.message).join('; ')}`;
    if (confirmation === null) unconfirmed.push({ place, code: 'unusual', message });
  }
  refuse(problems, 'Nothing was approved');
  if (unconfirmed.length > 0)
    throw new Refusal(
      'conflict',
      'Nothing was approved: confirm in a sentence that what is unusual is right (confirmation), or reject it.',
      unconfirmed,
    );
  return unusual;
}

async function plausibilityOfProposals(
  writes: Writes,
  methodology: Methodology,
  proposals: readonly OpenProposal[],
  now: number,
): Promise<Map<OpenProposal, Plausibility & { placeholder: boolean }>> {
  const ids = proposals.map(({ id }) => id);
  const rows = new Map((await rowsIfApproved(writes, ids, now)).map((row) => [row.proposal_id, row]));
  // Evidence of a later day counts from that day; runs look at it then.
  const dated = proposals.filter(({ id }) => rows.has(id));
  const checks = await entryChecks(writes);
  const found = await plausibilityOf(
    { db: writes, methodology, checks, now },
    dated.map(({ id, quote }) => ({ row: rows.get(id)!, quote })),
  );
  return new Map(
    dated.map((proposal, index) => [
      proposal,
      { ...found[index]!, placeholder: rows.get(proposal.id)!.placeholder === 1 },
    ]),
  );
}
