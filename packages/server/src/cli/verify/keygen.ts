// rf keygen: creates a signing key.

import { randomBytes } from 'node:crypto';
import { KeyFormatError, signerKeyFromSeed } from '@rf-indicators/engine';
import { Command } from 'commander';
import { type Terminal, UsageError } from '../terminal.ts';
import { writeNewFile } from './files.ts';

export function keygenCommand(terminal: Terminal): Command {
  return new Command('keygen')
    .option(
      '--out <file>',
      'file for the signing key; the public key is written to FILE.pub',
      'rf-signing.key',
    )
    .option('--name <name>', 'name of the key, which appears in signatures', 'rf-indicators')
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nOnly you can read the signing key (mode 0600). Existing files are not overwritten.',
    )
    .action(async ({ out, name, json }) => {
      const { signer, verifier } = await makeKey(name);
      await writeNewFile(out, `${signer}\n`, 0o600);
      await writeNewFile(`${out}.pub`, `${verifier}\n`);
      if (json)
        terminal.out(JSON.stringify({ key_file: out, public_key_file: `${out}.pub`, public_key: verifier }));
      else {
        terminal.out(`Signing key: ${out} (keep it secret)`);
        terminal.out(`Public key:  ${out}.pub`);
        terminal.out(verifier);
      }
    });
}

async function makeKey(name: string): Promise<{ signer: string; verifier: string }> {
  try {
    return await signerKeyFromSeed(name, randomBytes(32));
  } catch (error) {
    if (error instanceof KeyFormatError) throw new UsageError(error.message);
    throw error;
  }
}
