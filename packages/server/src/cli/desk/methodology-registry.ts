// rf methodology, the part that works on a store: keys, import, sign-off, impact and activation.

import { listStaff } from '@rf-indicators/core/accounts/staff';
import type { Context } from '@rf-indicators/core/context/context';
import {
  activateMethodology,
  draftImpactReport,
  enrolOfficerKey,
  impactReport,
  importMethodology,
  listMethodologies,
  recordSignOff,
  retireOfficerKey,
} from '@rf-indicators/core/desk/methodology/registry';
import { Command } from 'commander';
import { readInstant } from '../instants.ts';
import { progressTo } from '../progress.ts';
import { actorFrom, withContext, withToken } from '../store-session.ts';
import type { Finish } from '../terminal.ts';
import { EXIT, type Terminal, UsageError } from '../terminal.ts';
import { readJsonFile, readMethodology, readVerifierKey } from '../verify/files.ts';
import { impactLines } from './impact.ts';

export function registryCommands(terminal: Terminal, finish: Finish): Command[] {
  return [
    enrolKeyCommand(terminal),
    retireKeyCommand(terminal),
    importCommand(terminal),
    recordSignOffCommand(terminal),
    impactCommand(terminal),
    activateCommand(terminal),
    listCommand(terminal, finish),
  ];
}

function enrolKeyCommand(terminal: Terminal): Command {
  return withToken(new Command('enrol-key'))
    .description('Enrol the public key of a chief risk officer; the private key stays with its holder.')
    .requiredOption('--staff <id or name>', 'whose key it is')
    .requiredOption('--key <key or file>', 'the public key, or the file ending in .pub')
    .action(async ({ staff, key, token }) => {
      const { text } = await readVerifierKey(key, terminal);
      await withContext(terminal, async (context) => {
        const actor = await actorFrom(terminal, context, token);
        const staffId = await findStaff(context, staff);
        terminal.out(`enrolled ${await enrolOfficerKey(context, actor, { staffId, publicKey: text })}`);
      });
    });
}

function retireKeyCommand(terminal: Terminal): Command {
  return withToken(new Command('retire-key'))
    .description('Retire an officer’s key: it signs nothing more, and what it signed stays signed.')
    .argument('<key id>', 'name and hash of the key, such as officer+648113f6')
    .action(async (keyId, { token }) => {
      await withContext(terminal, async (context) => {
        await retireOfficerKey(context, await actorFrom(terminal, context, token), keyId);
        terminal.out(`retired ${keyId}`);
      });
    });
}

function importCommand(terminal: Terminal): Command {
  return withToken(new Command('import'))
    .description('Store a framework file. Its version is taken for ever; try drafts with impact first.')
    .argument('<file>', 'framework file; - reads standard input')
    .action(async (file, { token }) => {
      const { document } = await readMethodology(file, terminal);
      await withContext(terminal, async (context) => {
        const actor = await actorFrom(terminal, context, token);
        terminal.out(`imported ${await importMethodology(context, actor, document)}`);
      });
    });
}

function recordSignOffCommand(terminal: Terminal): Command {
  return withToken(new Command('record-sign-off'))
    .description('Record the sign-off of an imported framework, as rf methodology sign makes it.')
    .argument('<file>', 'sign-off file; - reads standard input')
    .action(async (file, { token }) => {
      const { value, duplicates } = await readJsonFile(file, terminal);
      if (duplicates.length > 0) {
        throw new UsageError(`${file} has members that stand twice: ${duplicates.join(', ')}.`);
      }
      await withContext(terminal, async (context) => {
        await recordSignOff(context, await actorFrom(terminal, context, token), value);
        terminal.out('sign-off recorded');
      });
    });
}

function impactCommand(terminal: Terminal): Command {
  return new Command('impact')
    .description('Show the old and new headline of every provider under another framework.')
    .argument('<framework>', 'version or digest of an imported framework, or the file of a draft (.json)')
    .option('--as-of <instant>', 'instant to look at', 'now')
    .option('--json', 'print the report as JSON', false)
    .action(async (framework, { asOf, json }) => {
      const instant = readInstant(asOf, terminal);
      const draft = framework.endsWith('.json') ? await readMethodology(framework, terminal) : null;
      await withContext(terminal, async (context) => {
        const progress = progressTo(terminal, 'weighed');
        const report =
          draft === null
            ? await impactReport(context, await findDigest(context, framework), instant, progress)
            : await draftImpactReport(context, draft, instant, progress);
        for (const line of json ? [JSON.stringify(report, null, 2)] : impactLines(report)) terminal.out(line);
      });
    });
}

function activateCommand(terminal: Terminal): Command {
  return withToken(new Command('activate'))
    .description('Put a signed framework in force from its effective date, and tell it to subscribers.')
    .argument('<framework>', 'version or digest')
    .requiredOption('--notes <text>', 'what the version brings; it is published')
    .action(async (framework, { notes, token }) => {
      await withContext(terminal, async (context) => {
        const actor = await actorFrom(terminal, context, token);
        const digest = await findDigest(context, framework);
        const report = await activateMethodology(
          context,
          actor,
          digest,
          notes,
          progressTo(terminal, 'weighed'),
        );
        const { framework_version, effective_from } = report.framework;
        terminal.out(`${framework_version} is in force from ${effective_from}; the next run scores with it`);
        for (const line of impactLines({ ...report, differences: [], providers: [] }))
          terminal.out(`  ${line}`);
      });
    });
}

function listCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('list')
    .description('List all frameworks of the store; the exit code is 1 if one of them does not verify.')
    .option('--json', 'print the list as JSON', false)
    .action(async ({ json }) => {
      const records = await withContext(terminal, ({ store }) => listMethodologies(store.db));
      if (records.some(({ fault }) => fault !== null)) finish(EXIT.no);
      if (json) terminal.out(JSON.stringify(records, null, 2));
      else if (records.length === 0) terminal.out('no frameworks; import one with rf methodology import');
      else {
        for (const { framework_version, effective_from, state, digest, fault } of records) {
          terminal.out(`${framework_version}  from ${effective_from}  ${state}  ${digest}`);
          if (fault !== null) terminal.out(`  FAULT ${fault}`);
        }
      }
    });
}

async function findStaff({ store }: Context, idOrName: string): Promise<string> {
  const found = (await listStaff(store.db)).find(
    ({ id, name, retired_at }) => retired_at === null && (id === idOrName || name === idOrName),
  );
  if (found) return found.id;
  throw new UsageError(`Nobody on the staff has the id or name "${idOrName}".`);
}

async function findDigest({ store }: Context, versionOrDigest: string): Promise<string> {
  const row = await store.db
    .selectFrom('methodologies')
    .select('digest')
    .where(({ eb, or }) => or([eb('digest', '=', versionOrDigest), eb('version', '=', versionOrDigest)]))
    .executeTakeFirst();
  if (row) return row.digest;
  throw new UsageError(`No framework "${versionOrDigest}" is imported. rf methodology list shows them all.`);
}
