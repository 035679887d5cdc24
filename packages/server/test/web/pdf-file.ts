// Small PDF files for tests, written by hand: one line of text after the other, page by page.

export interface PdfOptions {
  /** As if it were protected by a password. */
  isEncrypted?: boolean;
  /** In points. */
  size?: number;
}

export function pdfFile(pages: readonly string[][], { isEncrypted = false, size }: PdfOptions = {}): Buffer {
  const [width, height] = size === undefined ? [595, 842] : [size, size];
  const objects: string[] = [];
  const kids = pages.map((_, page) => `${4 + page * 2} 0 R`).join(' ');
  objects.push(
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
  );
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const [page, lines] of pages.entries()) {
    const drawn = lines.map((line, at) => `1 0 0 1 56 ${height! - 72 - at * 18} Tm (${escaped(line)}) Tj`);
    const content = `BT /F1 11 Tf ${drawn.join(' ')} ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${5 + page * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  const secret = `<${'00'.repeat(32)}>`;
  const encryption = isEncrypted
    ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /O ${secret} /U ${secret} /P -4 >> /ID [<00> <00>]`
    : '';
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${encryption} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

function escaped(line: string): string {
  return line.replaceAll(/[\\()]/g, '\\$&');
}
