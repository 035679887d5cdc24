// rf policy verify: checks a call for decisions that was kept, without a service.

import {
  type Check,
  type ComputationAnswer,
  checkFormatted,
  type DecidedPackage,
  type KeptDecisions,
  type Report,
  replay,
  replayDecisions,
  type Signature,
} from '@rf-indicators/engine';
import { Command } from 'commander';
import { EXIT, type Finish, type Terminal, UsageError } from '../terminal.ts';
import { readJsonFile, readText, readVerifierKey } from '../verify/files.ts';
import { printReports } from '../verify/report.ts';
import { collect } from '../verify/witnesses.ts';

export function verifyCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('verify')
    .description('Check a kept call: who signed it, and that its decisions follow from the policy.')
    .argument('<file>', 'the response of GET /api/v1/decisions/{decision_id}; - reads standard input')
    .requiredOption(
      '--key <key>',
      "the publisher's verifier key, or a file that contains it; can be repeated",
      collect,
    )
    .option(
      '--package <file>',
      'also prove the values of a provider, with its computation response; can be repeated',
      collect,
    )
    .option('--json', 'print the report as JSON', false)
    .action(async (file: string, options: { key: string[]; package?: string[]; json: boolean }) => {
      const { value, duplicates } = await readJsonFile(file, terminal);
      const [twice] = duplicates;
      if (twice !== undefined) throw new UsageError(`${file}: ${twice} appears twice.`);
      const keys = await Promise.all(options.key.map((key) => readVerifierKey(key, terminal)));
      const packages: DecidedPackage[] = [];
      const checks: Check<string>[] = [];
      for (const name of options.package ?? []) {
        const text = await readText(name, terminal);
        const report = await replay(text);
        // What cannot be computed again proves nothing.
        checks.push(...report.checks.filter(({ ok }) => !ok));
        if (report.ok) packages.push((JSON.parse(text) as ComputationAnswer).data);
      }
      const replayed = await replayDecisions(value as KeptDecisions, packages);
      if (replayed.checks[0]?.fault !== 'malformed') {
        const { document, signature } = value as KeptDecisions & { signature: Signature };
        const verdict = await checkFormatted(document, signature ?? {}, keys).catch(() => 'invalid' as const);
        checks.push(signatureCheck(verdict, String(signature?.key_id)));
      }
      checks.push(...replayed.checks);
      const fault = checks.find(({ ok }) => !ok)?.fault ?? null;
      const report: Report<string> = { ...replayed, ok: fault === null, fault, checks };
      printReports([{ file, ...report }], options.json, 'VERIFIED', terminal);
      if (!options.json && report.ok) terminal.out(provedBy(packages.length));
      if (!report.ok) finish(EXIT.no);
    });
}

function signatureCheck(verdict: 'valid' | 'unknown_key' | 'invalid', keyId: string): Check<string> {
  if (verdict === 'valid')
    return { check: 'signature', ok: true, fault: null, detail: `Signed with ${keyId}.`, pointer: null };
  const isUnknown = verdict === 'unknown_key';
  return {
    check: 'signature',
    ok: false,
    fault: isUnknown ? 'key_not_pinned' : 'signature_invalid',
    detail: isUnknown
      ? 'The document is signed with a key that you did not pin.'
      : 'The signature is not valid for this document.',
    pointer: '/signature',
  };
}

function provedBy(packages: number): string {
  if (packages === 0)
    return 'Proved: the decisions follow from the policy and from the values that the service signed. Not proved: the values. --package proves those of a provider.';
  return 'Proved: the decisions follow from the policy and the values, and the values of these providers follow from their packages.';
}
