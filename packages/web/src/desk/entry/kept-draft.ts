// The copy of a draft in this browser, from the moment it is typed until the service has it: a reload, a cut connection or
// an ended session loses nothing. It belongs to one person.

import { completeDraft, type DraftContent } from './draft.ts';

export interface KeptDraft {
  id: string;
  /** The version that the page saw last; 0 if the service does not have it yet. */
  seen: number;
  content: DraftContent;
}

const prefixOf = (staff: string) => `rf-entry-draft:${staff}:`;

export function keepDraft(staff: string, draft: KeptDraft): void {
  try {
    localStorage.setItem(`${prefixOf(staff)}${draft.id}`, JSON.stringify(draft));
  } catch {
    // The browser allows no storage, or has no room left: the service still keeps the draft.
  }
}

/** The same rows as a draft that the service does not have yet; returns its id. */
export function keepAsNew(staff: string, content: DraftContent): string {
  const id = crypto.randomUUID();
  keepDraft(staff, { id, seen: 0, content });
  return id;
}

export function keptDraft(staff: string, id: string): KeptDraft | null {
  return parsed(read(`${prefixOf(staff)}${id}`));
}

export function forgetDraft(staff: string, id: string): void {
  try {
    localStorage.removeItem(`${prefixOf(staff)}${id}`);
  } catch {
    // Nothing was kept either.
  }
}

/** Drafts that never reached the service. */
export function keptDrafts(staff: string): KeptDraft[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(staff)));
    return keys.map((key) => parsed(read(key))).filter((draft) => draft !== null);
  } catch {
    return [];
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parsed(text: string | null): KeptDraft | null {
  if (text === null) return null;
  try {
    const draft = JSON.parse(text) as KeptDraft;
    return { ...draft, content: completeDraft(draft.content) };
  } catch {
    return null;
  }
}
