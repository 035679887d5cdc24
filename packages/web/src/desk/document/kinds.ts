// How a document is shown, by its media type, and whether its bytes are what the type says.

export type Kind = 'pdf' | 'image' | 'text' | 'markup' | 'other';

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const MARKUP = ['text/html', 'application/xhtml+xml', 'image/svg+xml'];
const TEXTS = ['application/json', 'application/xml'];

export function kindOf(mediaType: string): Kind {
  if (mediaType === 'application/pdf') return 'pdf';
  if (IMAGES.includes(mediaType)) return 'image';
  if (MARKUP.includes(mediaType)) return 'markup';
  return mediaType.startsWith('text/') || TEXTS.includes(mediaType) ? 'text' : 'other';
}

/** In words, for messages. */
export function typeName(mediaType: string): string {
  const names: Readonly<Record<string, string>> = {
    'application/pdf': 'a PDF file',
    'text/html': 'an HTML page',
    'application/xhtml+xml': 'an HTML page',
    'image/svg+xml': 'an SVG drawing',
    'text/plain': 'a text',
    'text/csv': 'a CSV file',
  };
  return (
    names[mediaType] ?? (mediaType.startsWith('image/') ? 'an image' : `a document of type ${mediaType}`)
  );
}

/** What the bytes look like instead of a PDF file or a text; null if they can be one. */
export function mismatch(kind: Kind, bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  if (kind === 'pdf') return head.includes('%PDF-') ? null : looksLike(head);
  if (kind === 'text' || kind === 'markup') return head.includes('\0') ? looksLike(head) : null;
  return null;
}

function looksLike(head: string): string {
  if (head.includes('%PDF-')) return 'a PDF file';
  if (/^\u0089PNG|^\u00ff\u00d8\u00ff|^GIF8/.test(head)) return 'an image';
  if (head.startsWith('PK\u0003\u0004')) return 'a ZIP or Office file';
  if (/^\s*<(?:!doctype html|html)/i.test(head)) return 'an HTML page';
  if (/^MZ|^\u007fELF/.test(head)) return 'a program';
  return head.includes('\0') ? 'binary data' : 'a text';
}
