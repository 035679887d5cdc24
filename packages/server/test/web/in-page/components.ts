// The same thing looks the same on every page: selects, boxes to tick, titles, chips of bands, buttons that copy, the header.

import { distinct, nameOf, shownElements } from './visible.ts';

const BARE_BAND = /^(Low|Medium|Elevated|High)$/;
/** Of a window up to 600 pixels wide, and of wider ones. */
const TITLES = ['24px/32px', '28px/36px'];
/** The promise of the Scores page leaves the first screen to the scores. */
const OTHER_TITLES = '.promise h1';

export function strangeComponents(): string[] {
  return distinct([
    ...shownElements('select').flatMap(strangeSelect),
    ...shownElements('input[type="checkbox"]').flatMap(strangeBox),
    ...shownElements('h1').flatMap(strangeTitle),
    ...shownElements('.chip')
      .filter((chip) => BARE_BAND.test(chip.textContent?.trim() ?? ''))
      .map((chip) => `the chip of a band says only '${chip.textContent}'`),
    ...shownElements('button')
      .filter((button) => /^Copy\b/.test(button.textContent ?? '') && !button.matches('.copy'))
      .map((button) => `${nameOf(button)} copies, and looks unlike other buttons that do`),
    ...brokenHeader(),
  ]);
}

/** The browser's own have corners and arrows that differ from those of the site. */
function strangeSelect(select: Element): string[] {
  const { appearance, borderRadius, backgroundImage } = getComputedStyle(select);
  // On phones the switch of the theme is a drawing.
  const hasArrow = backgroundImage.includes('gradient') || select.closest('.theme') !== null;
  return appearance === 'none' && borderRadius === '0px' && hasArrow
    ? []
    : [`${nameOf(select)} is a select of the browser, not of the site`];
}

function strangeBox(box: Element): string[] {
  const { appearance, borderRadius } = getComputedStyle(box);
  return appearance === 'none' && borderRadius === '0px' ? [] : [`${nameOf(box)} has other corners`];
}

function strangeTitle(title: Element): string[] {
  if (title.matches(OTHER_TITLES)) return [];
  const { fontSize, lineHeight } = getComputedStyle(title);
  const size = `${fontSize}/${lineHeight}`;
  const expected = TITLES[innerWidth > 600 ? 1 : 0];
  return size === expected ? [] : [`the title is ${size}, others are ${expected}`];
}

/** From 1280 pixels on, everything in the header stands in one line, also who is signed in. */
function brokenHeader(): string[] {
  if (innerWidth < 1280) return [];
  const parts = shownElements('.site-header .inner > *').map((part) => part.getBoundingClientRect());
  const middles = parts.map(({ top, height }) => top + height / 2);
  return Math.max(...middles) - Math.min(...middles) > 4 ? ['the header breaks into two lines'] : [];
}
