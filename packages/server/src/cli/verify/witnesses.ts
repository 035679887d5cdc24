// The options --witness and --require, which rf verify and rf monitor share.

import type { WitnessPolicy } from '@rf-indicators/engine';
import type { Command } from 'commander';
import { type Terminal, UsageError } from '../terminal.ts';
import { readWitnessKey } from './files.ts';

export interface WitnessOptions {
  witness?: string[];
  require?: string;
}

export function withWitnesses(command: Command): Command {
  return command
    .option(
      '--witness <key>',
      'the key of a witness whose cosignatures you accept, or a file that contains it; can be repeated',
      collect,
    )
    .option('--require <count>', 'how many of these witnesses must have cosigned; all if absent');
}

/** undefined if no witness is named. */
export async function readWitnesses(
  { witness = [], require }: WitnessOptions,
  terminal: Terminal,
): Promise<WitnessPolicy | undefined> {
  const keys = new Map(
    (await Promise.all(witness.map((key) => readWitnessKey(key, terminal)))).map((key) => [key.id, key]),
  );
  const witnesses = [...keys.values()];
  if (require === undefined)
    return witnesses.length === 0 ? undefined : { witnesses, required: witnesses.length };
  if (!/^\d{1,3}$/.test(require) || Number(require) > witnesses.length) {
    throw new UsageError(
      `--require must be a number from 0 to ${witnesses.length}, the number of different witnesses, not "${require}".`,
    );
  }
  return { witnesses, required: Number(require) };
}

export function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}
