// How well a text matches what somebody typed.

import { fold } from '../../store/fold.ts';

/** 0: the same, 1: its beginning, 2: the beginning of a word, 3: inside; null if no text matches. `part` is folded. */
export function rankOf(texts: readonly string[], part: string): number | null {
  const ranks = texts.map((text) => rank(fold(text), part)).filter((one) => one !== null);
  return ranks.length === 0 ? null : Math.min(...ranks);
}

function rank(text: string, part: string): number | null {
  if (text === part) return 0;
  const at = text.indexOf(part);
  if (at === -1) return null;
  if (at === 0) return 1;
  return text.includes(` ${part}`) ? 2 : 3;
}
