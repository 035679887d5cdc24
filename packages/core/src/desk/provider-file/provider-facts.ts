// Facts in a file of providers: those that are new, or differ from what is on record or already proposed, are proposed
// with the evidence of their row.

import type { Methodology } from '@rf-indicators/engine';
import { type Actor, requireMay } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { PROVIDER_FACTS, readFactValue, STRUCTURE_FLAGS } from '../facts/fact-definitions.ts';
import { factsAsOf } from '../facts/facts.ts';
import type { RowReader } from '../import/row-reader.ts';
import { placeOf, type Row, refuse } from '../import/rows.ts';
import { openFacts } from '../inputs/open-facts.ts';
import { type Proposed, propose } from '../inputs/propose.ts';
import { effectiveMethodology } from '../methodology/signed.ts';

export interface FactRows {
  place: string;
  providerId: string;
  /** Canonical values by fact. */
  values: ReadonlyMap<string, string>;
  /** As given; the proposal validates it. */
  evidence: unknown;
  /** Why an unusual value is right, and why evidence of another provider supports it. */
  reasons: Record<string, unknown>;
}

/** null if the row has no facts. */
export function readFactRows(reader: RowReader, { place }: Row): Omit<FactRows, 'providerId'> | null {
  const values = new Map<string, string>();
  const flags = reader.object('flags');
  for (const fact of PROVIDER_FACTS) {
    const isFlag = (STRUCTURE_FLAGS as readonly string[]).includes(fact);
    const given = isFlag ? flagText(flags?.flag(fact)) : reader.text(fact);
    if (given === null) continue;
    const reading = readFactValue(fact, given);
    if ('value' in reading) values.set(fact, reading.value);
    else reader.addProblem(fact, reading.code, reading.message);
  }
  flags?.finish();
  const evidence = reader.raw('evidence') ?? null;
  const reasons = { confirmation: reader.raw('confirmation'), shared_reason: reader.raw('shared_reason') };
  return values.size === 0 ? null : { place, values, evidence, reasons };
}

function flagText(flag: boolean | null | undefined): string | null {
  return flag === null || flag === undefined ? null : String(flag);
}

/** null if everything is on record or proposed already. */
export async function proposeFacts(
  context: Context,
  writes: Writes,
  actor: Actor,
  given: readonly FactRows[],
  framework: Methodology | null,
): Promise<Proposed | null> {
  if (given.length === 0) return null;
  const methodology = framework ?? (await effectiveMethodology(writes, context.clock())).methodology;
  const now = context.clock();
  const known = new Set<string>();
  for (const ids of inPortions(given.map(({ providerId }) => providerId))) {
    for (const { id, facts } of await factsAsOf(writes, methodology, ids, now, now)) {
      for (const [fact, { value }] of Object.entries(facts)) known.add(`${id} ${fact} ${value}`);
    }
    for (const { provider_id, input_id, value } of await openFacts(writes, ids)) {
      known.add(`${provider_id} ${input_id} ${value}`);
    }
  }
  const problems: RefusalDetail[] = [];
  const rows: Row[] = given.flatMap(({ place, providerId, values, evidence, reasons }) => {
    const news = [...values].filter(([fact, value]) => !known.has(`${providerId} ${fact} ${value}`));
    if (news.length > 0 && evidence === null) {
      const message = `is missing; it is needed for ${news.map(([fact]) => fact).join(', ')}`;
      problems.push({ place: placeOf(place, 'evidence'), code: 'missing', message });
    }
    return news.map(([input, value]) => ({
      place: placeOf(place, input),
      value: { provider: providerId, input, value, evidence, ...reasons },
    }));
  });
  refuse(problems);
  if (rows.length === 0) return null;
  requireMay(actor, 'inputs.propose');
  try {
    return await propose(context, writes, actor, methodology, rows);
  } catch (error) {
    if (error instanceof Refusal) refuse(placedInFile(error.details, given));
    throw error;
  }
}

/** Facts are proposed one by one, but in the file they are members of one row and share its evidence. */
function placedInFile(details: readonly RefusalDetail[], given: readonly FactRows[]): RefusalDetail[] {
  const places = given.flatMap(({ place, values }) =>
    [...values.keys()].map((fact) => ({ place, member: placeOf(place, fact) })),
  );
  const placed = details.map((detail) => {
    const row = places.find(({ member }) => detail.place.startsWith(member));
    if (row === undefined) return detail;
    const isValue = detail.place === placeOf(row.member, 'value');
    return { ...detail, place: isValue ? row.member : row.place + detail.place.slice(row.member.length) };
  });
  return [...new Map(placed.map((detail) => [JSON.stringify(detail), detail])).values()];
}
