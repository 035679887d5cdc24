import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOfTerms } from '@rf-indicators/contract/terms-text';

test('a text of terms has a title, headings, paragraphs and lists', () => {
  const text = '# Terms, version 1.0\n\nOne\nparagraph.\n\n## You may\n\n- read\n  it\n- show it\n';
  assert.deepEqual(partsOfTerms(text), [
    { kind: 'title', text: 'Terms, version 1.0' },
    { kind: 'paragraph', text: 'One paragraph.' },
    { kind: 'heading', text: 'You may' },
    { kind: 'list', items: ['read it', 'show it'] },
  ]);
});
