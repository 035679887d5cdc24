// QR codes, for printed verification pages and cards.

import { encode } from 'uqr';
import { Html, html } from '../html.ts';

/** Its modules in a square of `size` units, with the margin that scanners need. */
export function qrPath(address: string): { size: number; path: string } {
  const { size, data } = encode(address, { ecc: 'M', border: 4 });
  const bars = data.flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h${-width}z`));
  return { size, path: bars.join('') };
}

/** Always black on white, which the style sheet sets, even in dark mode: many scanners cannot read inverted codes. */
export function qrCode(address: string): Html {
  const { size, path } = qrPath(address);
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of ${address}" shape-rendering="crispEdges">${new Html(
    `<path d="${path}" fill="#000"/>`,
  )}</svg>`;
}

/** Neighbours in a row are one bar, which takes a third of the bytes. */
function runsOf(row: readonly boolean[]): [start: number, width: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
