// demo-credentials.json in the data folder: the keys, tokens and secrets for trying the demo. Only its owner can read
// it, and it is written atomically.

import { readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Tier } from '@rf-indicators/contract';
import type { MemberRole, StaffRole } from '@rf-indicators/contract/acts';
import type { DemoStaffTokens } from './staff-tokens.ts';

export interface DemoPerson {
  email: string;
  password: string;
  roles: (StaffRole | MemberRole)[];
  /** The name of the workspace of a member. */
  workspace?: string;
}

export interface DemoCredentials {
  base_url: string;
  keys: Record<'FREE' | 'PROFESSIONAL' | 'ENTERPRISE' | 'CUSTOM' | 'AGENT', string>;
  /** A token of the desk for each role. */
  staff: DemoStaffTokens;
  /** People who can sign in. */
  people: DemoPerson[];
  workspaces: { id: string; name: string; tier: Tier; signing_secret: string; member_token: string }[];
}

const KEY_NAMES: readonly (keyof DemoCredentials['keys'])[] = [
  'FREE',
  'PROFESSIONAL',
  'ENTERPRISE',
  'CUSTOM',
  'AGENT',
];

export function credentialsFile(dataDir: string): string {
  return path.join(dataDir, 'demo-credentials.json');
}

/** Null if the file is missing or incomplete, in which case it is written again. */
export function readCredentialsFile(dataDir: string): DemoCredentials | null {
  const text = readIfExists(credentialsFile(dataDir));
  try {
    const content = JSON.parse(text) as Partial<DemoCredentials> | null;
    const isComplete = KEY_NAMES.every((name) => typeof content?.keys?.[name] === 'string');
    return isComplete ? (content as DemoCredentials) : null;
  } catch {
    return null;
  }
}

function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Writes nothing if the file is up to date. */
export async function writeCredentialsFile(dataDir: string, credentials: DemoCredentials): Promise<void> {
  const file = credentialsFile(dataDir);
  const text = `${JSON.stringify(credentials, null, 2)}\n`;
  if (readIfExists(file) === text) return;
  const unfinished = `${file}.unfinished`;
  // A file that a killed process left behind might have another mode.
  await rm(unfinished, { force: true });
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  const folder = await open(dataDir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
