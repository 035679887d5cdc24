// The attempts of a delivery as a line of dots, with what was sent and answered behind each.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Code } from '../../ui/code.tsx';
import { timeOf } from '../../ui/format.ts';
import { CrossGlyph, DotGlyph, WaitingGlyph } from '../../ui/glyphs.tsx';
import { Instant, Until } from '../../ui/instant.tsx';
import { duration } from './webhook-names.ts';
import styles from './webhooks.module.css';

type Shown = AnswerOf<'deliveries.show'>;
type Attempt = Shown['attempts'][number];

export function Timeline({ delivery }: { delivery: Shown }) {
  const { attempts, next_try_at, status } = delivery;
  return (
    <ol className={styles.timeline}>
      {attempts.map((attempt, at) => (
        <li key={attempt.started_at}>
          <Try attempt={attempt} isOpen={at === attempts.length - 1} />
        </li>
      ))}
      {status === 'pending' ? (
        <li>
          <span className={styles.mark}>
            <WaitingGlyph />
          </span>
          {attempts.length === 0 || next_try_at === null ? (
            'Being sent'
          ) : (
            <>
              Next try <Until at={next_try_at} past="now" />
            </>
          )}
        </li>
      ) : null}
      {status === 'waiting' ? (
        <li>
          <span className={styles.mark}>
            <WaitingGlyph />
          </span>
          Waits until the endpoint is enabled
        </li>
      ) : null}
    </ol>
  );
}

function Try({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  const { started_at, finished_at, code, error, response_headers, response_body, request_headers } = attempt;
  const isGood = code !== null && code >= 200 && code < 300;
  return (
    <details open={isOpen}>
      <summary>
        <span className={styles.mark}>{isGood ? <DotGlyph /> : <CrossGlyph />}</span>
        <strong>{code ?? 'No answer'}</strong>
        <span className="muted">
          <Instant at={finished_at} /> · {duration(timeOf(finished_at) - timeOf(started_at))}
        </span>
      </summary>
      {error === null ? null : <p className="plain">{error}</p>}
      <h3>Answer</h3>
      {response_headers === null ? (
        <p className="plain muted">None.</p>
      ) : (
        <Headers headers={response_headers} body={response_body} />
      )}
      <h3>Request headers</h3>
      <Headers headers={request_headers} body={null} />
    </details>
  );
}

/** Headers as they were sent, and the text that came with them. */
function Headers({ headers, body }: { headers: Readonly<Record<string, string>>; body: string | null }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = body === null || body === '' ? lines : [...lines, '', body];
  return <Code text={text.join('\n')} what="the headers" />;
}
