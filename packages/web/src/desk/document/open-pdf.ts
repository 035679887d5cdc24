// Opens PDF files with pdf.js, which is loaded with the first of them. Each file has a worker of its own, which ends with
// it: a file that keeps its worker busy for ever stops no other. The worker ends by itself when a file takes too much memory
// (pdf-limits.ts).

import type { PDFDocumentProxy } from 'pdfjs-dist';

declare const __PDFJS_FILES__: string;

export type PdfProblem = 'broken' | 'encrypted' | 'costly';

export interface OpenPdf {
  document: PDFDocumentProxy;
  /** Rejects when the worker has met a limit. */
  stopped: Promise<never>;
  /** Ends the worker, whatever it is doing. */
  close: () => void;
}

class PdfError extends Error {
  override readonly name = 'PdfError';
  readonly problem: PdfProblem;

  constructor(problem: PdfProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** What a file may take to open, and each of its pages to be drawn. */
const SLOWEST_MS = 20_000;
/** Larger images in a page are left out: they are made to use up the memory. */
const LARGEST_IMAGE = 64 * 1024 * 1024;

export function loadPdfjs() {
  return import('pdfjs-dist');
}

export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const { getDocument, PDFWorker } = await loadPdfjs();
  const port = new Worker(`${__PDFJS_FILES__}pdf.worker.limited.mjs`, { type: 'module' });
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  stopped.catch(() => undefined);
  port.addEventListener('message', ({ data }) => {
    if ((data as { isStopped?: boolean }).isStopped) reject(new PdfError('costly'));
  });
  // It could not be loaded, or it ended because the browser has no memory left.
  port.addEventListener('error', (event) => reject(new PdfError('broken', { cause: event })));
  const loading = getDocument({
    // The types of pdf.js know no port.
    worker: new PDFWorker({ port: port as unknown as null }),
    // The worker takes what it is given.
    data: bytes.slice(),
    cMapUrl: __PDFJS_FILES__,
    cMapPacked: true,
    standardFontDataUrl: __PDFJS_FILES__,
    wasmUrl: __PDFJS_FILES__,
    useWasm: false,
    useWorkerFetch: true,
    enableXfa: false,
    maxImageSize: LARGEST_IMAGE,
  });
  const close = () => {
    port.terminate();
    // Its worker is gone, so it has nobody to wait for.
    loading.destroy().catch(() => undefined);
  };
  try {
    return { document: await inTime(Promise.race([loading.promise, stopped])), stopped, close };
  } catch (error) {
    close();
    throw asPdfError(error);
  }
}

/** Fails if it takes too long. */
export async function inTime<T>(promise: Promise<T>, ms = SLOWEST_MS): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new PdfError('costly')), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function asPdfError(error: unknown): PdfError {
  if (error instanceof PdfError) return error;
  const isEncrypted = (error as Error).name === 'PasswordException';
  return new PdfError(isEncrypted ? 'encrypted' : 'broken', { cause: error });
}
