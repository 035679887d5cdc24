// Masks the hard rules in the reasons of old changelog entries. A rule's text is public, so its id would give away an
// input that only keyed operations show. New entries do not name rules.

const NAMED_RULES =
  /hard rule \S+ (?:fired|cleared)(?:, hard rule \S+ (?:fired|cleared))*|a hard rule moved/gi;

const PHRASES = [
  [/ fired/i, 'a cap was applied'],
  [/ cleared/i, 'a cap was lifted'],
  [/ moved/i, 'a cap changed'],
] as const;

/** The reason as it may be shown to anyone. */
export function publicReason(reason: string): string {
  return reason.replaceAll(NAMED_RULES, (named) => {
    const text = PHRASES.flatMap(([word, phrase]) => (word.test(named) ? phrase : [])).join(', ');
    return named.startsWith('h') || named.startsWith('a') ? text : `A${text.slice(1)}`;
  });
}
