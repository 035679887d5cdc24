// The widths at which pages of the application change. A media query cannot read a variable, so this list is their one place.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.join(import.meta.dirname, '../src');

const WIDTHS: Readonly<Record<number, string>> = {
  600: 'phones',
  1000: 'a list and what it opens are pages of their own',
  1200: 'the rail folds to icons',
  1360: 'three columns become two',
};
/** Where a table or a form of one page has no room at another width. */
const OWN: Readonly<Record<string, readonly number[]>> = {
  'console/policies/policies.module.css': [1100],
  'desk/committee/committee.module.css': [1600],
  'desk/due/list.module.css': [900, 1100],
  'desk/entry/document-fields.module.css': [700],
  'desk/entry/preview-list.module.css': [700],
};

test('pages change at the widths of the list, and each width of a page is used', () => {
  const found: Record<string, number[]> = {};
  for (const file of globSync('**/*.{css,ts,tsx}', { cwd: root })) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const queries = text.matchAll(/(?:@media|')[^{'\n]*\((?:max|min)-width: (\d+)px\)/g);
    const own = [...queries].map(([, width]) => Number(width)).filter((width) => !(width in WIDTHS));
    if (own.length > 0) found[file.replaceAll('\\', '/')] = own.toSorted((a, b) => a - b);
  }
  assert.deepEqual(found, OWN);
});
