// Makes the attempts of the list, and judges each: it must be refused with the expected text, and change nothing.

import type { Store, StoreLocation } from '@rf-indicators/core/store/store';
import { type Attempt, isExpected, type Path } from './attempt.ts';
import { type Content, changedTables, contentOf, stateOf } from './content.ts';
import { type Desk, FOUNDING, type InspectorTemplate, openDesk, WORKING } from './desk.ts';
import { signInBrowser } from './in-browser.ts';
import { tryPath } from './paths.ts';

export interface Finding {
  path: Path;
  /** The refusal as it was read; null if there was none. */
  refusal: string | null;
  /** What is wrong; null if nothing is. */
  fault: string | null;
}

/** A copy of a template in a place of its own. */
export type Locate = (template: InspectorTemplate) => Promise<StoreLocation>;

export async function inspect(attempt: Attempt, paths: readonly Path[], locate: Locate): Promise<Finding[]> {
  if (!attempt.once) return onOneDesk(attempt, paths, locate);
  const findings: Finding[] = [];
  for (const path of paths) findings.push(...(await onOneDesk(attempt, [path], locate)));
  return findings;
}

async function onOneDesk(attempt: Attempt, paths: readonly Path[], locate: Locate): Promise<Finding[]> {
  const template = attempt.store === 'founding' ? FOUNDING : WORKING;
  const desk = await openDesk(template, await locate(template));
  try {
    return await tryAll(attempt, paths, desk, template);
  } catch (error) {
    // Not a refusal but, for example, a constraint of the database: something let the attempt come that far.
    return paths.map((path) => ({ path, refusal: null, fault: `It failed: ${(error as Error).message}` }));
  } finally {
    await desk.close();
  }
}

/** Of a copy of the template to which nothing was done. */
async function contentOfCopy({ content }: InspectorTemplate, store: Store): Promise<Content> {
  const known = content.get(store.kind) ?? (await contentOf(store));
  content.set(store.kind, known);
  return known;
}

async function tryAll(
  attempt: Attempt,
  paths: readonly Path[],
  desk: Desk,
  template: InspectorTemplate,
): Promise<Finding[]> {
  const { store } = desk.context;
  const prepared = (await attempt.prepare?.(desk)) ?? {};
  const signsIn = paths.includes('browser') && (await signInBrowser(desk, attempt.by));
  const before = await (attempt.prepare || signsIn ? contentOf(store) : contentOfCopy(template, store));
  const state = await stateOf(store);
  const things = { ...prepared, ...(await attempt.first?.(desk, prepared)) };
  const findings: Finding[] = [];
  for (const path of paths) {
    for (const { refusal, expected = attempt.refusal } of await tryPath(attempt, path, desk, things)) {
      findings.push({ path, refusal, fault: faultOf(refusal, expected) });
    }
  }
  // Most attempts write nothing at all, and reading everything again takes longer than the attempt.
  if (state !== null && state === (await stateOf(store))) return findings;
  const changed = changedTables(before, await contentOf(store));
  const unexpected = changed.filter((table) => !attempt.leaves?.includes(table));
  if (unexpected.length === 0) return findings;
  const fault = `Something changed in ${unexpected.join(', ')}.`;
  return findings.map((finding) => ({ ...finding, fault: finding.fault ?? fault }));
}

function faultOf(refusal: string | null, expected: string): string | null {
  if (refusal === null) return 'It was not refused.';
  return isExpected(expected, refusal) ? null : `It was refused with: ${refusal}`;
}
