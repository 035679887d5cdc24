// Draws a page of a PDF file onto a canvas, and lays its text over it, so that it can be found and selected.

import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { findQuote } from './find-quote.ts';
import { inTime, loadPdfjs } from './open-pdf.ts';

/** Browsers draw no larger canvas. */
const MOST_PIXELS = 16 * 1024 * 1024;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface DrawnPage {
  /** Around the quote, in pixels of the page as it is drawn; null if the page does not have it. */
  quote: Box | null;
}

interface Surface {
  canvas: HTMLCanvasElement;
  text: HTMLDivElement;
  /** Of the page as it is drawn. */
  width: number;
}

/** Null if it was given up meanwhile. */
export async function drawPage(
  document: PDFDocumentProxy,
  number: number,
  quote: string | null,
  { canvas, text, width }: Surface,
  signal: AbortSignal,
): Promise<DrawnPage | null> {
  const { TextLayer, setLayerDimensions } = await loadPdfjs();
  const page = await inTime(document.getPage(number));
  const scale = width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const wanted = Math.max(1, devicePixelRatio);
  const density = Math.min(wanted, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)));
  const fresh = globalThis.document.createElement('canvas');
  fresh.width = Math.max(1, Math.floor(viewport.width * density));
  fresh.height = Math.max(1, Math.floor(viewport.height * density));
  const task: RenderTask = page.render({
    canvas: fresh,
    viewport,
    transform: [density, 0, 0, density, 0, 0],
  });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const content = await inTime(page.getTextContent());
    await inTime(task.promise);
    if (signal.aborted) return null;
    canvas.width = fresh.width;
    canvas.height = fresh.height;
    canvas.getContext('2d')!.drawImage(fresh, 0, 0);
    text.replaceChildren();
    text.style.setProperty('--total-scale-factor', String(scale));
    setLayerDimensions(text, viewport);
    const layer = new TextLayer({ textContentSource: content, container: text, viewport });
    await inTime(layer.render());
    if (signal.aborted) return null;
    return { quote: quote === null ? null : boxOfQuote(layer, text, quote) };
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

type Layer = Pick<InstanceType<typeof import('pdfjs-dist')['TextLayer']>, 'textDivs' | 'textContentItemsStr'>;

function boxOfQuote(
  { textDivs, textContentItemsStr: texts }: Layer,
  room: HTMLElement,
  quote: string,
): Box | null {
  const place = findQuote(texts.join(''), quote);
  if (place === null) return null;
  let start = 0;
  const boxes: DOMRect[] = [];
  for (const [at, text] of texts.entries()) {
    const end = start + text.length;
    if (end > place.start && start < place.end && text.trim() !== '')
      boxes.push(
        ...boxesOf(textDivs[at]!, Math.max(0, place.start - start), Math.min(text.length, place.end - start)),
      );
    start = end;
  }
  if (boxes.length === 0) return null;
  const { left, top } = room.getBoundingClientRect();
  const x = Math.min(...boxes.map((box) => box.left));
  const y = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return { x: x - left, y: y - top, width: right - x, height: bottom - y };
}

function boxesOf(element: HTMLElement, from: number, to: number): DOMRect[] {
  const node = element.firstChild;
  if (node === null || node.nodeType !== Node.TEXT_NODE) return [element.getBoundingClientRect()];
  const range = globalThis.document.createRange();
  const { length } = node.nodeValue!;
  range.setStart(node, Math.min(from, length));
  range.setEnd(node, Math.min(to, length));
  return [...range.getClientRects()];
}
