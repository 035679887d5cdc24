// rf monitor: watches the log of a service from outside, over HTTP alone, and raises an alarm if it was rewritten or if
// what is served contradicts it.

import { appendFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { openCheckpoint, parseVerifierKey, type VerifierKey } from '@rf-indicators/engine';
import { Command } from 'commander';
import { progressTo } from '../progress.ts';
import { EXIT, type Finish, type Terminal, UsageError } from '../terminal.ts';
import { readVerifierKey } from '../verify/files.ts';
import { readWitnesses, type WitnessOptions, withWitnesses } from '../verify/witnesses.ts';
import { ALARMS, Alarm } from './alarm.ts';
import { isObject } from './leaf.ts';
import { EmptyLog, type RoundOptions, type RoundReport, runRound } from './round.ts';
import { httpSource, type Source, Unavailable } from './source.ts';
import { type MonitorState, newState, readState, writeState } from './state.ts';

const SETTLE_MS = 2000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface MonitorOptions extends WitnessOptions {
  key?: string;
  state?: string;
  once: boolean;
  interval: string;
  recheck: string;
  grace: string;
  maxAge: string;
  settle: string;
  json: boolean;
}

export function monitorCommand(terminal: Terminal, finish: Finish): Command {
  const command = new Command('monitor')
    .argument('<url>', 'address of the service, such as https://indicators.example')
    .option(
      '--key <key>',
      "the publisher's verifier key, or a file that contains it; needed on the first run only",
    )
    .option('--state <file>', 'file that remembers what was seen; rf-monitor-HOST.json if absent')
    .option('--once', 'run one round and exit, for cron', false)
    .option('--interval <seconds>', 'pause between rounds', '300')
    .option(
      '--recheck <count>',
      'how many verified entries of each kind are read again per round, or all',
      '20',
    );
  return withWitnesses(command)
    .option('--grace <minutes>', 'how long a fact may be served before it is in the log', '10')
    .option('--max-age <hours>', 'how long the log may stay as it is; 0 for any time', '72')
    .option('--settle <seconds>', 'pause before a difference is looked at again', String(SETTLE_MS / 1000))
    .option('--json', 'print one JSON object per round', false)
    .addHelpText(
      'after',
      '\nWithout --key, the first run trusts the key that the service shows (trust on first use).' +
        '\nExit codes: 3 for an alarm, with the checkpoints that prove it; 75 if the service cannot be reached.',
    )
    .action((url: string, options: MonitorOptions) => monitor(terminal, finish, url, options));
}

async function monitor(
  terminal: Terminal,
  finish: Finish,
  url: string,
  options: MonitorOptions,
): Promise<void> {
  const settleMs = readNumber('--settle', options.settle) * 1000;
  const source = httpSource(readUrl(url), settleMs / 4);
  const file = options.state ?? `rf-monitor-${new URL(source.url).host.replace(':', '_')}.json`;
  const interval = readNumber('--interval', options.interval) * 1000;
  const key = options.key === undefined ? null : await readVerifierKey(options.key, terminal);
  const settings: RoundOptions = {
    now: () => terminal.now().getTime(),
    sample: options.recheck === 'all' ? null : readNumber('--recheck', options.recheck),
    policy: await readWitnesses(options, terminal),
    graceMs: readNumber('--grace', options.grace) * MINUTE_MS,
    maxAgeMs: readNumber('--max-age', options.maxAge) * HOUR_MS || null,
    settleMs,
    progress: (label) => progressTo(terminal, label),
  };
  const stopped = options.once ? null : terminal.untilStopped();
  for (;;) {
    const code = await oneRound(terminal, source, file, key, settings, options.json);
    if (code !== EXIT.ok && (options.once || code !== EXIT.unavailable)) return finish(code);
    if (stopped === null) return;
    const pause = new AbortController();
    const waited = wait(interval, 'waited', { signal: pause.signal }).catch(() => 'stopped');
    if ((await Promise.race([waited, stopped])) !== 'waited') return pause.abort();
  }
}

type RoundCode = typeof EXIT.ok | typeof EXIT.alarm | typeof EXIT.unavailable;

/** The state is stored only after a round without an alarm, so the next run finds the same again. */
async function oneRound(
  terminal: Terminal,
  source: Source,
  file: string,
  key: VerifierKey | null,
  settings: RoundOptions,
  json: boolean,
): Promise<RoundCode> {
  const at = terminal.now().toISOString();
  try {
    const state = readState(file) ?? (await firstState(source, key, terminal));
    requireKey(state, key);
    const report = await runRound(source, state, settings);
    await writeState(file, state);
    printReport(terminal, at, report, json);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof Alarm) {
      printAlarm(terminal, at, source, error, json);
      await appendFile(`${file}.alarms`, `${JSON.stringify(alarmJson(at, source, error))}\n`, {
        mode: 0o600,
      });
      return EXIT.alarm;
    }
    if (error instanceof Unavailable || error instanceof EmptyLog) {
      if (json) terminal.out(JSON.stringify({ at, ok: null, warning: error.message }));
      else terminal.err(`${at} warning: ${error.message} Nothing was checked.`);
      return error instanceof EmptyLog ? EXIT.ok : EXIT.unavailable;
    }
    throw error;
  }
}

