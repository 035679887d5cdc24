// Measures text in Verdana at 11 pixels, the font of badges. Widths are in thousandths of the font size.

const FONT_SIZE = 11;

const WIDTHS: Record<string, number> = {
  ' ': 352,
  '.': 364,
  '·': 364,
  ...each('0123456789', 636),
  ...each('il', 274),
  ...each('f', 352),
  ...each('t', 394),
  ...each('r', 427),
  ...each('cs', 521),
  ...each('kvxy', 592),
  ...each('e', 596),
  ...each('a', 601),
  ...each('o', 607),
  ...each('bdgpq', 623),
  ...each('hnu', 633),
  ...each('w', 818),
  ...each('m', 973),
  L: 557,
  F: 575,
  E: 632,
  R: 695,
  H: 752,
  M: 843,
};

/** For all other characters: at least as wide as the widest letter, so that there is never too little room. */
const WIDEST = 1000;

/** In whole pixels, rounded up. */
export function textWidth(text: string): number {
  const thousandths = [...text].reduce((sum, character) => sum + (WIDTHS[character] ?? WIDEST), 0);
  return Math.ceil((thousandths * FONT_SIZE) / 1000);
}

function each(characters: string, width: number): Record<string, number> {
  return Object.fromEntries([...characters].map((character) => [character, width]));
}
