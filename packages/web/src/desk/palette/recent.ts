// What this person opened last from the palette, kept in this browser.

import type { Entry } from './entries.ts';

const STORED = 'desk.palette.recent';
const MOST = 5;

export function recentEntries(): Entry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function keepRecent(entry: Entry): void {
  const others = recentEntries().filter(({ id }) => id !== entry.id);
  localStorage.setItem(STORED, JSON.stringify([entry, ...others].slice(0, MOST)));
}

/** Anything else on this host could have written there. */
function isEntry(value: unknown): value is Entry {
  const { id, name, detail, to } = (value ?? {}) as Record<string, unknown>;
  const areTexts = [id, name, detail, to].every((text) => typeof text === 'string');
  return areTexts && /^\/desk(?:[/?]|$)/.test(String(to));
}
