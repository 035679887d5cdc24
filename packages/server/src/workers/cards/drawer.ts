// Draws cards as PNG. The renderer and the fonts are loaded with the first card.

import type { Card } from '../../rendering/cards/card.ts';
import { cardSvg } from '../../rendering/cards/drawing/card-svg.ts';
import { type CardFonts, loadCardFonts } from '../../rendering/cards/fonts.ts';

export interface CardDrawer {
  draw(card: Card): Promise<Uint8Array<ArrayBuffer>>;
  /** Removes the unpacked fonts. */
  close(): void;
}

export function cardDrawer(): CardDrawer {
  let fonts: CardFonts | null = null;
  return {
    async draw(card) {
      const { Resvg } = await import('@resvg/resvg-js');
      fonts ??= loadCardFonts();
      const font = { loadSystemFonts: false, fontFiles: [...fonts.files], defaultFontFamily: 'Inter' };
      const png = new Resvg(cardSvg(fonts, card), { font }).render().asPng();
      // Copied, because the memory of the renderer cannot be transferred to another thread.
      return new Uint8Array(png);
    },
    close: () => fonts?.close(),
  };
}
