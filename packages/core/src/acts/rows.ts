// Reads the rows of an input, with their places and the documents that their evidence names.

import { Refusal } from '../context/refusal.ts';
import type { Row } from '../desk/import/rows.ts';
import type { Document } from '../desk/inputs/evidence.ts';

interface GivenRow {
  place?: string;
  value: unknown;
}

type GivenDocuments = Readonly<Record<string, { media_type: string; base64: string }>>;

/** A row without a place gets its JSON pointer. */
export function placedRows(rows: readonly GivenRow[]): Row[] {
  return rows.map(({ place, value }, index) => ({ place: place ?? `/rows/${index}/value`, value }));
}

export function documentOf({ media_type, base64 }: GivenDocuments[string]): Document {
  return { media_type, bytes: Buffer.from(base64, 'base64') };
}

/** Replaces the name of a document in evidence with the document itself. Other evidence stays unchanged. */
export function withDocument(given: GivenDocuments = {}): (evidence: unknown) => unknown {
  // Rows that name the same document get the same object, so that equal evidence is recorded once.
  const documents = new Map(Object.entries(given).map(([name, copy]) => [name, documentOf(copy)]));
  return (evidence) => {
    if (typeof evidence !== 'object' || evidence === null || !('document' in evidence)) return evidence;
    const { document: name } = evidence;
    const document = typeof name === 'string' ? documents.get(name) : undefined;
    if (document !== undefined) return { ...evidence, document };
    throw new Refusal('validation_failed', `There is no document called ${JSON.stringify(name)}.`, [
      {
        place: '/documents',
        code: 'unknown_document',
        message: 'must contain every document that evidence names',
      },
    ]);
  };
}

/** The rows with the documents that their evidence names. */
export function withDocuments(rows: readonly Row[], documents: GivenDocuments | undefined): Row[] {
  const complete = withDocument(documents);
  return rows.map(({ place, value }) => {
    const { evidence } = Object(value) as { evidence?: unknown };
    return {
      place,
      value: evidence === undefined ? value : { ...Object(value), evidence: complete(evidence) },
    };
  });
}
