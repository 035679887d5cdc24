// Text inside XML: feeds and badges.

// What XML 1.0 cannot carry in any spelling: most control characters, two noncharacters, halves of a surrogate
// pair without the other half.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

// White space but the plain space is named by number, or a parser would turn it into one within an attribute.
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

/** Any text, ready to stand between tags or in a quoted attribute; what XML cannot carry becomes U+FFFD. */
export function xmlText(text: string): string {
  return text.replaceAll(NOT_XML, '\ufffd').replaceAll(/[&<>"'\t\n\r]/g, (character) => ESCAPES[character]!);
}
