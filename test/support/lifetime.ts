// When what a test made is cleaned up, and its temporary folders.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/** What things are cleaned up after: a test, or all tests of a file. */
export interface Lifetime {
  after(act: () => unknown): void;
}

let atTheEnd: (() => unknown)[] = [];

/** For what is made once, before the tests of a file. */
export const wholeFile: Lifetime = { after: (act) => void atTheEnd.push(act) };

/** What was made last is cleaned up first. npm test, which runs several files in a process, calls this after each. */
export async function endFile(): Promise<void> {
  const acts = atTheEnd.reverse();
  atTheEnd = [];
  for (const act of acts) await act();
}

// For a file that is run alone. Asked for here, when this file is loaded: ends of the file are taken in the order in
// which they were asked for, and what these clean up must be gone before the database server is, which others asked for.
after(endFile);

const cleanUps = new WeakMap<Lifetime, (() => unknown)[]>();

/** What was made last is cleaned up first: a store is closed before its database is dropped. */
export function cleanUp(t: Lifetime, act: () => unknown): void {
  const acts = cleanUps.get(t) ?? [];
  acts.push(act);
  if (acts.length > 1) return;
  cleanUps.set(t, acts);
  t.after(async () => {
    cleanUps.delete(t);
    for (const next of acts.reverse()) await next();
  });
}

/** Where a folder is made: in memory where npm test found some, or on a disk, for tests of what a disk keeps. */
export type Medium = 'memory' | 'disk';

/** A folder that is gone when the test is. */
export function temporaryFolder(t: Lifetime, medium: Medium = 'memory'): string {
  const parent = medium === 'disk' ? (process.env.RF_TEST_DISK ?? os.tmpdir()) : os.tmpdir();
  const folder = mkdtempSync(path.join(parent, 'rf-test-'));
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
