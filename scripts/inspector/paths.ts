// Performs an attempt by one of its paths, and returns the refusals that the person reads.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCommandLine } from '../../packages/server/src/cli/rf.ts';
import { EXIT } from '../../packages/server/src/cli/terminal.ts';
import type { Attempt, Path, Things } from './attempt.ts';
import { callerOf, type Desk, MASTER_KEY, OLD_TOKENS } from './desk.ts';
import { performInBrowser } from './in-browser.ts';
import { performOverHttp } from './over-http.ts';
import { asRead, refusalOf, type Try } from './refusal.ts';
import { performElsewhere, performOnce } from './second-process.ts';

export function tryPath(attempt: Attempt, by: Path, desk: Desk, things: Things): Promise<Try[]> {
  return WAYS[by](attempt, desk, things);
}

const WAYS: Record<Path, (attempt: Attempt, desk: Desk, things: Things) => Promise<Try[]>> = {
  act: async ({ by, act }, desk, things) => {
    const [name, input] = act!;
    return [await refusalOf(desk.perform(by, name, input(desk, things)))];
  },
  HTTP: async ({ by, act, isAltered }, desk, things) => {
    const [name, input] = act!;
    return [await performOverHttp(desk, by, name, input(desk, things), isAltered)];
  },
  browser: async ({ act, isAltered }, desk, things) => {
    const [name, input] = act!;
    return [await performInBrowser(desk, name, input(desk, things), isAltered)];
  },
  command: async ({ by, env, command, files }, desk, things) => {
    const token = by === 'nobody' ? '' : desk.people[by].token;
    return [
      await inFolder(desk, things, files, (all) => {
        const settings = typeof env === 'function' ? env(desk, all) : env;
        return rf(desk, command!(desk, all), { RF_TOKEN: token, ...settings });
      }),
    ];
  },
  file: (attempt, desk, things) => WAYS.command(attempt, desk, things),
  'two processes': ({ by, act }, desk, things) => {
    const [name, input] = act!;
    const { location, context } = desk;
    const job = {
      location,
      now: context.clock(),
      caller: callerOf(desk, by),
      name,
      input: input(desk, things),
    };
    return Promise.all([performElsewhere(job), performOnce(job)]);
  },
  /** With tokens that do not work, and as somebody who was retired after the token was checked. */
  'old token': async ({ act, command, files }, desk, things) => {
    const tries: Try[] = [];
    for (const who of OLD_TOKENS) {
      const holder = desk.people[who];
      if (holder === undefined) continue;
      const tried = await inFolder(desk, things, files, (all) =>
        rf(desk, command!(desk, all), { RF_TOKEN: holder.token }),
      );
      tries.push({ ...tried, expected: REFUSED_TOKENS[who] });
    }
    if (act) {
      const [name, input] = act;
      const late = await refusalOf(desk.perform('rita', name, input(desk, things)));
      // The person is read again in the transaction. An act can be refused before that, for what it asks.
      tries.push({ ...late, expected: '…' });
    }
    return tries;
  },
  outcome: otherwise,
  database: otherwise,
};

const REFUSED_TOKENS: Record<(typeof OLD_TOKENS)[number], string> = {
  rita: 'This token is unknown or revoked. An operator can invite you again.',
  tom: 'This token is unknown or revoked. An operator can invite you again.',
  una:
    'This token does not work yet: a second person must confirm it first, with rf staff confirm. Tell them your ' +
    'check number.',
};

async function otherwise({ otherwise }: Attempt, desk: Desk, things: Things): Promise<Try[]> {
  return [await refusalOf(otherwise![1](desk, things))];
}

/** A command in this process, as the person with this token would run it. */
async function rf(desk: Desk, args: string[], env: Record<string, string>): Promise<Try> {
  const { dataDir, databaseUrl } = desk.location;
  const lines: string[] = [];
  const code = await runCommandLine(args, {
    out: () => undefined,
    outBytes: () => undefined,
    err: (line) => lines.push(line),
    readStdin: async () => '',
    readSecret: async () => '',
    isTerminal: false,
    env: {
      RF_DATA_DIR: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      RF_MASTER_KEY: MASTER_KEY,
      ...env,
    },
    now: () => new Date(desk.context.clock()),
    untilStopped: () => new Promise(() => undefined),
  });
  if (code === 0) return { refusal: null };
  if (code !== EXIT.no && code !== EXIT.usage)
    throw new Error(`rf ${args.join(' ')} ended with ${code}: ${lines.join('\n')}`);
  return { refusal: asRead(lines) };
}

async function inFolder(
  desk: Desk,
  things: Things,
  files: Attempt['files'],
  work: (things: Things) => Promise<Try>,
): Promise<Try> {
  if (files === undefined) return work(things);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-inspector-'));
  try {
    for (const [name, text] of Object.entries(await files(desk, things))) {
      writeFileSync(path.join(folder, name), text);
    }
    return await work({ ...things, folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
