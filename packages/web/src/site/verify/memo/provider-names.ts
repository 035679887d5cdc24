// Finds the names of providers in a memo: current and former names and slugs, in any case and without accents, and the
// first words of a name where only one provider's name begins with them.

export interface NamedProvider {
  id: string;
  names: readonly string[];
}

export interface FoundName {
  at: number;
  end: number;
  /** As the memo writes it. */
  text: string;
  /** The providers that have this name. */
  providers: readonly string[];
}

/** First words that are ordinary words say nothing about who is meant. */
const ORDINARY = new Set(
  'first second third national united general global digital american european british bitcoin crypto stable capital credit trust fund vault vaults yield bank royal federal standard north south east west central new open prime'.split(
    ' ',
  ),
);
const MIN_SHORT_FORM = 5;
/** In these scripts words are not divided by spaces. */
const UNDIVIDED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export class ProviderNames {
  /** Ids of providers by folded name. */
  readonly #names = new Map<string, Set<string>>();
  /** The folded names by their first character, longest first. */
  readonly #byFirst = new Map<string, string[]>();

  constructor(providers: readonly NamedProvider[]) {
    for (const { id, names } of providers) for (const name of names) this.#add(foldedName(name), id);
    // The short forms come last, so that no short form takes the place of a name.
    const short = new Map<string, Set<string>>();
    for (const { id, names } of providers) {
      for (const name of names) {
        for (const form of shortForms(foldedName(name))) {
          const holders = short.get(form) ?? new Set();
          short.set(form, holders.add(id));
        }
      }
    }
    for (const [form, ids] of short) {
      if (!this.#names.has(form)) for (const id of ids) this.#add(form, id);
    }
    for (const name of this.#names.keys()) {
      const first = name.charAt(0);
      this.#byFirst.set(first, [...(this.#byFirst.get(first) ?? []), name]);
    }
    for (const names of this.#byFirst.values()) names.sort((a, b) => b.length - a.length);
  }

  #add(folded: string, id: string): void {
    if (folded === '') return;
    const holders = this.#names.get(folded) ?? new Set();
    this.#names.set(folded, holders.add(id));
  }

  /** The longest name at each place: "Cobaltine Trust" is not the name "Cobaltine". */
  in(text: string): FoundName[] {
    const { folded, places } = foldedWithPlaces(text);
    const found: FoundName[] = [];
    let at = 0;
    while (at < folded.length) {
      const name = isStart(folded, at) ? this.#nameAt(folded, at) : undefined;
      if (name === undefined) {
        at += 1;
        continue;
      }
      const [from, end] = [places[at]!, places[at + name.length] ?? text.length];
      const written = text.slice(from, end).trimEnd();
      found.push({
        at: from,
        end: from + written.length,
        text: written,
        providers: [...this.#names.get(name)!],
      });
      at += name.length;
    }
    return found;
  }

  #nameAt(folded: string, at: number): string | undefined {
    return this.#byFirst
      .get(folded.charAt(at))
      ?.find((name) => folded.startsWith(name, at) && isEnd(folded, at + name.length));
  }
}

/** The beginnings of a name of several words that can stand for it. */
function shortForms(folded: string): string[] {
  const words = folded.split(' ');
  return words
    .slice(1)
    .map((_, index) => words.slice(0, index + 1).join(' '))
    .filter((form) => form.length >= MIN_SHORT_FORM && !ORDINARY.has(form));
}

function foldedName(name: string): string {
  return foldedWithPlaces(name).folded.trim();
}

/** The folded text, and for each of its characters the place in the text. */
function foldedWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = foldedCharacter(character);
    // Spaces in a row count as one.
    if (!(plain === ' ' && folded.endsWith(' '))) {
      for (let unit = 0; unit < plain.length; unit += 1) places.push(at);
      folded += plain;
    }
    at += character.length;
  }
  return { folded, places };
}

function foldedCharacter(character: string): string {
  const plain = character
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
  if (/[\p{White_Space}\p{Cc}]/u.test(plain)) return ' ';
  if (/[‐-―−]/.test(plain)) return '-';
  if (/[‘’‚‛ʼ´`]/.test(plain)) return "'";
  return plain;
}

function isStart(text: string, at: number): boolean {
  return isEdge(text[at - 1], text[at]);
}

function isEnd(text: string, at: number): boolean {
  return isEdge(text[at], text[at - 1]);
}

function isEdge(outside: string | undefined, inside: string | undefined): boolean {
  if (outside === undefined || inside === undefined) return true;
  if (UNDIVIDED.test(inside)) return true;
  return !/[\p{L}\p{N}]/u.test(outside) || !/[\p{L}\p{N}]/u.test(inside);
}
