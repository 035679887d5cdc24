// rf package: scores provider inputs, and writes a computation package for each.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract/disclosure';
import {
  type Methodology,
  makeAnswer,
  makePackage,
  makeStatement,
  type PackagedInput,
  type PackageRequest,
  type Signer,
  signObject,
  type VerifierKey,
} from '@rf-indicators/engine';
import { Command } from 'commander';
import { type ProviderInputs, readProviderInputs, scoreInputs } from '../desk/provider-inputs.ts';
import type { Finish } from '../terminal.ts';
import { EXIT, type Terminal, UsageError } from '../terminal.ts';
import {
  readMethodology,
  readSignerKey,
  readVerifierKey,
  SHIPPED_FRAMEWORK,
  SHIPPED_OFFICER_KEY,
  signOffState,
  writeNewFile,
} from './files.ts';

export function packageCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('package')
    .requiredOption('--runs <file>', 'JSON array of provider inputs; - reads standard input')
    .requiredOption('--out <dir>', 'folder for the packages; created if it does not exist')
    .option('--methodology <file>', 'framework to score with', SHIPPED_FRAMEWORK)
    .option('--sign <keyfile>', 'signing key for the statements; requires a framework that is signed off')
    .option(
      '--officer <key>',
      "the chief risk officer's verifier key, or a file that contains it",
      SHIPPED_OFFICER_KEY,
    )
    .action(async ({ runs, out, methodology: file, sign, officer }) => {
      const methodology = await readMethodology(file, terminal);
      const signer = sign === undefined ? null : await readSignerKey(sign, terminal);
      if (signer) await requireSignOff(file, methodology, await readVerifierKey(officer, terminal), terminal);
      const all = await readProviderInputs(runs, terminal);
      await mkdir(out, { recursive: true });
      const names = new Set<string>();
      for (const run of all) {
        const packed = await packRun(methodology, run, signer);
        if ('refusal' in packed) {
          terminal.out(packed.refusal);
          if (packed.invalid) finish(EXIT.no);
          continue;
        }
        const name = uniqueName(packed.providerId, names);
        await writeNewFile(path.join(out, name), `${JSON.stringify(packed.answer, null, 2)}\n`);
        terminal.out(`${packed.headline}  ${name}`);
      }
    });
}

async function requireSignOff(
  file: string,
  methodology: Methodology,
  officer: VerifierKey,
  terminal: Terminal,
): Promise<void> {
  const state = await signOffState(file, methodology, officer, terminal);
  if (state.signed) return;
  throw new UsageError(
    `The framework is unsigned, so statements under it cannot be signed: ${state.why}. Sign it with rf methodology sign.`,
  );
}

type PackedRun =
  | { refusal: string; invalid: boolean }
  | { providerId: string; headline: string; answer: unknown };

async function packRun(
  methodology: Methodology,
  run: ProviderInputs,
  signer: Signer | null,
): Promise<PackedRun> {
  // Scored first, because only valid inputs have all the members that a package needs.
  const { status, result } = scoreInputs(methodology, run);
  if (status === 'INVALID') {
    const codes = result.errors.map(({ pointer, code }) => `${pointer || '/'} ${code}`).join(', ');
    return { refusal: `${result.provider_id ?? '(no provider_id)'}  INVALID  ${codes}`, invalid: true };
  }
  const request = requestOf(run.value as SampleRun);
  const providerId = request.provider.id;
  if (status === 'NOT_SCORED') {
    return { refusal: `${providerId}  NOT_SCORED  ${result.reason}`, invalid: false };
  }
  const { packaged } = await makePackage(methodology, request);
  if (packaged === null) throw new Error(`No package was created for the scored inputs of ${providerId}.`);
  const statement = makeStatement(methodology, packaged, { supersedes: null, corrects: null });
  const signature = signer && (await signObject(statement, signer));
  const publication = { published_at: null, statement, signature, log: null };
  return {
    providerId,
    headline: `${providerId}  ${result.final_score} ${result.band}  ${packaged.verification_id}`,
    answer: makeAnswer(methodology, packaged, publication, LIMITATIONS_DISCLOSURE),
  };
}

/** The members of valid inputs. The engine ignores `name`. */
interface SampleRun {
  provider_id: string;
  planner_type: PackageRequest['provider']['planner_type'];
  scoring_date: string;
  flags: Record<string, boolean>;
  gates: Record<string, PackagedInput>;
  inputs: Record<string, PackagedInput>;
  name?: unknown;
}

function requestOf(run: SampleRun): PackageRequest {
  const { provider_id: id, planner_type, scoring_date, flags, gates, inputs, name } = run;
  return {
    provider: { id, name: typeof name === 'string' ? name : id, planner_type, flags },
    as_of: `${scoring_date}T00:00:00Z`,
    configuration: { name: 'default' },
    gates: packEntries(gates),
    inputs: packEntries(inputs),
  };
}

function packEntries(entries: Record<string, PackagedInput>): Record<string, PackagedInput> {
  const packed = Object.entries(entries).map(([id, { value, grade, evidence_date }]) => [
    id,
    { value, grade, evidence_date, evidence: null, approval: null },
  ]);
  return Object.fromEntries(packed);
}

/** FX-01.json, and FX-01-2.json for a second package of the same provider. */
function uniqueName(providerId: string, taken: Set<string>): string {
  let name = `${providerId}.json`;
  for (let count = 2; taken.has(name); count += 1) name = `${providerId}-${count}.json`;
  taken.add(name);
  return name;
}
