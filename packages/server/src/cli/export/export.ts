// rf export: writes what is published as files that any static host can serve.

import path from 'node:path';
import { readPinnedKey } from '@rf-indicators/core/log/pinned-key';
import { readWitnesses } from '@rf-indicators/core/log/witnesses';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { withSnapshot } from '@rf-indicators/core/store/snapshot';
import { Command } from 'commander';
import { readCredentialsFile } from '../../demo/credentials-file.ts';
import { readConfig } from '../../service/config.ts';
import { demoBaseUrl } from '../../service/node-address.ts';
import { progressTo } from '../progress.ts';
import { storeLocation, withContext } from '../store-session.ts';
import type { Terminal } from '../terminal.ts';

interface Options {
  static: string;
  keptFiles: boolean;
  site: boolean;
  cards: boolean;
  json: boolean;
}

export function exportCommand(terminal: Terminal): Command {
  return new Command('export')
    .requiredOption('--static <folder>', 'the folder to write: an empty one, or one of an earlier export')
    .option('--no-kept-files', 'leave out /verify/ID/keep.html, about 50 KB for each indicator')
    .option('--no-site', 'leave out the pages and what they load')
    .option(
      '--no-cards',
      'leave out the pictures that others show with a link, about 60 KB for each provider',
    )
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nThe files have the bytes that the server sends, and their addresses begin with RF_BASE_URL. Only what changed since' +
        '\nthe last export is written. Not exported: what needs a key, a session or a query. rf-files.jsonl lists each file with' +
        '\nits address, its digest and its headers, and is signed. Check the folder with rf verify --offline FOLDER.',
    )
    .action((options: Options) => exportStatic(terminal, options));
}

async function exportStatic(terminal: Terminal, options: Options): Promise<void> {
  const settings = readConfig(terminal.env);
  const demo = readCredentialsFile(settings.dataDir) !== null;
  const config = demo ? { ...settings, baseUrl: demoBaseUrl(settings) } : settings;
  const folder = path.resolve(options.static);
  const location = storeLocation(terminal);
  const masterKey = readMasterKey(config.dataDir, config.masterKey);
  const pinned = (await readPinnedKey(config.dataDir, config.verifierKey))?.key ?? null;
  const witnesses = (await readWitnesses(config.witnesses)).map(({ key }) => key);
  // Opened first, so that a missing store is reported as such.
  await withContext(terminal, async () => undefined);
  // Loaded here, so that no other command pays for the web server.
  const { writeExport } = await import('./write-export.ts');
  const report = await withSnapshot(location, ({ db }) =>
    writeExport(db, {
      ...{ folder, config, demo, masterKey, pinned, witnesses, paths: options },
      now: terminal.now().getTime(),
      progress: progressTo(terminal, 'files exported'),
    }),
  );
  const { files, bytes, written, removed, missing, treeSize } = report;
  if (options.json) {
    const json = { folder, files, bytes, written, removed, missing, tree_size: treeSize };
    return terminal.out(JSON.stringify(json, null, 2));
  }
  for (const each of missing) terminal.err(`Nothing is published at ${each} yet, so there is no file.`);
  terminal.out(`Exported ${files} files (${megabytes(bytes)} MB) to ${folder}, for ${config.baseUrl}`);
  terminal.out(`${written} written, ${removed} removed, the others were up to date`);
  terminal.out(`Check it with: rf verify --offline ${folder} --key KEY`);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
