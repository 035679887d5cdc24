// Changes of a draft: rows that were typed, pasted, imported or removed, and the document that came.

import type { DraftContent, EntryDocument, EntryRow, EvidenceDefaults } from './draft.ts';
import { isBlank, withTexts } from './draft.ts';

type Edit = (before: DraftContent) => DraftContent;

export function changeRow(key: string, changed: Partial<EntryRow>): Edit {
  return (before) => ({
    ...before,
    rows: before.rows.map((row) => (row.key === key ? { ...row, ...changed } : row)),
  });
}

export function removeRow(key: string): Edit {
  return (before) => ({ ...before, rows: before.rows.filter((row) => row.key !== key) });
}

/** Imported rows come after those that are there. */
export function addRows(rows: readonly EntryRow[]): Edit {
  return (before) => ({ ...before, rows: [...before.rows.filter((row) => !isBlank(row)), ...rows] });
}

/** The first pasted row goes into the row that was pasted into, the others below it. */
export function pasteRows(key: string, pasted: readonly EntryRow[]): Edit {
  return (before) => {
    const at = before.rows.findIndex((row) => row.key === key);
    const into = before.rows[at]!;
    const [first, ...others] = pasted.map((row) => ({ ...row, subject: row.subject || into.subject }));
    if (first === undefined) return before;
    const { key: _, ...cells } = first;
    const rows = [{ ...into, ...withTexts(cells) }, ...others];
    return { ...before, rows: [...before.rows.slice(0, at), ...rows, ...before.rows.slice(at + 1)] };
  };
}

/** What was typed before the document came stays. */
export function takeDocument(
  document: EntryDocument,
  evidence: EvidenceDefaults,
  provider: string | null,
): Edit {
  return (before) => ({
    ...before,
    document,
    evidence: before.document === null ? { ...evidence, ...withTexts(before.evidence) } : evidence,
    rows: before.rows.map((row) =>
      row.subject === '' && isBlank(row) ? { ...row, subject: provider ?? '' } : row,
    ),
  });
}
