// Opens PDF files with pdf.js, which is loaded with the first of them. Each file has a worker of its own, which ends with
// it: a file that keeps its worker busy for ever stops no other.

import type { PDFDocumentProxy } from 'pdfjs-dist';

declare const __PDFJS_FILES__: string;

export type PdfProblem = 'broken' | 'encrypted' | 'slow';

export interface OpenPdf {
  document: PDFDocumentProxy;
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
  const { getDocument, GlobalWorkerOptions } = await loadPdfjs();
  GlobalWorkerOptions.workerSrc = `${__PDFJS_FILES__}pdf.worker.min.mjs`;
  const loading = getDocument({
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
  const close = () => void loading.destroy();
  try {
    return { document: await inTime(loading.promise), close };
  } catch (error) {
    close();
    throw asPdfError(error);
  }
}

/** Fails if it takes too long. */
export async function inTime<T>(promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new PdfError('slow')), SLOWEST_MS);
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
