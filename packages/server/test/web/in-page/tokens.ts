// Every size, weight, colour, distance and radius is one of the scale.

import { distinct, isShown, nameOf, shownElements, shownRoot, shownTexts } from './visible.ts';

/** Size and line height in pixels. */
const TYPE = ['12/16', '13/20', '14/20', '16/24', '20/28', '28/36', '56/64'];
/** Titles and scores are smaller on phones. */
const PHONE_TYPE = ['24/32', '44/52'];
const WEIGHTS = ['400', '500', '600'];
const SPACE = [0, 4, 8, 12, 16, 24, 32, 48, 64];

const DISTANCES = [
  ...['paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft'],
  ...['marginTop', 'marginBottom', 'rowGap', 'columnGap'],
] as const;
const COLOURS = ['color', 'backgroundColor', 'fill', 'stroke'] as const;
const BORDERS = ['Top', 'Right', 'Bottom', 'Left'] as const;

interface Exception {
  selector: string;
  values: readonly string[];
  because: string;
}

/** What is not on the scale, and why. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    selector: 'th, td, dt, dd, li',
    values: ['paddingBottom 7'],
    because: 'The rule below is the eighth pixel.',
  },
  {
    selector: 'th, td',
    values: ['paddingTop 6', 'paddingBottom 6'],
    because: 'Rows of the desk are 32 pixels high.',
  },
  {
    selector: '[aria-invalid]',
    values: ['paddingLeft 11'],
    because: 'The border of a wrong field is a pixel thicker, and its text stays where it was.',
  },
  {
    selector: '[type="checkbox"], [type="radio"]',
    values: ['marginTop 2', 'marginBottom 2'],
    because: 'A box of 16 pixels stands in the middle of a line of 20.',
  },
  {
    selector: 'button, :has(> button)',
    values: ['marginTop 2', 'marginBottom 2'],
    because: 'A target of 24 pixels stands in a line of 20.',
  },
  { selector: 'th', values: ['12/20'], because: 'Heads have the line of their rows.' },
  {
    selector: '.chip',
    values: ['paddingTop 2', 'paddingBottom 2', 'marginTop 2', 'marginBottom 2'],
    because: 'The chip of a band is 24 pixels high in a line of 20.',
  },
  {
    selector: 'div:has(> main)',
    values: ['paddingBottom 56'],
    because: 'On phones the page ends above the bar at the foot.',
  },
  {
    selector: '.distribution',
    values: ['rowGap 2', 'columnGap 2'],
    because: 'Its segments are parts of one bar.',
  },
  {
    selector: 'select, input, textarea',
    values: ['16/20'],
    because: 'A telephone enlarges the page for fields with smaller text.',
  },
];

export function offScale(): string[] {
  // Documents are on white paper in the dark too: their colours are those of the light theme.
  const [themed, onPaper] = [tokenColours(''), tokenColours('light')];
  return distinct([
    ...shownTexts().flatMap(({ parent }) => wrongType(parent)),
    ...[shownRoot(), ...shownElements()].flatMap((element) => [
      ...wrongDistances(element),
      ...wrongColours(element, isOnPaper(element) ? onPaper : themed),
      ...wrongRadius(element),
    ]),
  ]);
}

function isExcepted(element: Element, value: string): boolean {
  return EXCEPTIONS.some(({ selector, values }) => values.includes(value) && element.matches(selector));
}

function wrongType(element: Element): string[] {
  const { fontSize, lineHeight, fontWeight } = getComputedStyle(element);
  const pair = `${Number.parseFloat(fontSize)}/${Number.parseFloat(lineHeight)}`;
  const allowed = innerWidth <= 600 ? [...TYPE, ...PHONE_TYPE] : TYPE;
  // The line height of a text in a drawing has no effect.
  const isKnown =
    element instanceof SVGElement
      ? TYPE.some((one) => one.startsWith(`${Number.parseFloat(fontSize)}/`))
      : allowed.includes(pair);
  return [
    ...(isKnown || isExcepted(element, pair) ? [] : [`${nameOf(element)} is set in ${pair}`]),
    ...(WEIGHTS.includes(fontWeight) ? [] : [`${nameOf(element)} has weight ${fontWeight}`]),
  ];
}

function wrongDistances(element: Element): string[] {
  if (!(element instanceof HTMLElement)) return [];
  const style = getComputedStyle(element);
  return DISTANCES.flatMap((side) => {
    const value = style[side];
    // A margin that takes what room is left has no size of its own.
    if (side.startsWith('margin') && String(element.computedStyleMap().get(kebab(side))) === 'auto')
      return [];
    const pixels = Math.abs(Number.parseFloat(value));
    if (Number.isNaN(pixels) || SPACE.includes(pixels) || isExcepted(element, `${side} ${pixels}`)) return [];
    return [`${nameOf(element)} has ${side} ${value}`];
  });
}

const kebab = (name: string) => name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);

function isOnPaper(element: Element): boolean {
  return getComputedStyle(element).colorScheme === 'light';
}

/** Tokens are read from the page, so that a new one is known here at once. The scheme is that of the page if empty. */
function tokenColours(scheme: '' | 'light'): ReadonlySet<string> {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.colorScheme = scheme;
  const colours = new Set(['rgba(0, 0, 0, 0)', 'none', 'rgb(0, 0, 0)']);
  for (const rule of [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])) {
    if (!(rule instanceof CSSStyleRule) || rule.selectorText !== ':root') continue;
    for (const name of rule.style) {
      if (!name.startsWith('--')) continue;
      probe.style.color = '';
      probe.style.color = `var(${name})`;
      colours.add(getComputedStyle(probe).color);
    }
  }
  probe.remove();
  return colours;
}

function wrongColours(element: Element, colours: ReadonlySet<string>): string[] {
  const style = getComputedStyle(element);
  const used = new Map<string, string>();
  for (const kind of COLOURS) if (isDrawn(element, kind)) used.set(kind, style[kind]);
  for (const side of BORDERS) {
    if (style[`border${side}Width`] !== '0px') used.set(`border${side}`, style[`border${side}Color`]);
  }
  return [...used].flatMap(([kind, colour]) =>
    colours.has(colour) || colour.startsWith('url(') || isExcepted(element, `${kind} ${colour}`)
      ? []
      : [`${nameOf(element)} has ${kind} ${colour}`],
  );
}

function isDrawn(element: Element, kind: (typeof COLOURS)[number]): boolean {
  const isDrawing = element instanceof SVGGeometryElement || element instanceof SVGTextContentElement;
  if (kind === 'fill' || kind === 'stroke') return isDrawing;
  return isShown(element) && !(element instanceof SVGElement);
}

function wrongRadius(element: Element): string[] {
  const { borderTopLeftRadius: radius } = getComputedStyle(element);
  return radius === '0px' || isExcepted(element, `radius ${radius}`) ? [] : [`${nameOf(element)} is rounded`];
}
