// The document of a proposal on a white sheet, with the quote framed. Nothing in it is run or followed.

import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { utcDate } from '../../ui/words.ts';
import styles from './document.module.css';
import { findQuote } from './find-quote.ts';
import type { Proposal } from './proposal.ts';
import { documentAddress, type ShownDocument } from './shown-document.ts';

type Evidence = Proposal['evidence'];

export function DocumentPane({ evidence, document }: { evidence: Evidence; document: ShownDocument }) {
  const { title, page, evidence_date, grade, sha256, url } = evidence;
  return (
    <section className={styles.pane} aria-label="Document">
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        <span className={styles.facts}>
          {page === null ? '' : `page ${page} · `}
          {utcDate(evidence_date)} · grade {grade}
        </span>
        <span className={styles.links}>
          {url === null ? null : (
            <a href={url} target="_blank" rel="noreferrer">
              Source
            </a>
          )}
          {sha256 === null ? null : (
            <>
              <a href={documentAddress(sha256)} target="_blank" rel="noreferrer">
                Original
              </a>
              <kbd>o</kbd>
            </>
          )}
        </span>
      </div>
      <Sheet evidence={evidence} document={document} />
    </section>
  );
}

function Sheet({ evidence, document }: { evidence: Evidence; document: ShownDocument }) {
  switch (document.kind) {
    case 'text':
      if (document.error !== null) return <ProblemBox error={document.error} onRetry={document.retry} />;
      return <TextSheet key={evidence.id} text={document.text} quote={evidence.quote} />;
    case 'image':
      return (
        <Desk note={<Cited quote={evidence.quote} why="An image cannot be searched: look for the quote." />}>
          <div className={styles.sheet}>
            {document.address === undefined ? null : (
              <img src={document.address} alt={evidence.title} onLoad={document.onShown} />
            )}
          </div>
        </Desk>
      );
    case 'other':
      return (
        <Desk
          note={
            <Cited quote={evidence.quote} why="Open the original: this kind of document is not shown here." />
          }
        />
      );
    case 'none':
      return <Desk note={<Cited quote={evidence.quote} why="No copy of the document is stored." />} />;
  }
}

function TextSheet({ text, quote }: { text: string | undefined; quote: string | null }) {
  const room = useRef<HTMLElement>(null);
  const frame = useRef<HTMLPreElement>(null);
  // The quote is a third of the height from the top.
  useLayoutEffect(() => {
    if (text === undefined || frame.current === null) return;
    const box = room.current!;
    const { top } = frame.current.getBoundingClientRect();
    box.scrollTop += top - box.getBoundingClientRect().top - box.clientHeight / 3;
  }, [text]);
  const found = text === undefined || quote === null ? null : findQuote(text, quote);
  const isMissing = text !== undefined && quote !== null && found === null;
  return (
    <Desk
      room={room}
      note={
        isMissing ? <Cited quote={quote} why="The document does not have this quote word for word." /> : null
      }
    >
      <div className={styles.sheet} aria-busy={text === undefined}>
        {found === null ? (
          <pre>{text}</pre>
        ) : (
          <>
            <pre>{found.before}</pre>
            <pre ref={frame} className={styles.frame}>
              {found.lead}
              <mark>{found.quote}</mark>
              {found.rest}
            </pre>
            <pre>{found.after}</pre>
          </>
        )}
      </div>
    </Desk>
  );
}

interface DeskProps {
  /** Stays in view while the sheet is scrolled. */
  note: ReactNode;
  room?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

/** What the sheet lies on. It is scrolled with the keyboard, too. */
function Desk({ note, room, children }: DeskProps) {
  return (
    <>
      {note}
      {children === undefined ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section ref={room} className={styles.room} tabIndex={0} aria-label="Text of the document">
          {children}
        </section>
      )}
    </>
  );
}

function Cited({ quote, why }: { quote: string | null; why: string }) {
  return (
    <div className={styles.cited}>
      <p className={styles.why}>
        <CrossGlyph /> {why}
      </p>
      {quote === null ? (
        <p className={styles.none}>The evidence cites no quote.</p>
      ) : (
        <blockquote className={styles.quote}>{quote}</blockquote>
      )}
    </div>
  );
}
