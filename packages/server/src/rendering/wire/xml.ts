// Escapes text for XML, for feeds and badges.

// Characters that XML 1.0 cannot represent, not even escaped: most control characters, two noncharacters and lone
// surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are replaced.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

// White space other than the space is escaped, because parsers normalise it to spaces in attributes.
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Escapes text for use in an element or a quoted attribute. Characters that XML cannot represent become U+FFFD. */
export function xmlText(text: string): string {
  return text.replaceAll(NOT_XML, '\ufffd').replaceAll(/[&<>"'\t\n\r]/g, (character) => ESCAPES[character]!);
}
