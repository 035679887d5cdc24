// The tokens that rf login keeps in the configuration folder of the user, by server.

import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TokenKind } from '../perform.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import type { Server } from './server.ts';

export type KeptTokens = { [Kind in TokenKind]?: string };
type Credentials = Record<string, KeptTokens>;

/** XDG_CONFIG_HOME or ~/.config. A relative XDG_CONFIG_HOME is ignored, as its specification says. */
export function credentialsPath({ env }: Pick<Terminal, 'env'>): string {
  const given = env.XDG_CONFIG_HOME;
  const folder = given && path.isAbsolute(given) ? given : path.join(env.HOME || os.homedir(), '.config');
  return path.join(folder, 'rf', 'credentials.json');
}

export function keptToken(terminal: Terminal, { href }: Server, kind: TokenKind): string | null {
  return readCredentials(credentialsPath(terminal))[href]?.[kind] ?? null;
}

export function keepToken(terminal: Terminal, { href }: Server, kind: TokenKind, token: string): string {
  const file = credentialsPath(terminal);
  const credentials = readCredentials(file);
  writeCredentials(file, { ...credentials, [href]: { ...credentials[href], [kind]: token } });
  return file;
}

/** Returns the kinds of tokens that were kept for the server. */
export function forgetTokens(terminal: Terminal, { href }: Server, kinds: readonly TokenKind[]): TokenKind[] {
  const file = credentialsPath(terminal);
  const { [href]: kept = {}, ...others } = readCredentials(file);
  const forgotten = kinds.filter((kind) => kept[kind] !== undefined);
  if (forgotten.length === 0) return [];
  const left = Object.entries(kept).filter(([kind]) => !forgotten.includes(kind as TokenKind));
  const rest = left.length === 0 ? others : { ...others, [href]: Object.fromEntries(left) };
  writeCredentials(file, rest);
  return forgotten;
}

function readCredentials(file: string): Credentials {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}.`);
  }
  try {
    const { servers } = JSON.parse(text) as { servers: Credentials };
    if (typeof servers === 'object' && servers !== null) return servers;
  } catch {
    // Said below.
  }
  throw new UsageError(`${file} is not a file that rf login wrote. Remove it, then run rf login again.`);
}

/** Replaced as a whole, so that a crash leaves the old file or the new one. */
function writeCredentials(file: string, servers: Credentials): void {
  const folder = path.dirname(file);
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    rmSync(draft, { force: true });
    const opened = openSync(draft, 'wx', 0o600);
    try {
      writeSync(opened, `${JSON.stringify({ servers }, null, 2)}\n`);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(draft, file);
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${(error as Error).message}.`);
  }
}
