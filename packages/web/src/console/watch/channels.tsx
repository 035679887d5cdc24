// The channels that tell of alerts: what each is called, where it leads, and how its last delivery went.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Ago } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, NotApplicable, Table } from '../../ui/table.tsx';
import { IfMay } from '../person.tsx';
import { AddChannel } from './add-channel.tsx';
import styles from './watch.module.css';
import { CHANNEL_KINDS, CHANNEL_STATES, type Channel } from './watch-words.ts';

interface ChannelListProps {
  openId: string;
  onOpen: (id: string) => void;
}

export function ChannelList({ openId, onOpen }: ChannelListProps) {
  const channels = useRead('watch.channels', {});
  const [isAdding, setAdding] = useState(false);
  const rows = channels.data?.data;
  return (
    <Section
      title="Channels"
      aside={
        <IfMay act="watch.add_slack">
          <Button kind="quiet" onPress={() => setAdding(true)}>
            Add a channel
          </Button>
        </IfMay>
      }
    >
      <ProblemBox error={channels.error} onRetry={() => void channels.refetch()} />
      {channels.error !== null && rows === undefined ? null : (
        <Table
          label="Channels"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ id }) => id}
          empty="No channel yet: alerts stand on this page and in digests. Add mail, Slack or PagerDuty to be told at once."
          open={{
            isOpen: ({ id }) => id === openId,
            onOpen: ({ id }) => onOpen(id === openId ? '' : id),
            label: ({ name }) => `Show the channel ${name}`,
          }}
        />
      )}
      <p className={styles.note}>
        Endpoints under Webhooks are sent alerts as events, as far as a rule says so.
      </p>
      {isAdding ? <AddChannel onAdded={onOpen} onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}

const COLUMNS: readonly Column<Channel>[] = [
  { head: 'Channel', text: ({ name }) => name },
  { head: 'Kind', isFixed: true, isMinor: 'plain', text: ({ kind }) => CHANNEL_KINDS[kind] },
  { head: 'To', isMinor: true, text: ({ to }) => to },
  { head: 'Last delivery', isFixed: true, state: ({ state }) => CHANNEL_STATES[state] },
  {
    head: 'When',
    isFixed: true,
    isMinor: 'plain',
    cell: ({ state, failing_since, last_delivered_at }) => {
      const at = state === 'failed' ? failing_since : last_delivered_at;
      if (at === null) return <NotApplicable />;
      return state === 'failed' ? (
        <>
          since <Ago at={at} />
        </>
      ) : (
        <Ago at={at} />
      );
    },
  },
];
