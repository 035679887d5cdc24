// Who proposed and approved the changed values of a matter, and on whose screen their evidence was. The packages are compared with
// the hashes that the draft names, because the rule of independence follows from them.

import { hash } from 'node:crypto';
import { type ComputationPackage, verificationId } from '@rf-indicators/engine';
import { inPortions } from '../../store/bulk.ts';
import { requireRecorded } from '../../store/records/before-change.ts';
import { isOwnWrite } from '../../store/records/proved.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { altered } from '../facts/own-records.ts';
import type { ValueFacts } from '../matters/tally.ts';
import { packageTexts } from '../packages/read-packages.ts';
import { type ChangedValue, changedValues } from './changed-values.ts';
import type { Matter } from './matter-items.ts';

const AT_ONCE = 100;

/** The changed values of each of these matters. One by itself has none. */
export async function valuesOf(
  db: Queries | Writes,
  matters: readonly Matter[],
): Promise<Map<string, ChangedValue[]>> {
  const values = new Map<string, ChangedValue[]>(matters.map(({ id }) => [id, []]));
  const items = matters.filter(({ draft }) => draft?.row != null);
  for (const portion of inPortions(items, AT_ONCE)) {
    const bases = portion.flatMap(({ draft }) => comparedWith(draft!.row!) ?? []);
    const indicators =
      bases.length === 0
        ? []
        : await db
            .selectFrom('indicators')
            .select(['verification_id', 'package_hash'])
            .where('verification_id', 'in', bases)
            .execute();
    const hashOf = new Map(indicators.map((one) => [one.verification_id, one.package_hash]));
    const packages = await identifiedPackages(db, [
      ...portion.map(({ draft }) => draft!.row!.package_hash!),
      ...hashOf.values(),
    ]);
    for (const { id, draft } of portion) {
      const { package_hash, verification_id } = draft!.row!;
      const base = comparedWith(draft!.row!);
      const now = requireIdentified(packages.get(package_hash!), verification_id!);
      const before = base === null ? null : requireIdentified(packages.get(hashOf.get(base) ?? ''), base);
      values.set(id, changedValues(before, now));
    }
  }
  return values;
}

function comparedWith(row: { corrects: string | null; base_verification_id: string | null }): string | null {
  return row.corrects ?? row.base_verification_id;
}

interface Identified {
  content: ComputationPackage;
  /** As it follows from the content. */
  id: string;
}

/** By the hash that the store names. */
async function identifiedPackages(
  db: Queries | Writes,
  hashes: readonly string[],
): Promise<Map<string, Identified>> {
  const packages = new Map<string, Identified>();
  for await (const [named, text] of packageTexts(db, hashes)) {
    const content = JSON.parse(text) as ComputationPackage;
    // Its text is canonical, or has another hash.
    packages.set(named, { content, id: verificationId(hash('sha256', text, 'hex')) });
  }
  return packages;
}

function requireIdentified(found: Identified | undefined, id: string): ComputationPackage {
  if (found?.id === id) return found.content;
  throw altered('Nothing was decided', `the package of ${id} is not what was recorded`);
}

export interface Showing {
  staff_id: string;
  at: number;
}

/** By evidence, who had it on screen, first first. `isDeciding`: rows that somebody else wrote are refused. */
export async function showingsOf(
  db: Queries | Writes,
  evidenceIds: readonly string[],
  { isDeciding }: { isDeciding: boolean },
): Promise<Map<string, Showing[]>> {
  const showings = new Map<string, Showing[]>();
  for (const portion of inPortions([...new Set(evidenceIds)])) {
    const rows = await db
      .selectFrom('evidence_showings')
      .selectAll()
      .where('evidence_id', 'in', portion)
      .orderBy('shown_at')
      .execute();
    if (isDeciding) {
      const others = rows.filter((row) => !isOwnWrite(db, 'evidence_showings', row));
      for (const some of inPortions(others)) await requireRecorded(db, 'evidence_showings', some);
    }
    for (const { evidence_id, staff_id, shown_at } of rows) {
      const known = showings.get(evidence_id) ?? [];
      if (!known.some((one) => one.staff_id === staff_id)) known.push({ staff_id, at: shown_at });
      showings.set(evidence_id, known);
    }
  }
  return showings;
}

/** Only a value with a stored document has something to read. */
export function isReadable({ document, evidenceId }: ChangedValue): boolean {
  return document !== null && evidenceId !== null;
}

/** One matter after the other, because the values of thousands together would fill the memory. */
export async function* factsOf(
  db: Queries | Writes,
  matters: readonly Matter[],
  how: { isDeciding: boolean },
): AsyncGenerator<[matter: Matter, facts: ValueFacts]> {
  for (const portion of inPortions(matters, AT_ONCE)) {
    const values = await valuesOf(db, portion);
    const evidence = [...values.values()]
      .flat()
      .flatMap((value) => (isReadable(value) ? value.evidenceId! : []));
    const showings = await showingsOf(db, evidence, how);
    for (const matter of portion) yield [matter, asFacts(values.get(matter.id)!, showings)];
  }
}

export function asFacts(
  changed: readonly ChangedValue[],
  showings: ReadonlyMap<string, readonly Showing[]>,
): ValueFacts {
  // Whoever takes a value away is not known; who replaced it is.
  const touched = changed.flatMap(({ proposedBy, approvedBy }) => [proposedBy, approvedBy]);
  const readers = changed.filter(isReadable).map(({ input, evidenceId }) => {
    const who = (showings.get(evidenceId!) ?? []).map(({ staff_id }) => staff_id);
    return [input, new Set(who)] as const;
  });
  return { touched: new Set(touched.filter((id) => id !== null)), readers: new Map(readers) };
}
