import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hundredths, parseAsWritten } from '@rf-indicators/core/desk/snapshots/wire-numbers';

test('JSON that is read and written again keeps every digit', () => {
  const result = {
    score: hundredths(7120),
    zero: hundredths(0),
    below: hundredths(-5),
    list: [1, 2.5, 1e21],
  };
  const texts = [
    JSON.stringify({ tool_name: 'x', result }),
    '{"a":71.20,"b":[0.00,-0.05],"c":"71.20","d":null,"e":true,"f":{"g":100.00}}',
    '{"text":"“quoted” \\"71.20\\" \\\\ \\u0001"}',
  ];
  assert.match(texts[0]!, /"score":71\.20,"zero":0\.00,"below":-0\.05/);
  for (const text of texts) assert.equal(JSON.stringify(parseAsWritten(text)), text);
});
