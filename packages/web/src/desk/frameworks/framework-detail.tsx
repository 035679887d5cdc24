// One framework: what it is, what comes next, what it changes, and its impact on every provider.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { inWords, plural, utcDate } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { Acts } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { notAllowedUnless } from '../allowed.ts';
import { useOpenRequests, Waiting } from '../registers/requested.tsx';
import { useStaff } from '../staff.ts';
import { daysUntil, type Framework, STATES } from './framework.ts';
import { Activate, Cancel, RecordSignOff } from './framework-acts.tsx';
import styles from './frameworks.module.css';
import { ImpactSection } from './impact.tsx';
import { Signing } from './signing/signing.tsx';

interface FrameworkDetailProps {
  framework: Framework;
  isInEffect: boolean;
  /** Whether a framework was activated before: the first one needs no notice. */
  hasEarlier: boolean;
  now: number;
}

export function FrameworkDetail({ framework, isInEffect, hasEarlier, now }: FrameworkDetailProps) {
  const { digest, framework_version: name, effective_from, state, fault } = framework;
  const [asking, setAsking] = useState<'sign' | 'activate' | 'cancel' | null>(null);
  const person = useStaff();
  const requests = useOpenRequests().filter(({ subject }) => subject === digest);
  const rules = useRead('rules.list', {}).data?.data;
  const notice = hasEarlier
    ? (rules?.find((rule) => rule.name === 'activation_notice_days')?.value ?? null)
    : 0;
  const days = daysUntil(effective_from, now);
  const isOpen = state === 'unsigned' || state === 'signed';
  const isOfficer = person.roles.includes('chief_risk_officer');
  const notManager = notAllowedUnless(person, ['operator', 'chief_risk_officer']);
  const notActivate =
    notAllowedUnless(person, ['operator']) ??
    (state === 'unsigned' ? 'a chief risk officer must sign it first' : null) ??
    (requests.some(({ act }) => act === 'frameworks.activate')
      ? 'it waits for a second person already'
      : null);
  const close = () => setAsking(null);
  return (
    <div className={styles.detail}>
      <Section title={`${name}: ${isInEffect ? 'in effect' : STATES[state].word}`}>
        {requests.map((request) => (
          <Waiting
            key={request.id}
            request={request}
            words={request.act === 'frameworks.cancel' ? `Cancel ${name}` : `Activate ${name}`}
          />
        ))}
        {fault === null ? null : <p role="alert">{`It cannot be used: ${fault}`}</p>}
        <Facts
          facts={{
            Digest: (
              <span className={styles.digest}>
                <span className="mono">{digest}</span> <Copy text={digest} what="the digest" />
              </span>
            ),
            'Effective from (UTC)': `${utcDate(effective_from)}${daysWords(days)}`,
            Imported: (
              <>
                <Instant at={framework.imported_at} /> by {framework.imported_by_name ?? 'the service'}
              </>
            ),
            'Sign-off':
              framework.signed_at === null ? (
                'not signed'
              ) : (
                <>
                  <Instant at={framework.signed_at} /> by {framework.signed_by_name ?? 'somebody'}, with the
                  key <span className="mono">{framework.sign_off_key}</span>
                </>
              ),
            ...(isOpen && notice !== null ? { Notice: noticeWords(notice, days) } : {}),
            ...(framework.activated_at === null
              ? {}
              : { Activated: <Instant at={framework.activated_at} /> }),
            ...(framework.notes === null ? {} : { Notes: framework.notes }),
            ...(framework.urgent_reason === null ? {} : { 'Urgent because': framework.urgent_reason }),
            ...(framework.cancelled_reason === null
              ? {}
              : { 'Cancelled because': framework.cancelled_reason }),
          }}
        />
        <Acts>
          {state === 'unsigned' ? (
            <Button notAllowed={notManager} onPress={() => setAsking('sign')}>
              Record a sign-off…
            </Button>
          ) : null}
          {isOpen ? (
            <Button notAllowed={notActivate} onPress={() => setAsking('activate')}>
              Request activation…
            </Button>
          ) : null}
          {state === 'announced' || state === 'activated' ? (
            <Button notAllowed={notManager} onPress={() => setAsking('cancel')}>
              Cancel it…
            </Button>
          ) : null}
        </Acts>
        {isOpen && notActivate !== null ? (
          <p className="plain muted">{`It cannot be activated yet: ${notActivate}.`}</p>
        ) : null}
      </Section>
      {state === 'replaced' || fault !== null ? null : state === 'unsigned' && isOfficer ? (
        <Signing framework={framework}>
          <Differences framework={framework} />
          <ImpactSection framework={framework} />
        </Signing>
      ) : (
        <>
          <Differences framework={framework} />
          <ImpactSection framework={framework} />
        </>
      )}
      {asking === 'sign' ? <RecordSignOff framework={framework} onClose={close} /> : null}
      {asking === 'activate' ? (
        <Activate framework={framework} isUrgent={notice !== null && days < notice} onClose={close} />
      ) : null}
      {asking === 'cancel' ? <Cancel framework={framework} onClose={close} /> : null}
    </div>
  );
}

function daysWords(days: number): string {
  if (days === 0) return ' · today';
  return days > 0 ? ` · ${plural(days, 'day')} left` : ` · ${plural(-days, 'day')} ago`;
}

function noticeWords(notice: number, days: number): string {
  if (notice === 0) return 'The first framework needs no notice.';
  const kept = days >= notice;
  return kept
    ? `${plural(notice, 'day')}, kept: activate it within ${plural(days - notice, 'day')}`
    : `${plural(notice, 'day')}, not kept: it needs a later date, or an urgent reason, which is published`;
}

/** What the text of a framework changes, in words. */
function Differences({ framework }: { framework: Framework }) {
  const { data, error, refetch } = useRead('frameworks.differences', { framework: framework.digest });
  const other = data?.compared_with ?? null;
  const { state, version } = framework;
  const isPublished = state === 'announced' || state === 'activated';
  return (
    <Section
      title={
        data === undefined
          ? 'Differences'
          : other === null
            ? 'It is the first framework'
            : `${plural(data.differences.length, 'difference')} from ${other.framework_version}`
      }
    >
      {error === null ? (
        <Table
          label="Differences"
          columns={[
            { head: 'What', cell: ({ place }) => placeWords(place) },
            {
              head: 'Before',
              isMinor: true,
              cell: ({ before }) => fileValue(before),
            },
            {
              head: 'After',
              isMinor: true,
              cell: ({ after }) => fileValue(after),
            },
          ]}
          rows={data?.differences}
          keyOf={({ place }) => place}
          empty={other === null ? 'There is nothing to compare it with.' : 'The texts say the same.'}
        />
      ) : (
        <ProblemBox error={error} onRetry={() => void refetch()} />
      )}
      {isPublished && other !== null ? (
        <p className={styles.published}>
          <a href={`/methodology/${version}/differences`}>The scores of both versions, as published</a>
        </p>
      ) : null}
    </Section>
  );
}

/** A value as the file of the framework has it. */
function fileValue(value: string | null) {
  return value === null ? <span className="muted">nothing</span> : <code>{value}</code>;
}

/** "criteria reserve_coverage weight" without the marks of the code. */
function placeWords(place: string): string {
  return inWords(place.replaceAll(/[./]+/g, ' · ').replace(/^ · /, ''));
}
