// Words on a page are written for readers: no names of the code, no values that are missing, no wrong plurals.

import { distinct, nameOf, shownElements, shownRoot, shownTexts } from './visible.ts';

/** Code that readers copy is written as code. */
const CODE = 'code, pre, kbd, .mono, .id, textarea';
const LABELS = ['aria-label', 'title', 'placeholder', 'alt'];

const ALWAYS: readonly [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i, 'an internal id'],
  [/\b(NaN|null|undefined|Infinity|Invalid Date)\b|\[object /, 'a missing value'],
];
const IN_PROSE: readonly [RegExp, string][] = [
  // The prefix of a key is what its owner knows it by.
  [/\b(?!rf_live_)[a-z]+_[a-z_]+\b/, 'a name of the code'],
  [/\b(FREE|PROFESSIONAL|ENTERPRISE|CUSTOM)\b/, 'a raw tier'],
  [/(?<!RF band: )\b(LOW|MEDIUM|ELEVATED|HIGH)\b/, 'a band without words'],
  [/(?<![\d.,:–−-])\b1 (?!is\b|was\b|has\b|as\b|plus\b|Sales\b)[a-z]+s\b(?! )/, 'a plural after 1'],
  [
    /(?<![\d.,])\b1 (days|hours|minutes|requests|keys|members|providers|rows|events|deliveries)\b/,
    'a plural after 1',
  ],
  [/(^|[\s(])-\d/, 'a hyphen as minus'],
  [/\b20\d{2}-\d{2}-\d{2}\b/, 'a date as data has it'],
  [
    /\b\d{1,2} (January|February|March|April|June|July|August|September|October|November|December) \d{4}\b|\b\d{1,2}\/\d{1,2}\/20\d{2}\b/,
    'a date in another form',
  ],
];

export function wrongWords(allowed: readonly string[] = []): string[] {
  const texts = [
    ...shownTexts().map(({ text, parent }) => ({ text, parent })),
    ...shownElements('select').map((parent) => ({ parent, text: (parent as HTMLSelectElement).innerText })),
    ...labels(),
    { text: document.title, parent: document.body },
  ];
  return distinct(
    texts.flatMap(({ text, parent }) => {
      const rules = parent.closest(CODE) === null ? [...ALWAYS, ...IN_PROSE] : ALWAYS;
      return rules.flatMap(([pattern, what]) => {
        const found = pattern.exec(text);
        return found === null || allowed.includes(found[0])
          ? []
          : [`'${text.slice(0, 60)}' has ${what}: ${found[0].trim()}`];
      });
    }),
  );
}

function labels(): { text: string; parent: Element }[] {
  return [...shownRoot().querySelectorAll(LABELS.map((name) => `[${name}]`).join())].flatMap((parent) =>
    LABELS.flatMap((name) => {
      const text = parent.getAttribute(name);
      return text === null ? [] : [{ text, parent }];
    }),
  );
}

/** One main heading, and a title that says which page it is. */
export function wrongTitles(): string[] {
  const heads = shownElements('h1');
  return [
    ...(heads.length === 1 || shownRoot() !== document.body
      ? []
      : [`the page has ${heads.length} main headings: ${heads.map(nameOf).join(', ')}`]),
    ...(/\S · RF Risk Indicators$/.test(document.title)
      ? []
      : [`the title of the tab is '${document.title}'`]),
  ];
}