async function firstState(
  source: Source,
  key: VerifierKey | null,
  terminal: Terminal,
): Promise<MonitorState> {
  if (key !== null) return newState(key.name, { key: key.text, trusted: 'given' });
  const found = await keyOnFirstUse(source);
  terminal.err(
    `No key was given, so the key that the service shows is trusted from now on: ${found.text}. ` +
      'Compare it with the key that you get from the publisher in another way.',
  );
  return newState(found.name, { key: found.text, trusted: 'on first use' });
}

/** The published key that signed the newest checkpoint. */
async function keyOnFirstUse(source: Source): Promise<VerifierKey> {
  const note = await source.text('/log/checkpoint');
  if (note === null) throw new EmptyLog('The log is empty.');
  const answer = await source.json('/api/public/keys');
  const rows = isObject(answer) && Array.isArray(answer.data) ? answer.data.filter(isObject) : [];
  for (const { public_key } of rows.reverse()) {
    try {
      const key = await parseVerifierKey(String(public_key));
      await openCheckpoint(note, key.name, [key]);
      return key;
    } catch {
      // Another of the published keys may have signed it.
    }
  }
  throw new Unavailable('The service shows no key that signed its checkpoint. Give the key with --key.');
}

function requireKey(state: MonitorState, key: VerifierKey | null): void {
  if (key === null || key.text === state.pinned.key || state.keys.some((each) => each.key === key.text))
    return;
  throw new UsageError(
    `The state file has the pinned key ${state.pinned.key}, and ${key.id} does not follow from it. Use another file with --state.`,
  );
}

function printReport(terminal: Terminal, at: string, report: RoundReport, json: boolean): void {
  const { size, root, newEntries, cosignedBy, remarks } = report;
  if (json) {
    const line = { at, ok: true, size, root, new_entries: newEntries, cosigned_by: cosignedBy, remarks };
    terminal.out(JSON.stringify(line));
    return;
  }
  const witnessed = cosignedBy.length === 0 ? '' : `, cosigned by ${cosignedBy.join(', ')}`;
  terminal.out(`${at} ok: ${size} entries, ${newEntries} new, root ${root}${witnessed}`);
  for (const remark of remarks) terminal.out(`  ${remark}`);
}

function printAlarm(terminal: Terminal, at: string, source: Source, error: Alarm, json: boolean): void {
  if (json) {
    terminal.out(JSON.stringify(alarmJson(at, source, error)));
    return;
  }
  terminal.out(`${at} ALARM: ${source.url}`);
  for (const { code, detail } of error.findings) terminal.out(`  ${code}: ${ALARMS[code]} ${detail}`);
  terminal.out('Keep these checkpoints and show them to others:');
  for (const note of error.notes) terminal.out(`\n${note}`);
}

function alarmJson(at: string, source: Source, { findings, notes }: Alarm): object {
  return { at, ok: false, url: source.url, alarms: findings, checkpoints: notes };
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return url.href.replace(/\/$/, '');
  throw new UsageError(`The address must be an http or https URL, not "${text}".`);
}

function readNumber(option: string, text: string): number {
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text)) return Number(text);
  throw new UsageError(`${option} must be a number, not "${text}".`);
}
