// One round of a monitor: follows the log, checks what is new, checks a part of what is old, and compares what is
// served now with what the log says.

import { setTimeout as wait } from 'node:timers/promises';
import { type WitnessPolicy, witnessVerdict } from '@rf-indicators/engine';
import { Alarm, type AlarmCode, alarm, type Finding } from './alarm.ts';
import { type FollowedLog, followLog } from './follow-log.ts';
import { addLines, checkConfirmation, checkList, checkStatement } from './logged-checks.ts';
import { chosen, recheck, runTasks } from './recheck.ts';
import { checkServed, type ServedFinding } from './served-checks.ts';
import type { Source } from './source.ts';
import type { MonitorState } from './state.ts';

/** The log and what is served are read one after the other, so a difference is looked at again before it counts. */
const LOOKS = 3;

/**
 * An indicator and its entry in the log are published together, and witnesses cosign what is published. In a snapshot
 * these count at once; what the log records a minute later does not.
 */
const NEVER_AHEAD_IN_SNAPSHOTS: ReadonlySet<AlarmCode> = new Set(['score_unlogged', 'witnesses_missing']);

export interface RoundOptions {
  now: () => number;
  /** How many verified entries of each kind are read again; null for all. */
  sample: number | null;
  policy: WitnessPolicy | undefined;
  /** How long a fact may be served before it is in the log, and a checkpoint may be without cosignatures. */
  graceMs: number;
  /** How long the log may stay as it is; null for any time. */
  maxAgeMs: number | null;
  /** The pause before a difference is looked at again. */
  settleMs: number;
  /** How many pages of the changelog there are to read; all that are needed if absent. */
  changelogPages?: number;
  progress?: (label: string) => (done: number, all: number) => void;
}

export interface RoundReport {
  size: number;
  root: string;
  newEntries: number;
  cosignedBy: string[];
  /** Nothing alarming, but worth knowing. */
  remarks: string[];
}

/** Changes the state only in memory; the caller stores it if no Alarm was thrown. */
export async function runRound(
  source: Source,
  state: MonitorState,
  options: RoundOptions,
): Promise<RoundReport> {
  const known = state.checkpoints.at(-1)?.note;
  try {
    return await checkAll(source, state, options);
  } catch (error) {
    if (!(error instanceof Alarm) || error.notes.length > 0) throw error;
    // Whatever was found, it was found in the history that these two commit to.
    const newest = await source.text('/log/checkpoint').catch(() => null);
    const notes = [known, newest].filter((note) => typeof note === 'string');
    throw new Alarm(error.findings, [...new Set(notes)]);
  }
}

async function checkAll(source: Source, state: MonitorState, options: RoundOptions): Promise<RoundReport> {
  const earlier = state.checkpoints.at(-1)?.size ?? 0;
  let log = await follow(source, state, options);
  const findings = await recheck(source, log, state, {
    // On the first round everything was just checked.
    sample: earlier === 0 ? 0 : options.sample,
    ...(options.progress && { progress: options.progress('entries checked again') }),
  });
  // Chosen once, so that a difference is looked at again.
  const providers = new Set(chosen(Object.keys(state.facts.newest), options.sample));
  let served: ServedFinding[] = [];
  for (let look = 1; look <= LOOKS; look += 1) {
    for (const { leaf } of log.leaves) if ('providerId' in leaf) providers.add(leaf.providerId);
    served = await checkServed(source, state.facts, log.keys, {
      everything: options.sample === null,
      changelogPages: options.changelogPages,
      providers,
      size: log.tree.size,
    });
    if (served.length === 0 || look === LOOKS || source.isSnapshot) break;
    await wait(options.settleMs);
    log = await follow(source, state, options);
  }
  const verdict = options.policy && (await witnessVerdict(log.tree.note, options.policy));
  if (verdict && !verdict.ok)
    served.push({ code: 'witnesses_missing', detail: verdict.detail, mayBeAhead: true });
  const late = sortOut(state, served, source, options);
  const last = state.checkpoints.at(-1)!;
  const age = options.now() - Date.parse(last.seen_at);
  if (options.maxAgeMs !== null && age > options.maxAgeMs)
    findings.push({
      code: 'frozen',
      detail: `The log has had ${last.size} entries since ${last.seen_at}.`,
    });
  if (findings.length + late.length > 0) throw new Alarm([...findings, ...late], [last.note]);
  return {
    size: last.size,
    root: last.root,
    newEntries: last.size - earlier,
    cosignedBy: verdict ? verdict.cosignatures.map(({ witness }) => witness.id) : [],
    remarks: remarksOn(state),
  };
}

