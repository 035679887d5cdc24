// QR codes, for printed verification pages.

import { encode } from 'uqr';
import { Html, html } from '../html.ts';

/** Always black on white, even in dark mode: many scanners cannot read inverted codes. */
export function qrCode(address: string): Html {
  const { size, data } = encode(address, { ecc: 'M', border: 4 });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of ${address}" shape-rendering="crispEdges">${new Html(
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${modules.join('')}" fill="#000"/>`,
  )}</svg>`;
}
