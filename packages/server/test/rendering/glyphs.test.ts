// One drawing for one meaning, and another drawing for another meaning.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GLYPHS, ICON_PATHS } from '@rf-indicators/web/charts/glyphs';
import { ARROW, RISKIER, SAFER } from '../../src/rendering/pages/arrows.ts';
import { siteHeader } from '../../src/rendering/pages/header.ts';
import type { Site } from '../../src/rendering/pages/site.ts';

const ICONS = new URL('../../../web/src/frame/icons.tsx', import.meta.url);

test('pages of the server draw arrows, search and people as the application does', () => {
  assert.ok(ARROW.text.includes(`d="${GLYPHS.to.path}"`));
  assert.ok(SAFER.text.includes(`d="${GLYPHS.safer.path}"`));
  assert.ok(RISKIER.text.includes(`d="${GLYPHS.riskier.path}"`));
  const header = siteHeader({ name: 'A', logoFile: null, disclosure: '' } as Site).text;
  for (const path of [ICON_PATHS.search, ICON_PATHS.person]) assert.ok(header.includes(`d="${path}"`));
});

test('no two sections have nearly the same icon', () => {
  const drawings = readFileSync(ICONS, 'utf8').matchAll(/^ {2}(\w+): \(\n\s+<Icon>\n([\s\S]*?)<\/Icon>/gm);
  // The shapes without their sizes: bars of other heights look the same in a rail.
  const shapes = [...drawings].map(([, name, drawing]) => ({
    name: name!,
    shape: drawing!.replaceAll(/[\s\d.-]+/g, ''),
  }));
  assert.ok(shapes.length > 20);
  for (const { name, shape } of shapes) {
    const same = shapes.filter((other) => other.shape === shape).map((other) => other.name);
    assert.deepEqual(same, [name]);
  }
});
