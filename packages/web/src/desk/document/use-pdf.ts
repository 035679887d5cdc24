// An open PDF file: the page that is shown, and where the quote is. The cited page is searched first, then those around it.

import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { findQuote } from './find-quote.ts';
import { asPdfError, inTime, type OpenPdf, openPdf, type PdfProblem } from './open-pdf.ts';

/** How far a quote is looked for. */
const SEARCHED_PAGES = 200;
const SEARCHED_MS = 5000;

export interface Pdf {
  /** Null until it is open. */
  document: PDFDocumentProxy | null;
  problem: PdfProblem | null;
  pages: number;
  /** From 1. */
  page: number;
  /** The page with the quote; null if it was not found, and undefined while it is looked for. */
  quotePage: number | null | undefined;
  turnTo: (page: number) => void;
  fail: (error: unknown) => void;
}

interface State {
  opened: OpenPdf | null;
  problem: PdfProblem | null;
  page: number;
  quotePage: number | null | undefined;
}

const CLOSED: State = { opened: null, problem: null, page: 1, quotePage: undefined };

export function usePdf(bytes: Uint8Array | null, cited: string | null, quote: string | null): Pdf {
  const [state, setState] = useState<State>(CLOSED);
  const failing = useRef<(error: unknown) => void>(() => undefined);
  useEffect(() => {
    if (bytes === null) return;
    let isGone = false;
    let opened: OpenPdf | null = null;
    setState(CLOSED);
    const show = async () => {
      opened = await openPdf(bytes);
      if (isGone) return opened.close();
      const { document, stopped } = opened;
      stopped.catch(fail);
      const page = Math.min(document.numPages, Math.max(1, pageNumber(cited)));
      const found = quote === null ? null : await searchQuote(document, page, quote, () => isGone);
      if (!isGone)
        setState((now) =>
          now.problem === null ? { opened, problem: null, page: found ?? page, quotePage: found } : now,
        );
    };
    let hasFailed = false;
    const fail = (error: unknown) => {
      // Whatever the file still does ends here. What fails because of that says nothing about the file.
      opened?.close();
      if (!isGone && !hasFailed) setState({ ...CLOSED, problem: asPdfError(error).problem });
      hasFailed = true;
    };
    failing.current = fail;
    show().catch(fail);
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [bytes, cited, quote]);
  const pages = state.opened?.document.numPages ?? 0;
  return {
    document: state.opened?.document ?? null,
    problem: state.problem,
    pages,
    page: state.page,
    quotePage: state.quotePage,
    turnTo: (page) => setState((now) => ({ ...now, page: Math.min(pages, Math.max(1, page)) })),
    fail: (error) => failing.current(error),
  };
}

/** Of "7", "p. 7" and "7-8": 7. */
function pageNumber(cited: string | null): number {
  return Number(/\d{1,6}/.exec(cited ?? '')?.[0] ?? 1);
}

async function searchQuote(
  document: PDFDocumentProxy,
  cited: number,
  quote: string,
  isGone: () => boolean,
): Promise<number | null> {
  const end = performance.now() + SEARCHED_MS;
  for (const page of aroundPage(cited, document.numPages)) {
    const left = end - performance.now();
    if (isGone() || left <= 0) return null;
    if (findQuote(await textOfPage(document, page, left), quote) !== null) return page;
  }
  return null;
}

/** A page that cannot be read in time has no text. */
async function textOfPage(document: PDFDocumentProxy, number: number, ms: number): Promise<string> {
  const read = async () => {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  };
  return inTime(read(), ms).catch(() => '');
}

function aroundPage(first: number, count: number): number[] {
  const pages = [first];
  for (let away = 1; away < count && pages.length < SEARCHED_PAGES; away += 1)
    pages.push(...[first - away, first + away].filter((page) => page >= 1 && page <= count));
  return pages;
}
