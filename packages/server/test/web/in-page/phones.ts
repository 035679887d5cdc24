// What is lost where room is short: columns that one has to scroll to, figures without their labels, sections without
// their words.

import { distinct, isShown, nameOf, shownElements, shownTexts } from './visible.ts';

/**
 * A table that is wider than a phone hides what it compares. The tables in the texts of guides may scroll; so may a matrix whose
 * rows keep their names in view.
 */
export function hiddenColumns(): string[] {
  return distinct(
    shownElements('main table').flatMap((table) => {
      if (table.closest('.guide') !== null && table.className === '') return [];
      const name = table.querySelector('tbody th');
      if (name !== null && getComputedStyle(name).position === 'sticky') return [];
      const place = table.closest('.scroll') ?? table.parentElement!;
      const hidden = table.getBoundingClientRect().right - place.getBoundingClientRect().right;
      return hidden > 1 ? [`${nameOf(table)} hides ${Math.round(hidden)} px of its columns`] : [];
    }),
  );
}

const FIGURE = /^[+−]?[\d.,]+$/;

/** Rows that became cards, below a head that is not shown. */
export function unlabelledFigures(): string[] {
  return distinct(
    shownElements('tr[data-row] > td').flatMap((cell) => {
      const head = cell.closest('table')!.querySelector('thead th');
      if (head === null || isShown(head)) return [];
      const [first] = shownTexts(cell);
      const hasLabel = getComputedStyle(cell, '::before').content !== 'none';
      return first !== undefined && FIGURE.test(first.text) && !hasLabel
        ? [`the figure ${first.text} has no label`]
        : [];
    }),
  );
}

/** The rail of an area says where each section leads in words, at every width. */
export function wordlessSections(): string[] {
  return distinct(
    shownElements('nav :is(a, button)').flatMap((link) =>
      shownTexts(link).length === 0 ? [`${nameOf(link)} has no word that is shown`] : [],
    ),
  );
}
