// rf evidence show and open: evidence with what it supports, and the stored copies of documents.

import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asStaff, withToken } from '../act-session.ts';
import { actCommand } from '../acts/command.ts';
import { instantToTheSecond } from '../instants.ts';
import type { Terminal } from '../terminal.ts';
import { writeNewFile } from '../verify/files.ts';
import { extensionOf } from './evidence-options.ts';
import { evidenceLines } from './proposals.ts';

export function evidenceCommands(terminal: Terminal): Command[] {
  return [
    actCommand(terminal, 'evidence.show', { text: (shown) => printEvidence(terminal, shown) }),
    openCommand(terminal),
  ];
}

function openCommand(terminal: Terminal): Command {
  return withToken(new Command('open'))
    .description('Write the stored copy of a document to a file. The first time is recorded with your name.')
    .argument('<evidence>', 'id of evidence, or the SHA-256 of its document')
    .option('--output <file>', 'file to create; - is standard output (default: a new temporary file)')
    .action((id: string, { output, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        const isHash = /^[0-9a-f]{64}$/.test(id);
        const opened = await perform('evidence.open', isHash ? { sha256: id } : { evidence: id });
        const bytes = Buffer.from(opened.base64, 'base64');
        if (output === '-') return terminal.outBytes(bytes);
        const file = output ?? (await temporaryFile(opened));
        // Documents can be confidential, so only this user can read the file.
        await writeNewFile(file, bytes, 0o600);
        return terminal.out(file);
      }),
    );
}

/** In a new folder, so that nobody else can have put a file there. */
async function temporaryFile({ sha256, media_type }: AnswerOf<'evidence.open'>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'rf-evidence-'));
  return path.join(folder, `${sha256.slice(0, 12)}${extensionOf(media_type)}`);
}

function printEvidence(terminal: Terminal, shown: AnswerOf<'evidence.show'>): void {
  const { evidence, same_document, proposals, proposal_count, openings } = shown;
  terminal.out(`evidence ${evidence.id}`);
  for (const line of evidenceLines(evidence)) terminal.out(`  ${line}`);
  terminal.out(`  recorded by ${evidence.recorded_by_name} on ${instantToTheSecond(evidence.recorded_at)}`);
  if (evidence.sha256 !== null) {
    terminal.out(`  document ${evidence.sha256} (${evidence.media_type}, ${evidence.size} bytes)`);
    terminal.out(`  open it with rf evidence open ${evidence.id}`);
  }
  for (const { name, opened_at } of openings) {
    terminal.out(`  opened by ${name} on ${instantToTheSecond(opened_at)}`);
  }
  if (same_document > 0) terminal.out(`  other evidence with the same document: ${same_document}`);
  terminal.out(`proposals: ${proposal_count}`);
  for (const { id, slug, currency, input, value } of proposals) {
    terminal.out(`  ${slug ?? currency} ${input} ${value}  ${id}`);
  }
  if (proposal_count > proposals.length) terminal.out(`  and ${proposal_count - proposals.length} more`);
}
