// rf scores resolve: which providers the names and identifiers of a book mean.

import { NAMES_PER_CALL, OPERATIONS, type Resolution, type Resolutions } from '@rf-indicators/contract';
import { Command } from 'commander';
import { nameInLine } from '../../rendering/wire/one-line-texts.ts';
import { printJson } from '../acts/print.ts';
import { printTable } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { readText } from '../verify/files.ts';
import { readerWith } from './read-with-key.ts';

export function resolveCommand(terminal: Terminal): Command {
  return new Command('resolve')
    .description(`${OPERATIONS.resolve.summary}.`)
    .argument('[name...]', 'names, ids or slugs of providers, or identifiers such as an LEI')
    .option('--file <file>', 'a file with one on each line; - reads standard input')
    .option('--json', 'print the answer as JSON', false)
    .option('--key <key>', 'an API key (default: RF_API_KEY, which no list of processes shows)')
    .action(async (given: string[], { file, json, key }) => {
      const lines = file === undefined ? [] : (await readText(file, terminal)).split('\n');
      const names = [...given, ...lines.map((line) => line.trim()).filter((line) => line !== '')];
      if (names.length === 0) throw new UsageError('Give names, or a file with --file.');
      const read = readerWith(terminal, key);
      const data: Resolution[] = [];
      for (let at = 0; at < names.length; at += NAMES_PER_CALL) {
        const portion = names.slice(at, at + NAMES_PER_CALL);
        data.push(...((await read('resolve', {}, { names: portion })) as unknown as Resolutions).data);
      }
      if (json) return printJson(terminal, { data });
      printTable(
        terminal,
        ['CERTAINTY', 'INPUT', 'PROVIDER', 'WHY'],
        data.map((one) => [
          one.certainty.replaceAll('_', ' '),
          nameInLine(one.input),
          one.provider?.slug ?? '',
          nameInLine(whyOf(one)),
        ]),
      );
    });
}

function whyOf({ why, candidates }: Resolution): string {
  if (candidates.length === 0) return why;
  return `${why} Candidates: ${candidates.map(({ slug, likeness }) => `${slug} (${likeness} %)`).join(', ')}.`;
}
