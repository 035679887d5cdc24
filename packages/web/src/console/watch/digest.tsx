// A person's own digest as it would go out now, and when it comes; below it, their calendar of lapses.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { utcDate } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { NotApplicable } from '../../ui/table.tsx';
import { Calendar } from './calendar.tsx';
import styles from './digest.module.css';
import { DigestSettings, hourText, WEEKDAY_WORDS } from './digest-settings.tsx';
import { said } from './watch-words.ts';

type Settings = AnswerOf<'watch.digest'>;
type Preview = AnswerOf<'watch.digest_preview'>;

export function Digest() {
  const settings = useRead('watch.digest', {});
  const preview = useRead('watch.digest_preview', {});
  const [isChanging, setChanging] = useState(false);
  const [isText, setText] = useState(false);
  const mail = preview.data;
  return (
    <aside className={styles.aside} aria-label="Your digest and calendar">
      <Section
        title="Your digest, as it would go out now"
        aside={
          settings.data === undefined ? null : (
            <Button kind="quiet" onPress={() => setChanging(true)}>
              {settings.data.every === 'off' && !settings.data.all_quiet ? 'Switch it on' : 'Change'}
            </Button>
          )
        }
      >
        <ProblemBox error={settings.error} onRetry={() => void settings.refetch()} />
        {settings.data === undefined ? (
          <p className={styles.when} aria-busy={settings.error === null} />
        ) : (
          <When settings={settings.data} />
        )}
        <ProblemBox error={preview.error} onRetry={() => void preview.refetch()} />
        {mail === undefined ? (
          preview.error === null ? (
            <div className={styles.waits} aria-busy="true" />
          ) : null
        ) : mail.text === null ? (
          <p className={styles.nothing}>
            Nothing to tell, so no mail goes out.
            {settings.data?.all_quiet === true ? ' Once a week a mail says that nothing is open.' : ''}
          </p>
        ) : (
          <>
            <div className={styles.mail}>
              <dl className={styles.head}>
                <dt>Subject</dt>
                <dd>{isText ? mail.subject : said(mail.subject)}</dd>
              </dl>
              {isText ? <pre className={styles.text}>{mail.text}</pre> : <Contents mail={mail} />}
            </div>
            <Button kind="quiet" onPress={() => setText(!isText)}>
              {isText ? 'As tables' : 'As the text that is sent'}
            </Button>
          </>
        )}
      </Section>
      <Calendar />
      {isChanging && settings.data !== undefined ? (
        <DigestSettings settings={settings.data} onClose={() => setChanging(false)} />
      ) : null}
    </aside>
  );
}

/** "Every day at 07:00, Europe/Berlin, to ada@… · next 20 Nov 2026, 07:00". */
function When({ settings }: { settings: Settings }) {
  const { every, weekday, hour, time_zone, all_quiet, address, next_at } = settings;
  const at = `at ${hourText(hour)}, ${time_zone}`;
  const words =
    every === 'off'
      ? all_quiet
        ? `Off; a mail says every ${WEEKDAY_WORDS[weekday]} ${at} if nothing is open`
        : 'Off: no mail goes out'
      : every === 'day'
        ? `Every day ${at}`
        : `Every ${WEEKDAY_WORDS[weekday]} ${at}`;
  return (
    <p className={styles.when}>
      {words}
      {address === null ? '. You have no mail address here, so no mail can reach you' : null}
      {address !== null && next_at !== null ? (
        <>
          , to {address} · next <Instant at={next_at} />
        </>
      ) : null}
      .
    </p>
  );
}

function Contents({ mail: { lead, needs_you, ahead } }: { mail: Preview }) {
  return (
    <>
      {lead.map((line) => (
        <p key={line} className={styles.lead}>
          {line}
        </p>
      ))}
      {needs_you.length === 0 ? null : (
        <table className={styles.lines}>
          <thead>
            <tr>
              <th scope="col">Needs you</th>
              <th scope="col" className={styles.figure}>
                Score
              </th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {needs_you.map(({ alert, name, score, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines keep their places
              <tr key={index}>
                <th scope="row">
                  {alert === null ? (
                    name
                  ) : (
                    <Link
                      from="/console/$workspace/watch"
                      to="."
                      search={{ open: alert }}
                      resetScroll={false}
                    >
                      {name}
                    </Link>
                  )}
                </th>
                <td className={styles.figure}>{score?.toFixed(2) ?? <NotApplicable />}</td>
                <td>{said(text)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {ahead.length === 0 ? null : (
        <table className={styles.lines}>
          <thead>
            <tr>
              <th scope="col">Ahead</th>
              <th scope="col">UTC dates</th>
            </tr>
          </thead>
          <tbody>
            {ahead.map(({ day, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines keep their places
              <tr key={index}>
                <th scope="row">{utcDate(day)}</th>
                <td>{said(text)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
