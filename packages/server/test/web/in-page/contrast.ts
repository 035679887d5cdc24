// With the colours of the system forced upon a page: texts and marks still stand out from what is under them.

import { distinct, nameOf, shownElements, shownTexts } from './visible.ts';

export function invisibleParts(): string[] {
  const texts = shownTexts().filter(({ parent }) => !(parent instanceof SVGElement));
  const marks = shownElements('svg *').filter(
    (mark) => mark instanceof SVGGeometryElement || mark instanceof SVGTextElement,
  );
  return distinct([
    ...texts.flatMap(({ text, parent }) =>
      contrast(getComputedStyle(parent).color, groundOf(parent)) < 4.5
        ? [`'${text.slice(0, 40)}' cannot be read`]
        : [],
    ),
    ...marks.flatMap((mark) => {
      const { fill, stroke } = getComputedStyle(mark);
      const inks = [fill, stroke].filter((ink) => /^rgb/.test(ink) && !ink.startsWith('rgba(0, 0, 0, 0'));
      if (inks.length === 0 || inks.some((ink) => contrast(ink, groundOf(mark)) >= 1.2)) return [];
      return [`a mark of ${nameOf(mark.closest('svg')!)} cannot be seen`];
    }),
  ]);
}

/** What controls do without their border is lost when grounds are. */
export function shapelessControls(): string[] {
  return distinct(
    shownElements('input, select, textarea').flatMap((control) => {
      const { borderTopStyle, borderTopWidth, appearance } = getComputedStyle(control);
      const hasEdge = borderTopStyle !== 'none' && borderTopWidth !== '0px';
      return hasEdge || appearance !== 'none' ? [] : [`${nameOf(control)} has no edge`];
    }),
  );
}

function groundOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor;
  }
  return 'rgb(255, 255, 255)';
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
