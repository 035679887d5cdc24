// The health of the service: what is wrong, its process, its store, what waits, and the checks of rf doctor on demand.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { ReactNode } from 'react';
import { useAct, useRead } from '../../../api/acts.ts';
import { Title } from '../../../frame/title.tsx';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { count, plural } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { Section } from '../../../ui/section.tsx';
import { State, type StateKind } from '../../../ui/state.tsx';
import { Table } from '../../../ui/table.tsx';
import styles from '../registers.module.css';

type Service = AnswerOf<'service.show'>;
type Diagnosis = AnswerOf<'service.examine'>['data'][number];

const VERDICTS = {
  operational: 'Everything works',
  degraded: 'Some parts do not work as they should',
  outage: 'The service does not work',
};

/** Memory, threads and queues are figures of the process. No change of the store says that they moved. */
const EVERY_MS = 10_000;

export function ServiceHealth() {
  const { data, error, refetch } = useRead('service.show', {}, { everyMs: EVERY_MS });
  const log = useRead('log.show', {}).data;
  return (
    <>
      <Title title="Service" note={data?.serving == null ? '' : VERDICTS[data.serving.status]} />
      <ProblemBox error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null ? <div aria-busy="true" /> : null}
      {data?.serving == null || data.serving.faults.length === 0 ? null : (
        <Section title="What is wrong">
          <Table
            label="What is wrong"
            columns={[
              { head: 'Part', isFixed: true, cell: ({ name }) => name.replaceAll('_', ' ') },
              { head: 'What', isMinor: 'plain', cell: ({ message }) => message },
            ]}
            rows={data.serving.faults}
            keyOf={({ name }) => name}
            empty=""
          />
        </Section>
      )}
      <Examination />
      <Section title="Process">{data === undefined ? null : <Facts facts={processFacts(data)} />}</Section>
      {data?.serving == null ? null : (
        <Section title="Threads">
          <Table
            label="Threads"
            isSmall
            columns={[
              { head: 'Thread', cell: ({ name }) => name },
              { head: 'Requests waiting', isFigure: true, cell: ({ waiting }) => count(waiting) },
            ]}
            rows={data.serving.threads}
            keyOf={({ name }) => name}
            empty=""
          />
        </Section>
      )}
      {data === undefined || data.nodes.length === 0 ? null : (
        <Section title="Nodes">
          <Table
            label="Nodes"
            columns={[
              { head: 'Node', isFixed: true, cell: ({ name }) => name },
              { head: 'Running since', instant: ({ started_at }) => started_at },
              { head: 'Last seen', instant: ({ last_seen_at }) => last_seen_at },
              { head: 'Knows migration', isMinor: 'plain', cell: ({ version }) => version },
              {
                head: 'State',
                isFixed: true,
                cell: ({ live, leader }) => (
                  <State kind={live ? 'good' : 'failed'}>
                    {live ? (leader ? 'does scheduled work' : 'running') : 'not seen'}
                  </State>
                ),
              },
            ]}
            rows={data.nodes}
            keyOf={({ name }) => name}
            empty=""
          />
        </Section>
      )}
      <Section title="Store and deliveries">
        {data === undefined ? null : (
          <Facts
            facts={{
              Store: `${data.store.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${bytes(data.store.bytes)}`,
              'Last migration': data.store.migration,
              'Deliveries to be sent': (
                <>
                  {count(data.deliveries.waiting)}
                  {data.deliveries.oldest_waiting_at === null ? null : (
                    <>
                      , the oldest from <Instant at={data.deliveries.oldest_waiting_at} />
                    </>
                  )}
                </>
              ),
              'Disabled endpoints': count(data.deliveries.disabled_endpoints),
              Witnesses:
                log === undefined
                  ? ''
                  : `${count(cosigned(log))} of ${plural(log.witnesses.length, 'witness', 'witnesses')} cosigned the newest checkpoint`,
              Backups: 'made by rf backup, outside the service, which keeps no list of them',
            }}
          />
        )}
      </Section>
    </>
  );
}

function cosigned({ witnesses, checkpoint }: AnswerOf<'log.show'>): number {
  return witnesses.filter(({ tree_size }) => tree_size >= (checkpoint?.tree_size ?? 0)).length;
}

function processFacts({ version, node_version, serving }: Service): Record<string, ReactNode> {
  if (serving === null) return { Version: version, Node: node_version };
  const { webhooks } = serving;
  return {
    Version: `${version}, Node ${node_version}`,
    'Running since': <Instant at={serving.started_at} />,
    Memory: bytes(serving.memory_bytes),
    'Event loop delay': `${serving.event_loop_delay_ms} ms, 99 of 100 turns`,
    Connections: `${count(serving.connections)} of at most ${count(serving.connections_limit)}`,
    'Webhooks since the start': `${count(webhooks.delivered)} delivered, ${count(webhooks.failed)} failed attempts, ${count(webhooks.open)} open`,
  };
}

/** 12.4 MB */
function bytes(value: number): string {
  const megabytes = value / 1_000_000;
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1000).toFixed(1)} GB`;
}

const STATES: Readonly<Record<Diagnosis['state'], { kind: StateKind; word: string }>> = {
  ok: { kind: 'good', word: 'works' },
  warn: { kind: 'waiting', word: 'look at it' },
  fail: { kind: 'failed', word: 'failed' },
};

/** On demand: it reads the whole store, which can take a minute. */
function Examination() {
  const examine = useAct('service.examine', []);
  const found = examine.data?.data;
  const bad = found?.filter(({ state }) => state !== 'ok').length;
  return (
    <Section
      title={
        found === undefined
          ? 'Checks'
          : bad === 0
            ? `All ${plural(found.length, 'check')} passed`
            : `${plural(bad!, 'check')} of ${count(found.length)} found something`
      }
      aside={
        <Button busy={examine.isPending && 'Checking…'} onPress={() => examine.mutate({})}>
          {found === undefined ? 'Check everything' : 'Check again'}
        </Button>
      }
    >
      <ProblemBox error={examine.error} />
      {found === undefined ? (
        <p className={styles.reason}>
          Looks at the store, keys, log, clock, disk and people, as rf doctor does. It can take a minute; the
          service keeps running.
        </p>
      ) : (
        <Table
          label="Checks"
          columns={[
            { head: 'Check', isFixed: true, cell: ({ name }) => name },
            { head: 'What was found', isMinor: 'plain', cell: ({ what }) => what },
            { head: 'What to do', isMinor: 'plain', cell: ({ todo }) => todo ?? '' },
            { head: 'State', isFixed: true, state: ({ state }) => STATES[state] },
          ]}
          rows={found}
          keyOf={({ name }) => name}
          empty=""
        />
      )}
    </Section>
  );
}
