// Templates of HTML: what is inserted is text, between tags and in attributes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Html, html } from '../../src/rendering/pages/html.ts';

test('inserted text is escaped between tags and in attributes, and HTML is not escaped twice', () => {
  assert.equal(
    html`<b title="${'"<&>\''}">${new Html('<i>')}${null}${false}${['<', 1]}</b>`.text,
    '<b title="&quot;&lt;&amp;&gt;&#39;"><i>&lt;1</b>',
  );
});
