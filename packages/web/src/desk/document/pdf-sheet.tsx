// One page of a PDF file on a white sheet: its picture, its text over it, and the frame around the quote.

import { useEffect, useRef, useState } from 'react';
import { useInView } from '../../ui/in-view.ts';
import { useWidth } from '../../ui/width.ts';
import styles from './document.module.css';
import { type Box, drawPage } from './draw-page.ts';
import { Cited } from './notes.tsx';
import { Room, useScrolledTo } from './room.tsx';
import type { SheetProps } from './sheet-props.ts';
import type { Pdf } from './use-pdf.ts';

/** The frame keeps this distance from the words. */
const MARGIN = 6;
/** How much a crop enlarges at most. */
const CLOSEST = 3;

interface PdfSheetProps extends SheetProps {
  pdf: Pdf;
  /** Enlarges the page until the quote fills the width, for narrow screens. */
  isCrop: boolean;
}

interface Drawn {
  page: number;
  /** Of the sheet when it was drawn. */
  width: number;
  quote: Box | null;
}

/** How much the page is enlarged on a narrow screen. */
interface Crop {
  page: number;
  deskWidth: number;
  zoom: number;
}

export function PdfSheet({ pdf, quote, isCrop, onShown, onSelect }: PdfSheetProps) {
  const room = useRef<HTMLElement>(null);
  const frame = useRef<SVGRectElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const [desk, deskWidth] = useWidth<HTMLDivElement>();
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [crop, setCrop] = useState<Crop | null>(null);
  const isFitting = crop !== null && crop.page === pdf.page && crop.deskWidth === deskWidth;
  const zoom = isCrop && isFitting ? crop.zoom : 1;
  const width = deskWidth === null ? null : Math.round(deskWidth * zoom);
  const { document, page, quotePage, turnTo, fail } = pdf;
  const failed = useRef(fail);
  failed.current = fail;

  useEffect(() => {
    if (document === null || width === null || width < 1) return;
    const stop = new AbortController();
    // The old picture stays until the new one is there. The text over it would be in the wrong places.
    text.current!.replaceChildren();
    paper.current!.style.width = `${width}px`;
    const surface = { canvas: canvas.current!, text: text.current!, width };
    drawPage(document, page, page === quotePage ? quote : null, surface, stop.signal)
      .then((result) => {
        if (result === null) return;
        setDrawn({ page, width, quote: result.quote });
        // Measured on the whole page only, so that the crop stays as it is once it is drawn.
        if (width === deskWidth && result.quote !== null)
          setCrop({ page, deskWidth, zoom: zoomOf(result.quote, deskWidth) });
      })
      .catch((error: unknown) => failed.current(error));
    return () => stop.abort();
  }, [document, page, quotePage, quote, width, deskWidth]);

  const isDrawn = drawn !== null && drawn.page === page && drawn.width === width;
  const box = isDrawn ? drawn.quote : null;
  const key = isDrawn ? `${page} ${width} ${quote}` : null;
  useScrolledTo(room, frame, box === null ? null : key);
  // Another page starts at its top.
  useEffect(() => {
    if (page !== quotePage) room.current?.scrollTo({ top: 0 });
  }, [page, quotePage]);
  useInView(box === null ? paper : frame, quotePage === null || box !== null ? key : null, () =>
    onShown?.(box === null ? 'page' : 'quote'),
  );
  return (
    <>
      {document !== null && quotePage === null && quote !== null ? (
        <Cited
          quote={quote}
          why="Quote not found in the text of this document (a scan?). Look for it on the page."
        />
      ) : null}
      <Room
        room={room}
        page={page}
        onSelect={onSelect}
        onTurn={(by) => {
          if (page + by >= 1 && page + by <= pdf.pages) turnTo(page + by);
        }}
      >
        <div ref={desk}>
          <div
            ref={paper}
            className={styles.paper}
            aria-busy={!isDrawn}
            data-page={isDrawn ? page : undefined}
          >
            <canvas ref={canvas} className={styles.canvas} />
            <div ref={text} className={styles.text} />
            {box === null ? null : (
              <svg className={styles.overlay} aria-hidden="true">
                <rect
                  ref={frame}
                  className={styles.mark}
                  data-quote=""
                  x={box.x - MARGIN}
                  y={box.y - MARGIN}
                  width={box.width + 2 * MARGIN}
                  height={box.height + 2 * MARGIN}
                />
              </svg>
            )}
          </div>
        </div>
      </Room>
    </>
  );
}

function zoomOf(quote: Box, deskWidth: number): number {
  return Math.min(CLOSEST, Math.max(1, (deskWidth - 4 * MARGIN) / quote.width));
}
