// What an entry of the inspector's list says: who tries what, by which act, command or file, and the refusal expected.

import type { ActName } from '@rf-indicators/contract/acts';
import type { Desk, Person } from './desk.ts';

/** Ids that the preparation of an attempt leaves for the attempt itself. */
export type Things = Record<string, string>;

export interface Attempt {
  /** In plain words: "Publish a first indicator alone". */
  title: string;
  /** working: two people are required. founding: before the first framework. */
  store?: 'working' | 'founding';
  by: Person | 'nobody';
  /** What others did before. */
  prepare?: (desk: Desk) => Promise<Things>;
  /** What this person may do alone, and does first. */
  first?: (desk: Desk, things: Things) => Promise<Things>;
  act?: [name: ActName, input: (desk: Desk, things: Things) => object];
  /** The arguments of the rf command that does the same. */
  command?: (desk: Desk, things: Things) => string[];
  /** Files that the command imports, by name; the command finds them in `things.folder`. */
  files?: (desk: Desk, things: Things) => Promise<Record<string, string>>;
  /** A statement in the database; or something that is accepted, but has not the effect that was wanted. */
  otherwise?: [path: 'outcome' | 'database', work: (desk: Desk, things: Things) => Promise<unknown>];
  /** The settings of the shell in which the command runs. */
  env?: Record<string, string> | ((desk: Desk, things: Things) => Record<string, string>);
  /** The text that the person reads; "…" stands for what differs each time, such as an id. */
  refusal: string;
  /** The store itself refuses, because it was altered. Over HTTP this is an error of the service, which does not say why. */
  isAltered?: true;
  /** Tables that the attempt may add to, such as the request that it leaves. */
  leaves?: readonly string[];
  /** Paths that make no sense for this attempt. */
  skips?: readonly Path[];
  /** Each path gets a desk of its own, because the attempt uses something up. */
  once?: boolean;
}

export const PATHS = [
  ...([
    'act',
    'HTTP',
    'browser',
    'command',
    'file',
    'two processes',
    'old token',
    'outcome',
    'database',
  ] as const),
] as const;
export type Path = (typeof PATHS)[number];

export function pathsOf({ act, command, files, otherwise, by, skips = [] }: Attempt): Path[] {
  const paths: Path[] = [];
  if (act) paths.push('act', 'HTTP', 'browser', 'two processes');
  if (command) paths.push(files ? 'file' : 'command');
  if (command && by !== 'nobody') paths.push('old token');
  if (otherwise) paths.push(otherwise[0]);
  return PATHS.filter((path) => paths.includes(path) && !skips.includes(path));
}

/** Whether a refusal reads as expected. */
export function isExpected(expected: string, text: string): boolean {
  const parts = expected.split('…').map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

/** Tables that a draft is written to. */
export const DRAFT = ['runs', 'run_items', 'run_progress', 'packages', 'committee_entries', 'audit'];
export const REQUEST = ['requests', 'audit'];
