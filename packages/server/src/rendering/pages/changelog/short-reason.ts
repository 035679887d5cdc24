// The published reason of a change, shortened for a line of a list: its causes, with modules as names or as a count.

import { listInWords, sentence } from '../page-words.ts';

export interface Cause {
  /** "new facts", "evidence not renewed", "a cap was applied". */
  words: string;
  /** Labels of modules; none for a cause that concerns no module. */
  modules: readonly string[];
}

const IN_MODULES = /^(new facts|renewed evidence|evidence not renewed) in (.+)$/i;

/** Of a reason that was composed of causes. Reasons that people wrote have one cause without modules. */
export function causesOf(reason: string): Cause[] {
  return reason
    .replace(/\.$/, '')
    .split('; ')
    .map((part) => {
      const [, words, modules] = IN_MODULES.exec(part) ?? [];
      if (words === undefined || modules === undefined) return { words: part, modules: [] };
      return { words: words.toLowerCase(), modules: labelsIn(modules) };
    });
}

/** Labels have commas of their own, such as "Governance, law and regulation"; only their first letter is a capital. */
function labelsIn(list: string): string[] {
  return list
    .split(/, (?=\p{Lu})/u)
    .map((label) => label.trim())
    .filter((label) => label !== '');
}

const MOST_NAMED = 2;
const SHORT: Readonly<Record<string, string>> = {
  'evidence not renewed': 'evidence aged',
  'renewed evidence': 'evidence renewed',
};

/** "evidence aged in 5 modules", "new facts in custody and asset protection; a cap was applied". */
export function shortReason(reason: string): string {
  return causesOf(reason)
    .map(({ words, modules }) => {
      const said = SHORT[words] ?? `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
      if (modules.length === 0) return said;
      return `${said} in ${modules.length > MOST_NAMED ? `${modules.length} modules` : named(modules)}`;
    })
    .join('; ');
}

/** As a sentence, with every module. */
export function causesInSentence(reason: string): string {
  const parts = causesOf(reason).map(({ words, modules }) =>
    modules.length === 0 ? words : `${words} in ${named(modules)}`,
  );
  return sentence(parts.join('; '));
}

/** One module by its whole label, several by the first subject of each: "backing, liquidity and governance". */
function named(modules: readonly string[]): string {
  const labels = modules.map((label) => `${label.charAt(0).toLowerCase()}${label.slice(1)}`);
  return labels.length === 1
    ? labels[0]!
    : listInWords(labels.map((label) => label.replace(/( and |, ).*$/, '')));
}

/** Without the word that the kind says already: "Correction: The cash cover was misread." */
export function ownReason(reason: string): string {
  return sentence(reason.replace(/^(Correction|Withdrawn|Reinstated): /, ''));
}
