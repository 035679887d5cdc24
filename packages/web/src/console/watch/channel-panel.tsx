// One channel: how its last delivery went and what cures a failure, a test, who gets its mails, and its removal.

import { useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { plural } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Acts, Panel } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { NotApplicable } from '../../ui/table.tsx';
import { IfMay, WhoMay } from '../person.tsx';
import { noPeople, People, peopleOf } from './add-channel.tsx';
import styles from './watch.module.css';
import { CHANGES, CHANNEL_KINDS, CHANNEL_STATES, type Channel } from './watch-words.ts';

/** A test is sent within seconds: how it went is read again soon. */
const AGAIN_MS = 2000;

export function ChannelPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [isWaiting, setWaiting] = useState(false);
  const channels = useRead('watch.channels', {}, isWaiting ? { everyMs: AGAIN_MS } : {});
  const channel = channels.data?.data.find((one) => one.id === id);
  if (isWaiting && channel?.pending === 0) setWaiting(false);
  if (channel === undefined)
    return (
      <Panel title="Channel" onClose={onClose}>
        <ProblemBox error={channels.error} onRetry={() => void channels.refetch()} />
        {channels.data === undefined ? null : <p className={styles.fact}>This channel was removed.</p>}
      </Panel>
    );
  const { kind, word } = CHANNEL_STATES[channel.state];
  return (
    <Panel
      title={channel.name}
      facts={
        <>
          <State kind={kind}>{word}</State> · {CHANNEL_KINDS[channel.kind]}
        </>
      }
      onClose={onClose}
    >
      {channel.state === 'failed' ? (
        <p className={styles.fact}>
          {channel.last_error ?? 'The last message could not be sent. Send a test to try again.'}
        </p>
      ) : null}
      <Section title="What it is">
        <Facts facts={factsOf(channel)} />
      </Section>
      <Section title="Change">
        <WhoMay act="watch.test_channel" doing="test, change and remove channels" />
        <IfMay act="watch.test_channel">
          <ChannelActs channel={channel} onTested={() => setWaiting(true)} onRemoved={onClose} />
        </IfMay>
      </Section>
    </Panel>
  );
}

function factsOf(channel: Channel) {
  const { kind, to, rules, created_by_name, created_at, last_delivered_at, failing_since, pending } = channel;
  return {
    To: kind === 'mail' ? to : `${to}; the address is a secret and is not shown`,
    'Last delivered': last_delivered_at === null ? <NotApplicable /> : <Instant at={last_delivered_at} />,
    ...(failing_since === null ? {} : { 'Fails since': <Instant at={failing_since} /> }),
    ...(pending === 0 ? {} : { Waiting: plural(pending, 'message') }),
    Rules: rules === 0 ? 'no rule that you see tells by it' : plural(rules, 'rule'),
    Added: (
      <>
        by {created_by_name}, <Instant at={created_at} />
      </>
    ),
  };
}

interface ChannelActsProps {
  channel: Channel;
  onTested: () => void;
  onRemoved: () => void;
}

function ChannelActs({ channel, onTested, onRemoved }: ChannelActsProps) {
  const { id, kind, name, members, rules } = channel;
  const test = useAct('watch.test_channel', CHANGES);
  const [asking, setAsking] = useState<'people' | 'remove' | null>(null);
  return (
    <>
      <p className={styles.plain}>A test is sent at once, and says that it is one.</p>
      <Acts>
        <Button
          busy={test.isPending && 'Sending…'}
          onPress={() => test.mutate({ channel: id }, { onSuccess: onTested })}
        >
          Send a test
        </Button>
        {kind === 'mail' ? <Button onPress={() => setAsking('people')}>Change who gets it…</Button> : null}
        <Button onPress={() => setAsking('remove')}>
          <CrossGlyph /> Remove…
        </Button>
      </Acts>
      <ProblemBox error={test.error} />
      {test.isSuccess ? (
        <p className={styles.note} role="status">
          A test is on its way. Its state above says how it went.
        </p>
      ) : null}
      {asking === 'people' ? (
        <ActDialog
          act="watch.change_mail"
          changes={CHANGES}
          title={`Who gets the mails of ${name}?`}
          submit="Save"
          busy="Saving…"
          fields={(about) => <People error={about('people')} chosen={members.map((member) => member.id)} />}
          check={noPeople}
          inputOf={(form) => ({ channel: id, people: peopleOf(form) })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === 'remove' ? (
        <ActDialog
          act="watch.remove_channel"
          changes={CHANGES}
          isFinal
          title={`Remove the channel ${name}?`}
          lead={`${rules === 0 ? 'No rule that you see tells' : rules === 1 ? 'One rule tells' : `${rules} rules tell`} by it, and ${rules === 1 ? 'goes' : 'go'} on without it. Its secret is destroyed, and what waits is not sent.`}
          submit={
            <>
              <CrossGlyph /> Remove the channel
            </>
          }
          busy="Removing…"
          inputOf={() => ({ channel: id })}
          onDone={onRemoved}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}
