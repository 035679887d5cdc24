// Compares the provider that a memo names beside an id with the provider of the indicator.

import type { Mention, Place } from './claims.ts';
import type { Finding, Known, Named } from './finding.ts';
import { distance, ownersOf } from './owners.ts';
import type { FoundName } from './provider-names.ts';

export interface NamesInMemo {
  /** For each sentence and row. */
  found: readonly (readonly FoundName[])[];
  /** For each sentence and row without a name: the name that stands last before it in the paragraph, or in the heading. */
  before: readonly (FoundName | null)[];
}

export function namesInMemo(mentions: readonly Mention[], find: (text: string) => FoundName[]): NamesInMemo {
  const found = mentions.map(({ masked }) => find(masked));
  const before: (FoundName | null)[] = [];
  let last: { name: FoundName; paragraph: number; isHeading: boolean } | null = null;
  for (const [index, { unit }] of mentions.entries()) {
    // A new heading ends what the one before was about.
    if (unit.isHeading && found[index]!.length === 0 && !mentions[index]!.ids.length) last = null;
    before.push(last !== null && (last.isHeading || last.paragraph === unit.paragraph) ? last.name : null);
    const name = found[index]!.at(-1);
    if (name !== undefined) last = { name, paragraph: unit.paragraph, isHeading: unit.isHeading };
  }
  return { found, before };
}

export function compareNames(
  { ids, masked, unit }: Mention,
  index: number,
  known: ReadonlyMap<string, Known>,
  { found, before }: NamesInMemo,
): Finding[] {
  const names = found[index]!;
  const owners = ownersOf(names, ids);
  return ids.flatMap(({ id }, at) => {
    const one = known.get(id);
    if (one?.kind !== 'published') return [];
    const finding = { id, name: one.name, detail: 'name' as const, published: one.name };
    const isOwn = ({ providers }: FoundName) => providers.includes(one.providerId);
    const beside = names
      .filter((_, position) => owners[position] === at)
      .sort((a, b) => distance(a, ids[at]!) - distance(b, ids[at]!));
    const nearest = beside[0] ?? names.find(isOwn) ?? null;
    if (nearest === null) return [inContext(finding, before[index] ?? null, one)];
    const claimed = withNeighbours(nearest, masked, unit.kind === 'row');
    if (!isOwn(nearest)) {
      const isInSentence = beside.some(isOwn);
      const note = isInSentence
        ? 'Both names stand before the id. Read whose figures these are.'
        : 'The id belongs to another provider.';
      return [{ ...finding, claimed, outcome: isInSentence ? 'unclear' : 'differs', note }];
    }
    if (nearest.providers.length > 1) {
      const note = `The names of ${nearest.providers.length} providers begin like this.`;
      return [{ ...finding, claimed, outcome: 'unclear', note }];
    }
    if (claimed !== nearest.text) {
      const note = 'The memo writes more than the name. It may mean another company.';
      return [{ ...finding, claimed, outcome: 'unclear', note }];
    }
    return [{ ...finding, claimed, outcome: 'matches', note: null }];
  });
}

function inContext(
  finding: Pick<Finding, 'id' | 'name' | 'detail' | 'published'>,
  last: FoundName | null,
  { providerId }: Named,
): Finding {
  if (last === null) {
    const note =
      'No provider that we know is named beside this id. Make sure that the memo is about this one.';
    return { ...finding, claimed: 'no known name', outcome: 'unclear', note };
  }
  const isOwn = last.providers.length === 1 && last.providers[0] === providerId;
  const note = isOwn
    ? null
    : 'This is the name that stands last before the id, and the id belongs to another provider.';
  return { ...finding, claimed: `${last.text}, above`, outcome: isOwn ? 'matches' : 'unclear', note };
}

/** Legal forms make no other company. */
const LEGAL_FORM =
  /^(?:Inc|Ltd|Limited|LLC|LLP|LP|plc|PLC|Corp|Corporation|Co|AG|SA|SE|NV|BV|GmbH|Pte|Pty)\b\.?/;
/** A capitalised word after a name, unless it begins something else: "Brindlewick Vaults Score: 91.52". */
const NEXT_WORD =
  /^[ ]+(?!Low\b|Medium\b|Elevated\b|High\b|Scores?\b|Scored\b|Risk\b|Band\b|Rated\b|RF\b|Is\b|Was\b|Has\b)(\p{Lu}\p{Ll}[\p{L}\p{N}&'-]*)(?![\p{L}]|\s*:)/u;
const WORD_BEFORE = /[\p{L}\p{N}),;:][ ]+(\p{Lu}\p{Ll}[\p{L}\p{N}&'-]*)[ ]$/u;
const BEFORE_NAMES =
  /^(?:The|At|In|On|Of|For|And|But|Provider|Issuer|Borrower|Lender|Company|Fund|Protocol)$/;

/** The name with a capitalised word that belongs to it: "Brindlewick Vaults International" may be another company. */
function withNeighbours({ at, end, text }: FoundName & Place, sentence: string, isRow: boolean): string {
  if (text === text.toUpperCase() && text !== text.toLowerCase()) return text;
  const rest = sentence.slice(end);
  const next = LEGAL_FORM.test(rest.trimStart()) ? null : NEXT_WORD.exec(rest);
  const previous = isRow ? null : WORD_BEFORE.exec(sentence.slice(0, at));
  const isPart = previous !== null && !BEFORE_NAMES.test(previous[1]!);
  return `${isPart ? `${previous[1]} ` : ''}${text}${next === null ? '' : ` ${next[1]}`}`;
}
