// Injects faults into a publication on SQLite, at every system call that writes, truncates, syncs or removes a file:
// once SIGKILL just before the call, once the error EIO and once ENOSPC. Killing the process at random would not test
// every one of these calls. Takes minutes and is run by hand; writes docs/contribute/failed-system-calls.md.
//   node bench/faults/strace-publish.ts

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { draftNewValues, foundOnDisk, OPENING, reopen } from '../../test/support/reopened.ts';
import { unsoundness } from '../../test/support/soundness.ts';

const VICTIM = fileURLToPath(new URL('publish-victim.ts', import.meta.url));
const RESULT = fileURLToPath(new URL('../../docs/contribute/failed-system-calls.md', import.meta.url));
const HOUR = 60 * 60_000;
const AT_A_TIME = 2;
const TIMEOUT_MS = 60_000;

/** The system calls that can change a file. A first, undisturbed publication shows which of them are used. */
const CALLS =
  'write,pwrite64,writev,pwritev,pwritev2,fsync,fdatasync,sync_file_range,ftruncate,fallocate,msync,rename,unlink,unlinkat'.split(
    ',',
  );
/** The folder itself is synced when files are created in it. */
const FILES = ['rf.sqlite', 'rf.sqlite-wal', 'rf.sqlite-shm', 'rf.sqlite-journal', 'checkpoints.jsonl', '.'];
const FAULTS = { SIGKILL: 'signal=SIGKILL', EIO: 'error=EIO', ENOSPC: 'error=ENOSPC' };

type Fault = keyof typeof FAULTS;

/** SQLite ignores an error from syncing the folder, because not every file system supports it (unixSync). */
const isIgnoredBySqlite = ({ file, call }: Place) => file === '.' && call === 'fsync';

/** Where faults are injected. strace counts calls per thread, and each file is used by one thread only. */
interface Place {
  file: string;
  call: string;
}

interface Draft {
  folder: string;
  runId: string;
  now: number;
}

interface TracedCall extends Place {
  at: number;
}

interface Traced {
  calls: TracedCall[];
  /** When the fault was injected; null if the process ended without it. */
  injectedAt: number | null;
  /** When the process acknowledged the publication; null if it did not. */
  acknowledgedAt: number | null;
  stderr: string;
}

type Outcome = 'not published' | 'published, not acknowledged' | 'published and acknowledged';

interface Series extends Place {
  fault: Fault;
  outcomes: Record<Outcome, number>;
  wrong: string[];
}

// ---- a draft, prepared once and copied for each injection ----

async function prepareDraft(folder: string): Promise<Draft> {
  mkdirSync(folder);
  const location = locationOf(folder);
  await foundOnDisk(location);
  const world = await reopen(location, OPENING + HOUR);
  const runId = await draftNewValues(world);
  await world.desk.store.close();
  return { folder, runId, now: world.desk.clock() + 1000 };
}

function locationOf(folder: string): StoreLocation {
  return { dataDir: folder, databaseUrl: null };
}

