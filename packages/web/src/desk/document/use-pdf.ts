// An open PDF file: the page that is shown, and where the quote is. The cited page is searched first, then those around it.

import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
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
  useEffect(() => {
    if (bytes === null) return;
    let isGone = false;
    let opened: OpenPdf | null = null;
    setState(CLOSED);
    const show = async () => {
      opened = await openPdf(bytes);
      if (isGone) return opened.close();
      const { document } = opened;
      const page = Math.min(document.numPages, Math.max(1, pageNumber(cited)));
      const found = quote === null ? null : await searchQuote(document, page, quote, () => isGone);
      if (!isGone) setState({ opened, problem: null, page: found ?? page, quotePage: found });
    };
    show().catch((error: unknown) => {
      if (!isGone) setState({ ...CLOSED, problem: asPdfError(error).problem });
    });
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
    fail: (error) => setState({ ...CLOSED, problem: asPdfError(error).problem }),
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
    if (isGone() || performance.now() > end) return null;
    if (findQuote(await textOfPage(document, page), quote) !== null) return page;
  }
  return null;
}

/** A page that cannot be read has no text. */
async function textOfPage(document: PDFDocumentProxy, number: number): Promise<string> {
  try {
    const page = await inTime(document.getPage(number));
    const { items } = await inTime(page.getTextContent());
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  } catch {
    return '';
  }
}

function aroundPage(first: number, count: number): number[] {
  const pages = [first];
  for (let away = 1; away < count && pages.length < SEARCHED_PAGES; away += 1)
    pages.push(...[first - away, first + away].filter((page) => page >= 1 && page <= count));
  return pages;
}
