// Evidence on the command line: its options, and reading the document files that import rows refer to.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Row } from '@rf-indicators/core/desk/import/rows';
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

/** The usual extension of files of a media type, with its dot. */
export function extensionOf(mediaType: string): string {
  const known = Object.entries(MEDIA_TYPES).filter(([, type]) => type === mediaType);
  // Of .htm and .html, or .jpeg and .jpg, the last is the usual one.
  return known.at(-1)?.[0] ?? '.bin';
}

export interface EvidenceOptions {
  evidence?: string;
  kind?: string;
  title?: string;
  date?: string;
  grade?: string;
  url?: string;
  page?: string;
  region?: string;
  quote?: string;
  source?: string;
  gradeReason?: string;
  group?: string;
  confirmation?: string;
  sharedReason?: string;
  document?: string;
  sha256?: string;
}

export function withEvidence(command: Command): Command {
  return command
    .option('--evidence <id>', 'id of recorded evidence; or describe new evidence with the options below')
    .option('--kind <text>', 'kind of document, such as "independent reserve attestation"')
    .option('--title <text>', 'title of the document')
    .option('--date <date>', 'date that the evidence refers to, such as 2026-04-01')
    .option(
      '--source <source>',
      'who issued it: authority, independent, desk, provider, other; by default as usual for its kind',
    )
    .option('--grade <letter>', 'grade, A to E; by default the one that follows from kind and source')
    .option('--grade-reason <text>', 'why the grade is better than the one that follows')
    .option('--group <group>', 'what it belongs to if not to one provider, such as "market rate"')
    .option('--document <file>', 'copy of the document to store; optional for grades D and E')
    .option('--sha256 <hash>', 'hash of a copy that is already stored')
    .option('--url <url>', 'address of the document')
    .option('--page <page>', 'page in the document')
    .option('--region <text>', 'place on that page, if there is no quote')
    .option('--quote <text>', 'quote from that page; grades A to C need it, or a page with a region')
    .option('--confirmation <text>', 'why what is unusual about the value is right')
    .option('--shared-reason <text>', 'why evidence of another provider supports the value');
}

/** What people say about values that are unusual, or about evidence of another provider. */
export interface Reasons {
  confirmation?: string;
  shared_reason?: string;
}

interface Documents {
  [name: string]: { media_type: string; base64: string };
}

/** The evidence as given; the act validates it. */
export async function readEvidenceOptions(
  options: EvidenceOptions,
): Promise<{ evidence: string | Record<string, unknown>; documents?: Documents; reasons: Reasons }> {
  const { evidence: id, kind, title, date, grade, url, page, quote, document, sha256 } = options;
  const { source, gradeReason, group, region, confirmation, sharedReason } = options;
  const reasons = {
    ...(confirmation === undefined ? {} : { confirmation }),
    ...(sharedReason === undefined ? {} : { shared_reason: sharedReason }),
  };
  if (id !== undefined) return { evidence: id, reasons };
  const evidence = {
    ...{ kind, title, evidence_date: date, grade, url, page, quote, sha256 },
    ...{ source, grade_reason: gradeReason, group, region },
  };
  if (document === undefined) return { evidence, reasons };
  return {
    reasons,
    evidence: { ...evidence, document },
    documents: { [document]: await readDocumentFile(document) },
  };
}

/** Reads the documents that rows give as `evidence.file`, a path relative to the folder of the import file. */
export async function withDocuments(
  rows: readonly Row[],
  folder: string,
): Promise<{ rows: Row[]; documents: Documents }> {
  const documents: Documents = {};
  const read: Row[] = [];
  for (const { place, value } of rows) {
    const { evidence } = (value ?? {}) as { evidence?: { file?: unknown } };
    if (typeof evidence !== 'object' || typeof evidence?.file !== 'string') {
      read.push({ place, value });
      continue;
    }
    const { file, ...rest } = evidence;
    const name = path.resolve(folder, file as string);
    documents[name] ??= await readDocumentFile(name);
    read.push({ place, value: { ...(value as object), evidence: { ...rest, document: name } } });
  }
  return { rows: read, documents };
}

async function readDocumentFile(file: string): Promise<Documents[string]> {
  const media_type = MEDIA_TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  try {
    return { base64: await readFile(file, 'base64'), media_type };
  } catch (error) {
    throw new UsageError(`Cannot read the document ${file}: ${(error as Error).message}.`);
  }
}
