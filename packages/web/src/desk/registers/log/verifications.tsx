// Verifies everything in the background: starts it, shows how far it is, and keeps what it found.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useAct, useRead } from '../../../api/acts.ts';
import { Button } from '../../../ui/button.tsx';
import { count, plural, timeOf } from '../../../ui/format.ts';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { Section } from '../../../ui/section.tsx';
import type { StateKind } from '../../../ui/state.tsx';
import { Table } from '../../../ui/table.tsx';
import styles from './log.module.css';

type Verification = AnswerOf<'verifications.list'>['data'][number];

export function Verifications() {
  const start = useAct('verifications.start', ['verifications']);
  const all = useRead('verifications.list', { limit: 10 }).data?.data;
  const newest = all?.[0];
  const running = newest?.state === 'running' ? newest : null;
  return (
    <Section
      title={titleOf(newest)}
      aside={
        <Button
          notAllowed={running === null ? null : 'a verification is under way'}
          busy={start.isPending && 'Starting…'}
          onPress={() => start.mutate({})}
        >
          Verify everything
        </Button>
      }
    >
      <p className={styles.lead}>
        Replays every package, and checks every signature, the whole log, every checkpoint and every record,
        as rf verify --all does. It runs in the background; you can leave this page.
      </p>
      <ProblemBox error={start.error} />
      {running === null ? null : <Progress running={running} />}
      {newest?.result == null || newest.result.problems === 0 ? null : (
        <Table
          label="Problems"
          columns={[
            { head: 'Record', cell: ({ record }) => record },
            { head: 'Problem', isMinor: 'plain', cell: ({ problem }) => problem },
          ]}
          rows={newest.result.findings}
          keyOf={({ record, problem }) => `${record} ${problem}`}
          empty=""
        />
      )}
      <Table
        label="Verifications"
        columns={[
          { head: 'Started', isFixed: true, instant: ({ started_at }) => started_at },
          { head: 'By', isMinor: 'plain', cell: ({ started_by_name }) => started_by_name },
          { head: 'What was checked', isMinor: 'plain', cell: checkedWords },
          { head: 'Took', isFixed: true, isMinor: true, cell: tookWords },
          { head: 'Result', isFixed: true, state: stateOf },
        ]}
        rows={all}
        keyOf={({ id }) => id}
        empty="Nothing was verified from here yet."
      />
    </Section>
  );
}

function titleOf(newest: Verification | undefined): string {
  if (newest?.state === 'running') return 'Verifying everything';
  if (newest?.result == null) return 'Verification';
  return newest.result.problems === 0
    ? 'Verified: no problem was found'
    : `${plural(newest.result.problems, 'problem')} found`;
}

function Progress({ running: { done, total, started_at, seen_at } }: { running: Verification }) {
  const share = total === 0 ? 0 : done / total;
  const left = done === 0 ? null : ((timeOf(seen_at) - timeOf(started_at)) / done) * (total - done);
  return (
    <div className={styles.progress} role="status">
      <span>
        {total === 0
          ? 'Counting what there is to check…'
          : done === total
            ? `All ${plural(total, 'package')} replayed. The log and the records are being checked…`
            : `${count(done)} of ${plural(total, 'package')} replayed${left === null ? '' : `, ${aboutLeft(left)}`}`}
      </span>
      <svg aria-hidden="true" width="100%" height="8">
        <rect width="100%" height="8" fill="var(--track)" />
        <rect width={`${share * 100}%`} height="8" fill="var(--bar)" />
      </svg>
    </div>
  );
}

function aboutLeft(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 90
    ? `about ${plural(seconds, 'second')} left`
    : `about ${plural(Math.round(seconds / 60), 'minute')} left`;
}

function stateOf({ state, result }: Verification): { kind: StateKind; word: string } {
  if (state === 'running') return { kind: 'waiting', word: 'under way' };
  if (state === 'interrupted') return { kind: 'off', word: 'interrupted' };
  if (state === 'failed') return { kind: 'failed', word: 'failed' };
  return result?.problems === 0
    ? { kind: 'good', word: 'no problem' }
    : { kind: 'failed', word: plural(result?.problems ?? 0, 'problem') };
}

function checkedWords({ result, state, failure, done, total }: Verification): string {
  if (result === null)
    return state === 'running'
      ? `${count(done)} of ${plural(total, 'package')}`
      : (failure ?? 'It did not finish.');
  return [
    plural(result.packages, 'package'),
    plural(result.indicators, 'indicator'),
    plural(result.leaves, 'log entry', 'log entries'),
    plural(result.checkpoints, 'checkpoint'),
    plural(result.records, 'record'),
    result.pinned ? 'with the pinned key' : 'with the keys in the store',
  ].join(', ');
}

function tookWords({ started_at, finished_at, seen_at }: Verification): string {
  const seconds = Math.round((timeOf(finished_at ?? seen_at) - timeOf(started_at)) / 1000);
  return seconds < 120 ? `${count(seconds)} s` : `${count(Math.round(seconds / 60))} min`;
}
