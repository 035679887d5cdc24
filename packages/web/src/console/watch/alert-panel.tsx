// One alert: what happened to which names, what can be done with it, its history, and who was told.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../api/acts.ts';
import { BandChip } from '../../ui/band.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { utcDate } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { Acts, Panel } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import type { StateKind } from '../../ui/state-kind.ts';
import { type Column, NotApplicable, Table } from '../../ui/table.tsx';
import { IfMay } from '../person.tsx';
import { StateMark } from './alert-list.tsx';
import type { Handled } from './handle-alert.tsx';
import styles from './watch.module.css';
import { KIND_WORDS, STATE_WORDS, said } from './watch-words.ts';

type Shown = AnswerOf<'watch.alert'>;
type Name = Shown['names'][number];

interface AlertPanelProps {
  id: string;
  everyMs: number;
  onHandle: (handled: Handled) => void;
  onClose: () => void;
}

export function AlertPanel({ id, everyMs, onHandle, onClose }: AlertPanelProps) {
  const { data: alert, error, refetch } = useRead('watch.alert', { alert: id }, { everyMs });
  if (alert === undefined)
    return (
      <Panel title="Alert" onClose={onClose}>
        <ProblemBox error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  return (
    <Panel
      title={said(alert.sentence)}
      facts={
        <span className={styles.state}>
          <StateMark state={alert.state} />
          <span>
            {STATE_WORDS[alert.state]} since <Instant at={alert.opened_at} />
          </span>
        </span>
      }
      onClose={onClose}
    >
      {alert.fact === null ? null : <p className={styles.fact}>{said(alert.fact)}</p>}
      <IfMay act="watch.acknowledge">
        <HandlingActs alert={alert} onHandle={onHandle} />
      </IfMay>
      <Section title="What it is about">
        <Facts facts={factsOf(alert)} />
      </Section>
      {alert.names.length === 0 ? null : (
        <Section title="Names">
          <Table
            isSmall
            label="Names"
            columns={columnsOf(alert)}
            rows={alert.names}
            keyOf={({ provider, name }) => provider ?? name}
            empty=""
          />
        </Section>
      )}
      <Section title="History">
        <History alert={alert} />
      </Section>
      <Section title="Told">
        <Deliveries alert={alert} />
      </Section>
    </Panel>
  );
}

function HandlingActs({ alert, onHandle }: { alert: Shown; onHandle: (handled: Handled) => void }) {
  const { id, sentence, state } = alert;
  if (state === 'resolved') return null;
  const act = (how: Handled['how'], words: string, isMain = false) => (
    <Button kind={isMain ? 'primary' : 'secondary'} onPress={() => onHandle({ id, sentence, how })}>
      {words}
    </Button>
  );
  return (
    <Acts>
      {state === 'acknowledged' ? null : act('acknowledge', 'Acknowledge…', true)}
      {act('snooze', 'Snooze…')}
      {act('close', 'Close…')}
    </Acts>
  );
}

function factsOf({
  kind,
  rule,
  book,
  policy,
  lapses_on,
  checks,
  snoozed_until,
}: Shown): Record<string, ReactNode> {
  return {
    Kind: KIND_WORDS[kind],
    Rule: (
      <Link from="/console/$workspace/watch" to="." search={{ edit: rule.id }} resetScroll={false}>
        {rule.name}
      </Link>
    ),
    ...(book === null ? {} : { Book: book.name }),
    ...(policy === null ? {} : { Policy: policy }),
    ...(lapses_on === null ? {} : { Lapses: `${utcDate(lapses_on)}, UTC` }),
    ...(checks.length === 0 ? {} : { Checks: checks.join(', ') }),
    ...(snoozed_until === null ? {} : { 'Open again': <Instant at={snoozed_until} /> }),
  };
}

function columnsOf({ names, book }: Shown): Column<Name>[] {
  return [
    { head: 'Name', cell: ({ name }) => name },
    { head: 'Score', isFigure: true, text: ({ score }) => score?.toFixed(2) ?? null },
    {
      head: 'Band',
      isFixed: true,
      cell: ({ band }) => (band === null ? <NotApplicable /> : <BandChip band={band} />),
    },
    ...(names.some(({ decision }) => decision !== null)
      ? [{ head: 'Decision', text: ({ decision }: Name) => decision }]
      : []),
    ...(book !== null && names.some(({ exposure }) => exposure !== null)
      ? [{ head: `Exposure, ${book.currency}`, isFigure: true, text: ({ exposure }: Name) => exposure }]
      : []),
  ];
}

const CHANGE_WORDS: Readonly<Record<Shown['history'][number]['what'], string>> = {
  opened: 'Opened',
  updated: 'Changed',
  worsened: 'Worsened, open again',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  snooze_ended: 'Open again after the snooze',
  closed: 'Closed',
  resolved: 'Its cause ended',
};

function History({ alert: { history } }: { alert: Shown }) {
  return (
    <ol className={styles.history}>
      {history.map(({ at, what, by_name, note, sentence }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what happened keeps its place
        <li key={index}>
          <span>
            {CHANGE_WORDS[what]}
            {by_name === null ? '' : ` by ${by_name}`}
          </span>
          <span className={styles.when}>
            <Instant at={at} />
          </span>
          {note !== '' ? (
            <p>“{note}”</p>
          ) : ['updated', 'worsened'].includes(what) ? (
            <p>{said(sentence)}.</p>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

const DELIVERY_STATES: Readonly<
  Record<Shown['deliveries'][number]['status'], { kind: StateKind; word: string }>
> = {
  pending: { kind: 'waiting', word: 'waiting' },
  delivered: { kind: 'good', word: 'delivered' },
  failed: { kind: 'failed', word: 'failed' },
  cancelled: { kind: 'off', word: 'cancelled' },
};

function Deliveries({ alert: { deliveries } }: { alert: Shown }) {
  if (deliveries.length === 0)
    return <p className={styles.plain}>No channel was told. It stands on this page and in digests.</p>;
  return (
    <ul className={styles.history}>
      {deliveries.map(({ channel, what, to_name, status, last_error, finished_at }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: deliveries keep their places
        <li key={index}>
          <span>
            {channel.name}
            {to_name === null ? '' : `, ${to_name}`}: {CHANGE_WORDS[what].toLowerCase()}
          </span>
          <span className={styles.when}>
            <State kind={DELIVERY_STATES[status].kind}>{DELIVERY_STATES[status].word}</State>
            {finished_at === null ? null : <Instant at={finished_at} />}
          </span>
          {last_error === null || status === 'delivered' ? null : <p>{last_error}</p>}
        </li>
      ))}
    </ul>
  );
}
