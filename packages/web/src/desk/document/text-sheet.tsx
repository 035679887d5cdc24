// A text on a white sheet, with the lines of the quote framed.

import { useMemo, useRef } from 'react';
import { count } from '../../ui/format.ts';
import { useInView } from '../../ui/in-view.ts';
import styles from './document.module.css';
import { findQuote, markQuote, type Place } from './find-quote.ts';
import { Cited, Note } from './notes.tsx';
import { Room, useScrolledTo } from './room.tsx';
import type { SheetProps } from './sheet-props.ts';

/** Of a longer text, only this much is drawn, around the quote. */
const LONGEST = 400_000;

interface TextSheetProps extends SheetProps {
  /** Undefined until it has been read. */
  text: string | undefined;
  /** The omitted part, in words. */
  leftOut: string | null;
}

export function TextSheet({ text, leftOut, quote, onShown, onSelect }: TextSheetProps) {
  const room = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLPreElement>(null);
  const place = useMemo(
    () => (text === undefined || quote === null ? null : findQuote(text, quote)),
    [text, quote],
  );
  const drawn = useMemo(() => (text === undefined ? null : around(text, place)), [text, place]);
  const isFound = place !== null;
  const key = text === undefined ? null : `${quote}`;
  useScrolledTo(room, frame, isFound ? key : null);
  useInView(isFound ? frame : sheet, key, () => onShown?.(isFound ? 'quote' : 'page'));
  const isMissing = text !== undefined && quote !== null && !isFound;
  const marked = drawn === null || drawn.place === null ? null : markQuote(drawn.text, drawn.place);
  return (
    <>
      {leftOut === null ? null : <Note>{leftOut}</Note>}
      {drawn === null || drawn.text.length === text!.length ? null : (
        <Note>
          {`A long text: ${count(drawn.text.length)} of its ${count(text!.length)} characters are shown${isFound ? ', around the quote' : ''}.`}
        </Note>
      )}
      {isMissing ? <Cited quote={quote} why="The document does not have this quote word for word." /> : null}
      <Room room={room} onSelect={onSelect}>
        <div ref={sheet} className={styles.sheet} aria-busy={text === undefined}>
          {marked === null ? (
            <pre>{drawn?.text}</pre>
          ) : (
            <>
              <pre>{marked.before}</pre>
              <pre ref={frame} className={styles.frame}>
                {marked.lead}
                <mark>{marked.quote}</mark>
                {marked.rest}
              </pre>
              <pre>{marked.after}</pre>
            </>
          )}
        </div>
      </Room>
    </>
  );
}

function around(text: string, place: Place | null): { text: string; place: Place | null } {
  if (text.length <= LONGEST) return { text, place };
  const from = place === null ? 0 : Math.max(0, place.start - LONGEST / 2);
  const shown = text.slice(from, from + LONGEST);
  return {
    text: shown,
    place:
      place === null ? null : { start: place.start - from, end: Math.min(shown.length, place.end - from) },
  };
}
