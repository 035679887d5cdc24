import { randomBytes } from 'node:crypto';
import { KeyFormatError, signerKeyFromSeed } from '@rf-indicators/engine';
import { Command } from 'commander';
import { type Terminal, UsageError } from '../terminal.ts';
import { writeNew } from './files.ts';

export function keygenCommand(terminal: Terminal): Command {
  return new Command('keygen')
    .description('Make an Ed25519 signing key.')
    .option('--out <file>', 'file for the signing key; its public half goes to FILE.pub', 'rf-signing.key')
    .option('--name <name>', "the key's name, which signatures carry", 'rf-indicators')
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nThe signing key is readable by you alone (mode 0600). Nothing that exists is overwritten.',
    )
    .action(async ({ out, name, json }) => {
      const { signer, verifier } = await makeKey(name);
      await writeNew(out, `${signer}\n`, 0o600);
      await writeNew(`${out}.pub`, `${verifier}\n`);
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
