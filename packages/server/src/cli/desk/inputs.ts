import path from 'node:path';
import { formatOf, type Row, readRows } from '@rf-indicators/core/desk/import/file';
import { decide, type ToDecide, type Verdict } from '@rf-indicators/core/desk/inputs/decisions';
import { listProposals, PROPOSAL_STATUSES } from '@rf-indicators/core/desk/inputs/proposals';
import { type Proposed, proposeInputs, renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import { effectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import { listProviders } from '@rf-indicators/core/desk/providers/providers';
import { Command, Option } from 'commander';
import { actAs, withContext, withToken } from '../store-session.ts';
import { count, tellTable } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { readText } from '../verify/files.ts';
import { readEvidenceOptions, withDocuments, withEvidence } from './evidence-options.ts';

export function inputsCommand(terminal: Terminal): Command {
  return new Command('inputs')
    .description('Inputs: proposed by an analyst, approved or rejected by a reviewer who is another person.')
    .addCommand(importCommand(terminal))
    .addCommand(proposeCommand(terminal))
    .addCommand(decideCommand(terminal, 'approve', 'approved'))
    .addCommand(decideCommand(terminal, 'reject', 'rejected'))
    .addCommand(renewCommand(terminal))
    .addCommand(listCommand(terminal));
}

function importCommand(terminal: Terminal): Command {
  return withToken(new Command('import'))
    .description('Propose the inputs in a file, as one batch: the whole file, or nothing of it.')
    .argument('<file>', 'JSON array or CSV; - reads JSON from standard input')
    .option('--json', 'print the result as JSON', false)
    .addHelpText('after', IMPORT_HELP)
    .action((file, options) =>
      actAs(terminal, options, async (context, actor) => {
        const folder = file === '-' ? '.' : path.dirname(file);
        const rows = await withDocuments(readRows(await readText(file, terminal), formatOf(file)), folder);
        const { methodology } = await effectiveMethodology(context.store.db, context.clock());
        tellProposed(terminal, await proposeInputs(context, actor, methodology, rows), options.json);
      }),
    );
}

function proposeCommand(terminal: Terminal): Command {
  return withEvidence(withToken(new Command('propose')))
    .description('Propose one input.')
    .argument('<provider>', 'id or slug')
    .argument('<input>', "a criterion's or a gate's id")
    .argument('<value>', 'the value, as the methodology writes it')
    .option('--bitcoin-part <percent>', 'for btc_shock_absorption: bitcoin in the backing, percent of claims')
    .option('--json', 'print the result as JSON', false)
    .action((provider, input, value, options) =>
      actAs(terminal, options, async (context, actor) => {
        const { bitcoinPart: bitcoin_part } = options;
        const facts = bitcoin_part === undefined ? {} : { facts: { bitcoin_part } };
        const evidence = await readEvidenceOptions(options);
        const rows: Row[] = [{ place: provider, value: { provider, input, value, evidence, ...facts } }];
        const { methodology } = await effectiveMethodology(context.store.db, context.clock());
        tellProposed(terminal, await proposeInputs(context, actor, methodology, rows), options.json);
      }),
    );
}

function decideCommand(terminal: Terminal, name: string, verdict: Verdict): Command {
  const isRejection = verdict === 'rejected';
  return withToken(new Command(name))
    .description(
      `${isRejection ? 'Reject' : 'Approve'} proposals of somebody else: all that are named, or none.`,
    )
    .argument('[proposals...]', 'ids of proposals')
    .option('--batch <id>', 'all open proposals of a batch')
    .option('--reason <text>', isRejection ? 'why; a rejection needs one' : 'a remark for the record')
    .action((proposalIds: string[], options) =>
      actAs(terminal, options, async (context, actor) => {
        const what = toDecide(proposalIds, options.batch);
        const decided = await decide(context, actor, what, verdict, options.reason ?? null);
        terminal.out(`${count(decided.length, 'proposal')} ${verdict}`);
      }),
    );
}

function toDecide(proposalIds: readonly string[], batchId: string | undefined): ToDecide {
  if (batchId === undefined && proposalIds.length > 0) return { proposalIds };
  if (batchId !== undefined && proposalIds.length === 0) return { batchId };
  throw new UsageError('Name proposals by their ids, or a batch with --batch. rf inputs list shows them.');
}

function renewCommand(terminal: Terminal): Command {
  return withEvidence(withToken(new Command('renew')))
    .description('"Checked, unchanged": propose the values that stand again, with one evidence for all.')
    .argument('<input>', "a criterion's or a gate's id")
    .argument('[providers...]', 'ids or slugs')
    .option('--all', 'every provider that is not retired', false)
    .option('--json', 'print the result as JSON', false)
    .action((input, named: string[], options) =>
      actAs(terminal, options, async (context, actor) => {
        if (options.all === named.length > 0) throw new UsageError('Name providers, or give --all.');
        const providers = options.all
          ? (await listProviders(context.store.db)).map(({ slug }) => slug)
          : named;
        const evidence = await readEvidenceOptions(options);
        const { methodology } = await effectiveMethodology(context.store.db, context.clock());
        const proposed = await renewUnchanged(context, actor, methodology, { input, providers, evidence });
        tellProposed(terminal, proposed, options.json);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List proposals, oldest first.')
    .addOption(new Option('--status <status>', 'which').choices(PROPOSAL_STATUSES).default('open'))
    .option('--batch <id>', 'only those of a batch')
    .option('--limit <number>', 'at most so many', '1000')
    .option('--json', 'print the list as JSON', false)
    .action(({ status, batch, limit, json }) =>
      withContext(terminal, async ({ store }) => {
        if (!/^[1-9]\d{0,6}$/.test(limit)) throw new UsageError(`"${limit}" is no limit.`);
        const only = batch === undefined ? {} : { batchId: batch };
        const proposals = await listProposals(store.db, { status, limit: Number(limit), ...only });
        if (json) return terminal.out(JSON.stringify(proposals, null, 2));
        const rows = proposals.map(({ id, batch_id, slug, input, value, renewal, evidence }) => [
          ...[slug, input, value, renewal ? 'renewal' : '', evidence.evidence_date, evidence.grade],
          ...[evidence.title, id, batch_id],
        ]);
        const header = ['PROVIDER', 'INPUT', 'VALUE', '', 'EVIDENCE', 'GRADE', 'TITLE', 'ID', 'BATCH'];
        return tellTable(terminal, header, rows);
      }),
    );
}

function tellProposed(terminal: Terminal, { batchId, proposalIds }: Proposed, json: boolean): void {
  if (json) terminal.out(JSON.stringify({ batch_id: batchId, proposal_ids: proposalIds }, null, 2));
  else {
    terminal.out(`${count(proposalIds.length, 'proposal')} in batch ${batchId}`);
    terminal.out(`A reviewer approves with: rf inputs approve --batch ${batchId}`);
  }
}

const IMPORT_HELP = `
Columns or members of a row:
  provider           id or slug
  input              a criterion's or a gate's id
  value              as the methodology writes it; numbers as texts
  evidence           the id of evidence on record, or an object (in CSV the columns evidence.kind and so on) with
                     kind, title, evidence_date, grade (A to E), url, page, quote, and
                     file (a copy of the document, beside this file) or sha256 (of a copy stored already);
                     neither is needed for grades D and E
  facts.bitcoin_part for btc_shock_absorption: bitcoin in the backing, in percent of claims, if not all of it`;
