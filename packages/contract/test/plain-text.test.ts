import assert from 'node:assert/strict';
import { test } from 'node:test';
import { characterProblem, refusedCharacter } from '@rf-indicators/contract/plain-text';

const ALLOWED = [
  'Ada Lovelace',
  'Zürich, São Paulo, 東京, Αθήνα, Москва, ירושלים, القاهرة',
  'e\u0301 as two characters',
  'A & B <C> "D" \u2019E\u2019 \u2013 \u2014 100\u00a0%',
  '\u{1f600} \u{20000}',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', // Persian, with a non-joiner
  '\u0915\u094d\u200d\u0937', // Devanagari, with a joiner
  '\u{1f469}\u{1f3fd}\u200d\u{1f680}', // an emoji of several
  '\u2764\ufe0f\u200d\u{1f525}',
];

/** Each is refused at any place in a text, of one line and of several. */
const REFUSED: Record<string, string> = {
  NUL: '\u0000',
  bell: '\u0007',
  escape: '\u001b',
  delete: '\u007f',
  'C1 control': '\u009b',
  'next line': '\u0085',
  'line separator': '\u2028',
  'paragraph separator': '\u2029',
  'Arabic letter mark': '\u061c',
  'left-to-right mark': '\u200e',
  'right-to-left mark': '\u200f',
  'left-to-right embedding': '\u202a',
  'right-to-left embedding': '\u202b',
  'pop direction': '\u202c',
  'left-to-right override': '\u202d',
  'right-to-left override': '\u202e',
  'left-to-right isolate': '\u2066',
  'right-to-left isolate': '\u2067',
  'first strong isolate': '\u2068',
  'pop isolate': '\u2069',
  'zero-width space': '\u200b',
  'zero-width non-joiner between Latin letters': '\u200c',
  'zero-width joiner between Latin letters': '\u200d',
  'word joiner': '\u2060',
  'invisible plus': '\u2064',
  'byte order mark': '\ufeff',
  'soft hyphen': '\u00ad',
  'combining grapheme joiner': '\u034f',
  'Hangul filler': '\u3164',
  'blank braille': '\u2800',
  'object replacement': '\ufffc',
  'lone high surrogate': '\ud800',
  'lone low surrogate': '\udfff',
  'noncharacter FDD0': '\ufdd0',
  'noncharacter FFFE': '\ufffe',
  'noncharacter FFFF': '\uffff',
  'noncharacter 1FFFE': '\u{1fffe}',
  'noncharacter 10FFFF': '\u{10ffff}',
  'tag letter': '\u{e0041}',
};

test('names of every script are allowed', () => {
  for (const text of ALLOWED)
    assert.deepEqual([refusedCharacter(text, 'line'), refusedCharacter(text, 'lines')], [null, null], text);
});

test(`${Object.keys(REFUSED).length} characters that nobody sees, or that turn what is around them, are refused`, () => {
  for (const [name, character] of Object.entries(REFUSED)) {
    const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
    for (const text of [character, `${character}a`, `a${character}b`, `a${character}`]) {
      assert.equal(refusedCharacter(text, 'line'), code, name);
      assert.equal(refusedCharacter(text, 'lines'), code, name);
    }
  }
});

test('a text of several lines has line breaks and tabs; a line has none', () => {
  for (const text of ['a\nb', 'a\tb', 'a\r\nb', '\n'] as const) {
    assert.equal(refusedCharacter(text, 'lines'), null, JSON.stringify(text));
    assert.match(characterProblem(text, 'line')!, /^must be one line, without tabs and line breaks/);
  }
  // It would overwrite the line in a terminal.
  assert.equal(refusedCharacter('a\rb', 'lines'), 'U+000D');
  assert.equal(refusedCharacter('a\r', 'lines'), 'U+000D');
  assert.equal(
    characterProblem('Acme\u202e', 'line'),
    'must not contain control characters, marks of direction or invisible characters: it contains U+202E',
  );
});
