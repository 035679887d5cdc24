// The command of rf that performs an act, with its arguments and the options that it needs.

import { ACTS, type Act, type ActName, commandForm, commandsOf } from '@rf-indicators/contract/acts';
import { actCommand } from '../../packages/server/src/cli/acts/command.ts';
import type { Terminal } from '../../packages/server/src/cli/terminal.ts';

/** Nothing is performed: the command only says what it takes. */
const NO_TERMINAL = { env: {}, isTerminal: false } as Terminal;

/** null if no command performs the act. */
export function commandOf(act: ActName): string | null {
  const entry: Act = ACTS[act];
  const [name] = commandsOf(entry);
  if (name === undefined) return null;
  const form = commandForm(entry);
  const more = `\n\n# all options\nrf ${name} --help`;
  // Written by hand, or one command with another act: what it takes follows from no form.
  if (form === null || form.when !== undefined)
    return `rf ${name}${form?.when ? ` ${form.when.flag}` : ''}${more}`;
  const command = actCommand(NO_TERMINAL, act);
  const taken = command.registeredArguments.map((argument) => {
    const shown = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${shown}>` : `[${shown}]`;
  });
  const needed = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  return `rf ${[name, ...taken].join(' ')}${needed.map((flags) => ` \\\n  ${flags}`).join('')}${more}`;
}
