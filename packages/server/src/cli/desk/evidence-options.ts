// Evidence on the command line: options for one piece of it, and the document files that rows name.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Row } from '@rf-indicators/core/desk/import/file';
import type { Document, GivenEvidence } from '@rf-indicators/core/desk/inputs/evidence';
import type { Command } from 'commander';
import { UsageError } from '../terminal.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
};

export interface EvidenceOptions {
  evidence?: string;
  kind?: string;
  title?: string;
  date?: string;
  grade?: string;
  url?: string;
  page?: string;
  quote?: string;
  document?: string;
  sha256?: string;
}

export function withEvidence(command: Command): Command {
  return command
    .option('--evidence <id>', 'evidence on record; otherwise it is given with the options below')
    .option('--kind <text>', 'kind of document, such as "independent reserve attestation"')
    .option('--title <text>', "the document's title")
    .option('--date <date>', 'the day it speaks of, such as 2026-04-01')
    .option('--grade <letter>', 'A to E')
    .option('--document <file>', 'copy of the document, to be stored; may be left out for grades D and E')
    .option('--sha256 <hash>', 'hash of a copy that is stored already')
    .option('--url <url>', 'where the document is published')
    .option('--page <page>', 'where in the document')
    .option('--quote <text>', 'what it says there');
}

/** As it was given; the desk says what is missing or wrong. */
export async function readEvidenceOptions(options: EvidenceOptions): Promise<GivenEvidence | string> {
  const { evidence, kind, title, date, grade, url, page, quote, document, sha256 } = options;
  if (evidence !== undefined) return evidence;
  const given = {
    ...{ kind, title, evidence_date: date, grade, url, page, quote, sha256 },
    document: document === undefined ? null : await readDocumentFile(document),
  };
  return given as GivenEvidence;
}

/** Rows may name the file of a document in `evidence.file`, beside the file that they stand in. */
export async function withDocuments(rows: readonly Row[], folder: string): Promise<Row[]> {
  const documents = new Map<string, Promise<Document>>();
  return Promise.all(
    rows.map(async ({ place, value }) => {
      const { evidence } = (value ?? {}) as { evidence?: { file?: unknown } };
      if (typeof evidence !== 'object' || typeof evidence?.file !== 'string') return { place, value };
      const { file, ...rest } = evidence;
      const name = path.resolve(folder, file as string);
      if (!documents.has(name)) documents.set(name, readDocumentFile(name));
      const document = await documents.get(name)!;
      return { place, value: { ...(value as object), evidence: { ...rest, document } } };
    }),
  );
}

async function readDocumentFile(file: string): Promise<Document> {
  const media_type = MEDIA_TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  try {
    return { bytes: await readFile(file), media_type };
  } catch (error) {
    throw new UsageError(`Cannot read the document ${file}: ${(error as Error).message}.`);
  }
}
