// The characters that texts from outside may have. One rule for names and other single lines, and one for texts of several
// lines: nothing that a reader cannot see, that turns the direction of the text around it, or that no database stores.

/** The formats of the schemas: `line` for a single line, such as a name, and `lines` for a text that may have line breaks. */
export const TEXT_FORMATS = ['line', 'lines'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** Refused in every text. Line breaks and tabs are control characters too: see ALLOWED_IN_LINES. */
const REFUSED = [
  '\\p{Cc}', // C0 and C1 controls: NUL, escape, line breaks, delete
  '\\p{Cs}', // lone surrogates
  '\\p{Zl}\\p{Zp}', // the line and paragraph separators U+2028 and U+2029
  '\\p{Bidi_Control}', // marks, embeddings, overrides and isolates of direction
  '\\p{Noncharacter_Code_Point}',
  '\\u00AD\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B\\u2060-\\u206F\\u2800\\u3164\\uFEFF\\uFFA0\\uFFF9-\\uFFFC', // nothing is seen of these
  '\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E007F}', // format characters of shorthand and music, and tags
].join('');

/**
 * Zero-width joiners are needed between the letters of some scripts, such as Persian and Hindi, and in emoji. Anywhere else
 * they only make two equal names different.
 */
const NEEDS_JOINERS = [
  'Arabic',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const JOINED = `[${NEEDS_JOINERS}\\p{Extended_Pictographic}\\uFE0F\\u{1F3FB}-\\u{1F3FF}]`;
const STRAY_JOINER = `(?<!${JOINED})[\\u200C\\u200D]`;

const NOT_IN_A_LINE = new RegExp(`[${REFUSED}]|${STRAY_JOINER}`, 'u');
/** A carriage return is part of a line break, or it overwrites a line in a terminal. */
const NOT_IN_LINES = new RegExp(`(?![\\n\\t]|\\r\\n)(?:[${REFUSED}]|${STRAY_JOINER})`, 'u');

/** The first character that the text may not have, such as "U+202E"; null if there is none. */
export function refusedCharacter(text: string, format: TextFormat): string | null {
  const found = (format === 'line' ? NOT_IN_A_LINE : NOT_IN_LINES).exec(text)?.[0];
  if (found === undefined) return null;
  return `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** What is wrong with a text, worded to follow the name of its member; null if nothing is. */
export function characterProblem(text: string, format: TextFormat): string | null {
  const character = refusedCharacter(text, format);
  if (character === null) return null;
  if (format === 'line' && /^U\+(0009|000A|000D|0085|2028|2029)$/.test(character))
    return `must be one line, without tabs and line breaks: it contains ${character}`;
  return `must not contain control characters, marks of direction or invisible characters: it contains ${character}`;
}
