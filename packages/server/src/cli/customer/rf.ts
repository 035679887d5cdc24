// The rf command line for customers: every act of a member and every read of a key, over HTTP. scripts/clients packs it.

import type { CommandGroups } from '../command-entry.ts';
import { KEY_COMMANDS, POLICY_COMMANDS, SIGN_IN_COMMANDS, WORKSPACE_COMMANDS } from '../customer-commands.ts';
import { printInternalError, printKnownError } from '../print-known-error.ts';
import { type CommandLine, makeProgramOf } from '../program.ts';
import { EXIT, type ExitCode, type Finish, type Terminal } from '../terminal.ts';

const GROUPS: CommandGroups = {
  'Published indicators, read with an API key (RF_API_KEY):': KEY_COMMANDS,
  'Policies:': POLICY_COMMANDS,
  'Your workspace, with a member token (RF_TOKEN, or rf login):': {
    ...WORKSPACE_COMMANDS,
    workspaces: {
      ...WORKSPACE_COMMANDS.workspaces!,
      description: 'Claim and show your workspace, and rotate its signing secret.',
    },
    audit: {
      usage: '[options]',
      description: 'Show the audit trail of your workspace, oldest record first: who did what, and when.',
      load: async () => (await import('../desk/audit.ts')).auditCommand,
    },
  },
  'Signing in:': SIGN_IN_COMMANDS,
};

const HELP = `
Set RF_URL to the address of the service, or give --url.

Exit codes:
  0   success
  1   the result is negative: a refused request, a provider without an indicator
  2   the command could not run: an unknown option, no address
  70  internal error in rf
  75  the service could not be reached, or has too much to do; try again later`;

export const CUSTOMER_LINE: CommandLine = {
  groups: GROUPS,
  description: 'Read risk indicators, and manage the keys, webhooks and members of your workspace.',
  help: HELP,
  url: 'the address of the service (RF_URL)',
  audience: 'customer',
};

export async function runCustomerCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const finish: Finish = (given) => {
    code = given;
  };
  const program = await makeProgramOf(CUSTOMER_LINE, args, terminal, finish);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return printKnownError(error, terminal) ?? printInternalError(error, terminal);
  }
}
