// demo-credentials.json in the data folder: what a person or a program needs to try the demo. Its owner alone can
// read it, and it is there whole or not at all.

import { readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Tier } from '@rf-indicators/contract';

export interface DemoCredentials {
  base_url: string;
  keys: Record<'FREE' | 'PROFESSIONAL' | 'ENTERPRISE' | 'CUSTOM' | 'AGENT', string>;
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

/** Null where there is none, or where what is there names no keys: it is then written anew. */
export function readCredentialsFile(dataDir: string): DemoCredentials | null {
  const text = readIfThere(credentialsFile(dataDir));
  try {
    const content = JSON.parse(text) as Partial<DemoCredentials> | null;
    const whole = KEY_NAMES.every((name) => typeof content?.keys?.[name] === 'string');
    return whole ? (content as DemoCredentials) : null;
  } catch {
    return null;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** A file that says the same already is left as it is. */
export async function writeCredentialsFile(dataDir: string, credentials: DemoCredentials): Promise<void> {
  const file = credentialsFile(dataDir);
  const text = `${JSON.stringify(credentials, null, 2)}\n`;
  if (readIfThere(file) === text) return;
  const unfinished = `${file}.unfinished`;
  // One that a killed start left behind might have been given another mode.
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