/** Follows the log to its newest checkpoint, and checks everything that is new. */
async function follow(source: Source, state: MonitorState, options: RoundOptions): Promise<FollowedLog> {
  const { now, progress = () => () => undefined } = options;
  const note = await newestNote(source, state, options);
  const log = await followLog(source, state, note, now(), progress('entries read'));
  // A witness may have cosigned a checkpoint after it was seen first.
  log.tree.note = note;
  const { facts } = state;
  const tasks = log.leaves.flatMap(({ index, leaf }) => {
    switch (leaf.kind) {
      case 'statement':
        return [() => checkStatement(source, log, index, leaf.statement.verification_id)];
      case 'confirmation':
        return [() => checkConfirmation(source, log, index, leaf.run)];
      default:
        return [];
    }
  });
  const findings = [...log.findings, ...(await runTasks(tasks, progress('new entries checked')))];
  // In the order of the log, because a later list can replace what an earlier one says.
  for (const { index, leaf } of log.leaves) {
    const list = facts.lists[index];
    if (!('list' in leaf) || list === undefined) continue;
    const checked = await checkList(source, index, list);
    findings.push(...checked.findings, ...addLines(facts, index, list.kind, checked.lines));
  }
  if (findings.length > 0) throw new Alarm(findings, [note]);
  return log;
}

/** A smaller log is asked for again: one of several processes may be a moment behind. */
async function newestNote(source: Source, state: MonitorState, { settleMs }: RoundOptions): Promise<string> {
  const known = state.checkpoints.at(-1);
  for (let look = 1; ; look += 1) {
    const note = await source.text('/log/checkpoint');
    if (note === null) {
      if (known === undefined) throw new EmptyLog('The log is empty.');
      throw alarm('rollback', `The service has no checkpoint, but the log had ${known.size} entries.`, [
        known.note,
      ]);
    }
    const size = Number(note.split('\n')[1]);
    if (known === undefined || !(size < known.size) || look === LOOKS) return note;
    await wait(settleMs);
  }
}

/** There is nothing to monitor yet. */
export class EmptyLog extends Error {
  override readonly name = 'EmptyLog';
}

/** Findings that count now. The others are remembered until they end, or until the log had time to explain them. */
function sortOut(
  state: MonitorState,
  served: readonly ServedFinding[],
  { isSnapshot }: Source,
  { now, graceMs }: RoundOptions,
): Finding[] {
  const pending: MonitorState['pending'] = {};
  const findings: Finding[] = [];
  for (const { code, detail, mayBeAhead } of served) {
    // Which witnesses are missing can change; that witnesses are missing is one finding.
    const key = code === 'witnesses_missing' ? code : `${code}: ${detail}`;
    const since = state.pending[key]?.since ?? new Date(now()).toISOString();
    const mayWait = mayBeAhead && !(isSnapshot && NEVER_AHEAD_IN_SNAPSHOTS.has(code));
    if (!mayWait || now() - Date.parse(since) >= graceMs) findings.push({ code, detail });
    else pending[key] = { since, detail };
  }
  state.pending = pending;
  return findings;
}

function remarksOn({ facts, pending, pinned }: MonitorState): string[] {
  return [
    ...Object.entries(pending).map(
      ([, { detail, since }]) => `Not explained by the log yet, since ${since}: ${detail}`,
    ),
    ...Object.entries(facts.unknown).map(
      ([name, count]) =>
        `${count} ${count === 1 ? 'entry' : 'entries'} of a kind that this version does not know: ${name}.`,
    ),
    ...Object.entries(facts.service).map(([index, words]) => `${words} (entry ${index})`),
    ...(facts.analysis === null
      ? [
          'An earlier version of rf monitor began this state file, so rationales, disclosures and reviews are not compared. Another --state file compares them.',
        ]
      : []),
    ...(facts.recordsSince === null
      ? ['This log has no entries for withdrawals, stale marks and the changelog, so these were not checked.']
      : []),
    ...(pinned.trusted === 'on first use'
      ? [`The key ${pinned.key} was trusted on first use. Compare it with one that you have from elsewhere.`]
      : []),
  ];
}
