// Names of providers in one line of text, the same from the server and from scripts of pages.

const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * A name on one line that cannot affect the text around it. Bidirectional control characters in a name could make 71.20
 * appear as 02.17.
 */
export function nameInLine(name: string): string {
  const line = name
    .replaceAll(BIDI_CONTROLS, '')
    .replaceAll(/[\p{White_Space}\p{Cc}]+/gu, ' ')
    .trim();
  return RIGHT_TO_LEFT.test(line) ? `\u2068${line}\u2069` : line;
}