async function inCopy<T>(draft: Draft, work: (copy: Draft) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(`${draft.folder}-`);
  try {
    cpSync(draft.folder, folder, { recursive: true });
    return await work({ ...draft, folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// ---- one publication under strace ----

async function publishTraced(
  { folder, runId, now }: Draft,
  files: readonly string[],
  injection?: { call: string; text: string },
): Promise<Traced> {
  const log = `${folder}.strace`;
  const paths = files.flatMap((file) => ['-P', path.join(folder, file)]);
  const what = injection
    ? ['-e', `trace=${injection.call}`, '-e', `inject=${injection.call}:${injection.text}`]
    : ['-e', `trace=${CALLS}`];
  const args = ['-f', '-y', '-ttt', '-s', '0', '-o', log, ...paths, ...what];
  const victim = spawn('strace', [...args, process.execPath, VICTIM, folder, runId, String(now)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  });
  let stdout = '';
  let stderr = '';
  victim.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  victim.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  await new Promise((resolve, reject) => victim.on('error', reject).on('close', resolve));
  const trace = readFileSync(log, 'utf8');
  rmSync(log);
  const time = /^published (\S+)$/m.exec(stdout)?.[1];
  return { ...readTrace(trace, folder), acknowledgedAt: time === undefined ? null : Number(time), stderr };
}

function readTrace(trace: string, folder: string): Pick<Traced, 'calls' | 'injectedAt'> {
  const calls: TracedCall[] = [];
  let injectedAt: number | null = null;
  for (const line of trace.split('\n')) {
    const [, time, rest = ''] = /^\d+ +(\d+\.\d+) (.*)$/.exec(line) ?? [];
    if (/\(INJECTED\)|killed by SIGKILL/.test(rest)) injectedAt ??= Number(time);
    const [, call, ofDescriptor, named] = /^(\w+)\((?:\d+<([^>]*)>|"([^"]*)")/.exec(rest) ?? [];
    if (call === undefined) continue;
    const file = path.relative(folder, (ofDescriptor ?? named)!) || '.';
    calls.push({ file, call, at: Number(time) });
  }
  return { calls, injectedAt };
}

// ---- requirements ----

/** Files must be synced before anyone relies on them. Killing the process alone would not show a missing sync. */
function orderProblems({ calls, acknowledgedAt }: Traced): string[] {
  const problems: string[] = [];
  const requireSynced = (file: string, before: number, what: string) => {
    const earlier = calls.filter((call) => call.file === file && call.at < before);
    const last = (names: RegExp) => earlier.findLastIndex(({ call }) => names.test(call));
    if (last(/write/) < 0) problems.push(`nothing was written to ${file} before ${what}`);
    if (last(/write|truncate/) > last(/sync/)) problems.push(`${file} was not synced before ${what}`);
  };
  const logRemoved = calls.find(({ file, call }) => file === 'rf.sqlite-wal' && call.startsWith('unlink'));
  if (acknowledgedAt === null || logRemoved === undefined) return ['the publication did not finish'];
  requireSynced('rf.sqlite-wal', acknowledgedAt, 'the acknowledgement');
  requireSynced('checkpoints.jsonl', acknowledgedAt, 'the acknowledgement');
  requireSynced('rf.sqlite', logRemoved.at, 'the WAL was removed');
  return problems;
}

async function judge(
  draft: Draft,
  place: Place,
  fault: Fault,
  traced: Traced,
): Promise<{ outcome: Outcome; wrong: string[] }> {
  const location = locationOf(draft.folder);
  const wrong = await unsoundness(location);
  const world = await reopen(location, draft.now + HOUR);
  const { db } = world.desk.store;
  const { status } = await db
    .selectFrom('runs')
    .select('status')
    .where('id', '=', draft.runId)
    .executeTakeFirstOrThrow();
  const acknowledged = traced.acknowledgedAt !== null;
  if (acknowledged && status !== 'published') wrong.push('acknowledged and lost');
  const afterError = fault !== 'SIGKILL' && acknowledged && traced.injectedAt! < traced.acknowledgedAt!;
  if (afterError && !isIgnoredBySqlite(place)) wrong.push('acknowledged after the error');
  const again = await publishRun(world.desk, world.operator, draft.runId, world.publisher).catch(
    (error) => error,
  );
  const isRefused = again instanceof Refusal && /is published, not a draft/.test(again.message);
  if (status === 'published' ? !isRefused : again instanceof Error) wrong.push(`publishing again: ${again}`);
  await world.desk.store.close();
  wrong.push(...(await unsoundness(location)).map((problem) => `after publishing again: ${problem}`));
  if (status !== 'published') return { outcome: 'not published', wrong };
  return { outcome: acknowledged ? 'published and acknowledged' : 'published, not acknowledged', wrong };
}

// ---- a fault at the first such call, at the second, and so on to the last ----

async function runSeries(draft: Draft, { file, call }: Place, fault: Fault): Promise<Series> {
  const outcomes = { 'not published': 0, 'published, not acknowledged': 0, 'published and acknowledged': 0 };
  const series: Series = { file, call, fault, outcomes, wrong: [] };
  for (let nth = 1; ; nth += 1) {
    const injected = await inCopy(draft, async (copy) => {
      const traced = await publishTraced(copy, [file], { call, text: `${FAULTS[fault]}:when=${nth}` });
      const where = `${fault} at ${call} ${nth} of ${file}`;
      if (traced.injectedAt === null) {
        if (traced.acknowledgedAt === null) {
          series.wrong.push(`${where}: no fault was injected, but the publication failed: ${traced.stderr}`);
        }
        return false;
      }
      const { outcome, wrong } = await judge(copy, { file, call }, fault, traced);
      outcomes[outcome] += 1;
      series.wrong.push(...wrong.map((problem) => `${where}: ${problem}`));
      return true;
    });
    if (!injected) return series;
  }
}

function placesIn({ calls }: Traced): Place[] {
  const places = new Map(calls.map(({ file, call }) => [`${file} ${call}`, { file, call }]));
  return [...places.values()].sort((a, b) => (`${a.file} ${a.call}` < `${b.file} ${b.call}` ? -1 : 1));
}

async function runAll(draft: Draft, places: readonly Place[]): Promise<Series[]> {
  const planned = places.flatMap((place) =>
    (Object.keys(FAULTS) as Fault[]).map((fault) => ({ place, fault })),
  );
  const done: Series[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < planned.length; at = next++) {
      const { place, fault } = planned[at]!;
      done[at] = await runSeries(draft, place, fault);
      console.log(rowOf(done[at]!).join(' | '));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return done;
}

// ---- the report ----

const HEAD = [
  'file',
  'call',
  'fault',
  'injections',
  'not published',
  'published, not acknowledged',
  'published and acknowledged',
  'problems',
];

function rowOf({ file, call, fault, outcomes, wrong }: Series): string[] {
  const counts = Object.values(outcomes);
  const name = file === '.' ? '(the folder)' : file;
  return [name, call, fault, sum(counts), ...counts, wrong.length].map(String);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function injectionsByCall(series: readonly Series[]): string {
  const calls = Map.groupBy(series, ({ call }) => call);
  const counts = [...calls].map(
    ([call, all]) => `${call} ${sum(all.flatMap(({ outcomes }) => Object.values(outcomes)))}`,
  );
  return counts.sort().join(', ');
}

function tableOf(rows: readonly string[][]): string {
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => row[column]!.length)));
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!, fill)).join(' | ')} |`;
  return [
    line(HEAD),
    line(
      HEAD.map(() => ''),
      '-',
    ),
    ...rows.map((row) => line(row)),
  ].join('\n');
}

function report(series: readonly Series[], order: readonly string[], seconds: number): string {
  const wrong = [...order, ...series.flatMap((one) => one.wrong)];
  const injections = sum(series.flatMap(({ outcomes }) => Object.values(outcomes)));
  const strace = spawnSync('strace', ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0]!;
  return `# Publishing while system calls fail

Written by \`node bench/faults/strace-publish.ts\` on ${new Date().toISOString().slice(0, 10)} (${seconds.toFixed(0)} s;
${os.type()} ${os.release()} ${os.arch()}, Node ${process.version}, SQLite ${process.versions.sqlite}, ${strace}).

**${injections} injections, ${wrong.length === 1 ? '1 problem' : `${wrong.length === 0 ? 'no' : wrong.length} problems`}.**
By call: ${injectionsByCall(series)}.

## What was done

A store on SQLite was prepared once, with the demo's twelve providers, a first publication, and a draft with three new
indicators. For each injection, a process opened a copy of this store, published the draft, acknowledged it, and closed
the store. Meanwhile \`strace\` made one of its system calls fail: the first call of a kind on a file, then the second, and
so on, until a publication completed without a failure. The calls are all those that write to, truncate, sync or remove a
file of the store or the checkpoint file (\`RF_CHECKPOINT_FILE\`), from opening the store to closing it.

- SIGKILL: the process is killed just before the call.
- EIO, ENOSPC: the call does nothing and returns this error.

After each injection, the store was opened again in the normal way, and all of the following had to hold:

- The run is published completely or not at all: indicators, leaves, nodes, checkpoint, changelog, events, states and
  the audit record belong together, and SQLite's own integrity and foreign key checks pass.
- \`verifyAll\` (\`rf verify --all\`) finds nothing wrong, and the checkpoint file is not ahead of the store.
- Everything that was acknowledged is in the store, and nothing is acknowledged after a call failed (with one exception,
  below).
- Publishing the same run again succeeds if it was not published, and is refused with that reason if it was. All of the
  above then holds again.

## Result

${tableOf(series.map(rowOf))}

"Published, not acknowledged" is the moment between the commit and its acknowledgement. A failed sync of the WAL also
counts as this: the process gets the error, but the next process that opens the store finds the whole commit. Publishing
again is then refused, because the run is already published. Faults after the acknowledgement happen while the store is
being closed and SQLite copies its WAL into the database.

The exception is the folder. SQLite syncs it once, after it has created a new WAL, and ignores an error, because not every
file system can sync a folder. The publication is then acknowledged although a power cut might lose the directory entry
of the WAL. The error itself damages nothing, as the table shows.
${wrong.length === 0 ? '' : `\n## Problems\n\n${wrong.map((problem) => `- ${problem}`).join('\n')}\n`}
## What this does not show

This method cannot simulate the loss of the page cache in a power cut: what a killed process has written stays
written. The script does check the order of the calls in an undisturbed publication: the WAL and the checkpoint file are
synced after their last write and before the acknowledgement, and the database is synced after its last write and before
the WAL is removed${order.length === 0 ? '' : ' (NOT so here, see above)'}. Whether a disk really
keeps what it was told to sync depends on the disk.
`;
}

function requireStrace(): void {
  const isThere = () => spawnSync('strace', ['--version']).status === 0;
  if (isThere()) return;
  if (process.getuid?.() === 0) {
    console.log("Installing strace from Debian's packages");
    const options = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };
    spawnSync('apt-get', ['-qq', 'update'], options);
    spawnSync('apt-get', ['-qq', 'install', '--yes', '--no-install-recommends', 'strace'], options);
  }
  if (isThere()) return;
  console.error('Missing: strace. Install with: sudo apt-get install strace');
  process.exit(1);
}

requireStrace();
const begun = performance.now();
const scratch = mkdtempSync(path.join(os.tmpdir(), 'rf-strace-'));
try {
  const draft = await prepareDraft(path.join(scratch, 'store'));
  const undisturbed = await inCopy(draft, (copy) => publishTraced(copy, FILES));
  const order = orderProblems(undisturbed);
  console.log(HEAD.join(' | '));
  const series = await runAll(draft, placesIn(undisturbed));
  const text = report(series, order, (performance.now() - begun) / 1000);
  writeFileSync(RESULT, text);
  console.log(`\n${text}`);
  if (order.length > 0 || series.some(({ wrong }) => wrong.length > 0)) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
