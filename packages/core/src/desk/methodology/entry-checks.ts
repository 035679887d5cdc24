// Validates a document of entry checks, and puts it in force after two people decided so.

import { canonicalJson, digestOf, type JsonValue, type Methodology } from '@rf-indicators/engine';
import { approvalNote, type People } from '../../accounts/requests.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import { nextSequence } from '../../context/sequence.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { assembleFacts } from '../facts/assemble-facts.ts';
import { PROVIDER_FACTS, REFERENCE_RATE } from '../facts/fact-definitions.ts';
import { recordsAsOf } from '../facts/facts.ts';
import {
  amountOf,
  type EntryChecksDocument,
  type InputCheck,
  rangeOf,
} from '../facts/plausibility/document.ts';
import { recordedChecks } from '../facts/plausibility/in-force.ts';
import { SHIPPED_CHECKS } from '../facts/plausibility/shipped.ts';
import { findEffectiveMethodology } from './signed.ts';

interface Decision {
  document: Record<string, unknown>;
  reason: string;
}

const SEVERITIES = ['impossible', 'unusual'];
const MOST_LISTED = 100;

/** Refuses a document that is not complete, or whose version was used before. */
export async function requireRecordable(
  db: Queries | Writes,
  { document }: Decision,
  now: number,
): Promise<EntryChecksDocument> {
  const effective = await findEffectiveMethodology(db, now);
  const problems = documentProblems(document, effective?.methodology ?? null);
  if (problems.length > 0)
    throw new Refusal('validation_failed', 'The document of entry checks is not valid.', problems);
  const checks = document as unknown as EntryChecksDocument;
  const used = [SHIPPED_CHECKS, ...(await recordedChecks(db)).map((one) => one.document)];
  if (used.some(({ version }) => version === checks.version))
    throw new Refusal(
      'conflict',
      `Version ${checks.version} of the entry checks exists. Give this one another version.`,
    );
  return checks;
}

export async function recordEntryChecks(
  context: Context,
  writes: Writes,
  people: People,
  decision: Decision,
  requestId: string,
): Promise<void> {
  const { version } = await requireRecordable(writes, decision, context.clock());
  const document = decision.document as JsonValue;
  const digest = await digestOf(document);
  await writes
    .insertInto('entry_checks')
    .values({
      seq: await nextSequence(writes, 'entry_checks'),
      ...{ version, digest, document: canonicalJson(document) },
      ...{ recorded_at: context.clock(), request_id: requestId },
    })
    .execute();
  const after = { version, digest, reason: decision.reason.trim(), ...approvalNote(people) };
  await recordAct(
    context,
    writes,
    people.requester,
    'entry_checks.recorded',
    `entry-checks/${version}`,
    null,
    after,
  );
}

/** Current values that a document makes impossible, in sentences. */
export async function impossibleUnder(
  db: Queries,
  checks: EntryChecksDocument,
  now: number,
): Promise<string[]> {
  const effective = await findEffectiveMethodology(db, now);
  if (effective === null) return [];
  const providers = await db
    .selectFrom('providers')
    .select(['id', 'slug'])
    .where('retired_at', 'is', null)
    .orderBy('slug')
    .execute();
  const found: string[] = [];
  for (const portion of inPortions(providers, 100)) {
    const ids = portion.map(({ id }) => id);
    const known = await recordsAsOf(db, ids, now, now);
    for (const { id, slug } of portion) {
      const { implausible } = assembleFacts(effective.methodology, { ...known.get(id)!, checks }, now);
      found.push(...implausible.map(({ message }) => `${slug}: ${message}`));
    }
    if (found.length >= MOST_LISTED) break;
  }
  return found.slice(0, MOST_LISTED);
}

function documentProblems(given: Record<string, unknown>, methodology: Methodology | null): RefusalDetail[] {
  const problems: RefusalDetail[] = [];
  const add = (place: string, message: string) => problems.push({ place, code: 'invalid', message });
  for (const member of ['name', 'version', 'framework', 'otherwise'])
    if (typeof given[member] !== 'string' || given[member] === '') add(`/${member}`, 'must be a text');
  for (const member of ['inputs', 'sources', 'kinds'])
    if (!isObject(given[member])) add(`/${member}`, 'must be an object');
  for (const member of ['orders', 'sums', 'groups'])
    if (!Array.isArray(given[member])) add(`/${member}`, 'must be a list');
  if (problems.length > 0) return problems;
  const checks = given as unknown as EntryChecksDocument;
  const ids = methodology === null ? [] : idsOf(methodology);
  for (const id of ids) if (!Object.hasOwn(checks.inputs, id)) add(`/inputs/${id}`, 'is missing');
  for (const [id, check] of Object.entries(checks.inputs)) {
    if (!isObject(check)) add(`/inputs/${id}`, 'must be an object');
    else for (const message of checkProblems(check as InputCheck)) add(`/inputs/${id}`, message);
  }
  for (const [index, { lower, upper, severity }] of checks.orders.entries())
    if (![lower, upper].every((id) => Object.hasOwn(checks.inputs, id)) || !SEVERITIES.includes(severity))
      add(`/orders/${index}`, 'must have lower and upper, which are inputs, and a severity');
  for (const [index, { inputs, most, severity }] of checks.sums.entries()) {
    const areInputs = Array.isArray(inputs) && inputs.every((id) => Object.hasOwn(checks.inputs, id));
    if (!areInputs || !isNumber(most) || !SEVERITIES.includes(severity))
      add(`/sums/${index}`, 'must have inputs, the most that they add up to, and a severity');
  }
  const grades = methodology === null ? null : [...methodology.grades.keys()];
  for (const [kind, bySource] of Object.entries(checks.kinds))
    for (const [source, grade] of Object.entries(isObject(bySource) ? bySource : { '': '' }))
      if (!Object.hasOwn(checks.sources, source) || (grades !== null && !grades.includes(grade)))
        add(`/kinds/${kind}`, 'must have a grade for each of its sources');
  return problems;
}

function idsOf({ criteria, gates }: Methodology): string[] {
  return [...gates.map(({ id }) => id), ...criteria.map(({ id }) => id), ...PROVIDER_FACTS, REFERENCE_RATE];
}

function checkProblems(check: InputCheck): string[] {
  const { unit, possible, usual, change } = check;
  const problems: string[] = [];
  for (const [name, values] of Object.entries({ possible, usual })) {
    if (values === undefined) continue;
    const areTexts = Array.isArray(values) && values.every((value) => typeof value === 'string');
    if (!areTexts || values.length === 0) problems.push(`${name} must be a list of texts`);
    else if (unit !== undefined) {
      const range = rangeOf(check, values);
      if (range === null || values.length !== 2 || range.least > range.greatest)
        problems.push(`${name} must have the least and the greatest number`);
    }
  }
  if (change !== undefined && change !== 'any' && !isNumber(change))
    problems.push('change must be a number, or any');
  return problems;
}

function isNumber(text: unknown): boolean {
  return typeof text === 'string' && amountOf(text) !== null;
}

function isObject(given: unknown): boolean {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
