// Shows the stored document of evidence, with the quote framed. Nothing in a document is run, loaded or followed.

import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { useInView } from '../../ui/in-view.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import styles from './document.module.css';
import { inertText } from './inert-text.ts';
import { Keyed } from './keyed.tsx';
import { type Kind, kindOf, mismatch, typeName } from './kinds.ts';
import { documentAddress, useDocumentBytes, useStays } from './load.ts';
import { Cited } from './notes.tsx';
import type { PdfProblem } from './open-pdf.ts';
import { PdfSheet } from './pdf-sheet.tsx';
import { Room } from './room.tsx';
import type { SheetProps } from './sheet-props.ts';
import { TextSheet } from './text-sheet.tsx';
import { type Pdf, usePdf } from './use-pdf.ts';

interface DocumentViewerProps extends SheetProps {
  title: string;
  /** Of the stored copy; null, like the media type, if there is none. */
  sha256: string | null;
  mediaType: string | null;
  /** As the evidence cites it, such as "7". */
  page: string | null;
  /** Beside the title, such as date and grade. */
  facts?: ReactNode;
  /** At the right of the title. */
  links?: ReactNode;
  /** The key that opens the original. */
  originalKey?: string;
}

const BROKEN: Readonly<Record<PdfProblem, string>> = {
  broken: 'This PDF file is damaged and cannot be shown. Ask for a readable copy.',
  encrypted: 'This PDF file is protected by a password and cannot be shown. Ask for a copy without one.',
  costly: 'This PDF file takes too much time or memory to draw, and was stopped. Ask for a simpler copy.',
};

/** Give it a key by the evidence, so that each starts afresh. */
export function DocumentViewer(props: DocumentViewerProps) {
  const { title, sha256, mediaType, page, quote, facts, links, originalKey } = props;
  const kind = sha256 === null || mediaType === null ? 'none' : kindOf(mediaType);
  const stays = useStays(sha256);
  const isRead = kind === 'pdf' || kind === 'text' || kind === 'markup';
  const bytes = useDocumentBytes(sha256 ?? '', stays && isRead);
  const wrong = bytes.data === undefined ? null : mismatch(kind as Kind, bytes.data);
  const pdf = usePdf(kind === 'pdf' && wrong === null ? (bytes.data ?? null) : null, page, quote);
  const isNarrow = useMedia(PHONE);
  const [isWhole, setWhole] = useState(false);
  const hasPages = pdf.document !== null && pdf.problem === null;
  return (
    <section className={styles.pane} aria-label="Document">
      <div className={styles.head}>
        <div className={styles.about}>
          <h3 className={styles.title}>{title}</h3>
          <span className={styles.facts}>
            {hasPages ? (
              <>
                page {count(pdf.page)} of {count(pdf.pages)}
              </>
            ) : page === null ? null : (
              <>page {page}</>
            )}
          </span>
          {facts === undefined ? null : <span className={styles.facts}>{facts}</span>}
        </div>
        <span className={styles.links}>
          {hasPages ? <Turning pdf={pdf} /> : null}
          {hasPages && isNarrow && pdf.quotePage ? (
            <Button kind="quiet" onPress={() => setWhole(!isWhole)}>
              {isWhole ? 'Quote' : 'Whole page'}
            </Button>
          ) : null}
          {links}
          {sha256 === null ? null : originalKey === undefined ? (
            <Original sha256={sha256} />
          ) : (
            <Keyed name={originalKey}>
              <Original sha256={sha256} />
            </Keyed>
          )}
        </span>
      </div>
      {bytes.error !== null ? (
        <ProblemBox error={bytes.error} onRetry={() => void bytes.refetch()} />
      ) : wrong !== null ? (
        <Cited
          quote={quote}
          why={`This is stored as ${typeName(mediaType!)}, but it looks like ${wrong}. It is not shown.`}
        />
      ) : pdf.problem !== null ? (
        <Cited quote={quote} why={BROKEN[pdf.problem]} />
      ) : (
        <Sheet
          {...props}
          kind={kind}
          bytes={bytes.data}
          pdf={pdf}
          stays={stays}
          isCrop={isNarrow && !isWhole}
        />
      )}
    </section>
  );
}

function Original({ sha256 }: { sha256: string }) {
  return (
    <a href={documentAddress(sha256)} target="_blank" rel="noreferrer">
      Original
    </a>
  );
}

/** The cited page of a quote that was found on another one is said, too. */
function Turning({ pdf: { page, pages, turnTo } }: { pdf: Pdf }) {
  return (
    <>
      {page > 1 ? (
        <Button kind="quiet" onPress={() => turnTo(page - 1)}>
          Page {count(page - 1)}
        </Button>
      ) : null}
      {page < pages ? (
        <Button kind="quiet" onPress={() => turnTo(page + 1)}>
          Page {count(page + 1)}
        </Button>
      ) : null}
    </>
  );
}

interface InnerProps extends DocumentViewerProps {
  kind: Kind | 'none';
  bytes: Uint8Array | undefined;
  pdf: Pdf;
  stays: boolean;
  isCrop: boolean;
}

function Sheet({ kind, bytes, pdf, stays, isCrop, title, sha256, mediaType, ...rest }: InnerProps) {
  const { quote, onShown, onSelect } = rest;
  const text = useMemo(() => textOf(kind, bytes), [kind, bytes]);
  const sheet = { quote, onShown, onSelect };
  switch (kind) {
    case 'pdf':
      return <PdfSheet {...sheet} pdf={pdf} isCrop={isCrop} />;
    case 'text':
      return <TextSheet {...sheet} text={text} leftOut={null} />;
    case 'markup':
      return (
        <TextSheet
          {...sheet}
          text={text}
          leftOut={`Only the text of ${typeName(mediaType!)} is shown. Nothing in it was run or loaded.`}
        />
      );
    case 'image':
      return <ImageSheet {...sheet} sha256={stays ? sha256 : null} title={title} />;
    case 'other':
      return <Cited quote={quote} why={`Open the original: ${typeName(mediaType!)} is not shown here.`} />;
    case 'none':
      return <Cited quote={quote} why="No copy of the document is stored." />;
  }
}

function textOf(kind: Kind | 'none', bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined || (kind !== 'text' && kind !== 'markup')) return undefined;
  const source = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
  return kind === 'text' ? source : inertText(source);
}

interface ImageSheetProps extends SheetProps {
  /** Null until the reader stays with it. */
  sha256: string | null;
  title: string;
}

/** An image on a white sheet. It cannot be searched, so the quote is beside it. */
function ImageSheet({ sha256, title, quote, onShown }: ImageSheetProps) {
  const room = useRef<HTMLElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<'loading' | 'drawn' | 'broken'>('loading');
  useInView(image, state === 'drawn' ? sha256 : null, () => onShown?.('page'));
  if (state === 'broken')
    return <Cited quote={quote} why="This is stored as an image, but it cannot be drawn as one." />;
  return (
    <>
      {quote === null ? null : (
        <Cited quote={quote} why="Quote not searched: this is an image. Look for it in the picture." />
      )}
      <Room room={room}>
        <div className={styles.sheet}>
          {sha256 === null ? null : (
            <img
              ref={image}
              src={documentAddress(sha256)}
              alt={title}
              onLoad={() => setState('drawn')}
              onError={() => setState('broken')}
            />
          )}
        </div>
      </Room>
    </>
  );
}
