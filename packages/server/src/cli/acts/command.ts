// The command that follows from an act: its arguments and options, who performs it, and what it prints.

import {
  ACTS,
  type Act,
  type ActName,
  type AnswerOf,
  type CommandForm,
  commandForm,
} from '@rf-indicators/contract/acts';
import { fillFirst } from '@rf-indicators/contract/template';
import { Command, Option } from 'commander';
import {
  asMember,
  asNobody,
  asStaff,
  lookAtWorkspace,
  readAsStaff,
  readDesk,
  withMemberToken,
  withToken,
  withTokenToRead,
  withWorkspace,
} from '../act-session.ts';
import { requireYes, withYes } from '../confirmation.ts';
import { listPages } from '../pages.ts';
import type { Perform } from '../perform.ts';
import type { Terminal } from '../terminal.ts';
import { addInput, readWholeNumber } from './options.ts';
import { FORMATS, printDone, printJson, printList } from './print.ts';

/** What a command prints in another way than its form can say. */
export interface Prints<Name extends ActName> {
  /** Instead of the answer. */
  json?(answer: AnswerOf<Name>): unknown;
  /** Instead of the templates. */
  text?(answer: AnswerOf<Name>, form: CommandForm, given: Readonly<Record<string, unknown>>): void;
}

/** An act of several that have one command, with the option that chooses it. */
interface Variant {
  act: ActName;
  /** Commander's name for the value of the option. */
  attribute: string;
}

export function actCommand<Name extends ActName>(
  terminal: Terminal,
  name: Name,
  prints: Prints<Name> = {},
  others: readonly ActName[] = [],
): Command {
  const entry: Act = ACTS[name];
  const form = commandForm(entry)!;
  const words = form.name.split(' ');
  const command = new Command(words.at(-1)!);
  // A command that is in no group has its description in the list of commands.
  if (words.length > 1) command.description(form.description ?? imperative(entry.description));
  if (form.alias !== undefined) command.alias(form.alias);
  const readInput = addInput(command, entry, form, terminal);
  const variants = others.map((act) => addVariant(command, act));
  const isList = 'data' in entry.answer.properties;
  if (form.limit !== undefined)
    command.option('--limit <number>', 'list at most this many', String(form.limit));
  if (Object.keys(entry.answer.properties).length > 0)
    command.option('--json', `print the ${isList ? 'list' : 'result'} as JSON`);
  if (form.confirm !== undefined) withYes(command);
  withTokenFor(command, entry, form);
  if (form.help !== undefined) command.addHelpText('after', `\n${form.help}`);

  return command.action(async (...args: unknown[]) => {
    const options = command.opts();
    const { input, written } = await readInput(args.slice(0, -2), options);
    const chosen = variants.find(({ attribute }) => options[attribute] !== undefined);
    if (chosen !== undefined) return performVariant(terminal, chosen, input, written, options);
    if (form.confirm !== undefined) requireYes(options.yes, fillFirst(form.confirm, written, FORMATS));
    const most = form.limit === undefined ? undefined : readWholeNumber(options.limit, { minimum: 1 });
    return session(terminal, entry, form, options, async (perform) => {
      const answer = await answerOf(perform, name, entry, input, most);
      if (options.json === true) printJson(terminal, prints.json?.(answer) ?? listIn(answer));
      else if (prints.text !== undefined) prints.text(answer, form, written);
      else if (isList) printList(terminal, form, (answer as { data: object[] }).data, written);
      else printDone(terminal, form, { ...written, ...(answer as object), given: written });
    });
  });
}

function addVariant(command: Command, act: ActName): Variant {
  const { flag, help } = commandForm(ACTS[act])!.when!;
  const option = new Option(flag, help);
  command.addOption(option);
  return { act, attribute: option.attributeName() };
}

async function performVariant(
  terminal: Terminal,
  { act, attribute }: Variant,
  input: Record<string, unknown>,
  written: Record<string, unknown>,
  options: Record<string, unknown>,
): Promise<void> {
  const entry: Act = ACTS[act];
  const form = commandForm(entry)!;
  const given = attribute in entry.input.properties ? { [attribute]: options[attribute] } : {};
  await session(terminal, entry, form, options, async (perform) => {
    const answer = await answerOf(perform, act, entry, { ...input, ...given }, undefined);
    printDone(terminal, form, { ...written, ...given, ...(answer as object), given: written });
  });
}

/** A list is read to its end, or up to `most` entries. */
async function answerOf<Name extends ActName>(
  perform: Perform,
  name: Name,
  entry: Act,
  input: Record<string, unknown>,
  most: number | undefined,
): Promise<AnswerOf<Name>> {
  // TypeScript cannot relate the members of the options to those of the input. The act checks them.
  if (!('cursor' in entry.input.properties)) return perform(name, input as never);
  return listPages(perform, name as never, input as never, most) as unknown as Promise<AnswerOf<Name>>;
}

/** A list is printed without the object around it. */
function listIn(answer: unknown): unknown {
  return (answer as { data?: unknown }).data ?? answer;
}

function withTokenFor(command: Command, { kind, who, ofMember }: Act, { isPersonal }: CommandForm): Command {
  if (who.anyone !== undefined) return command;
  if (kind === 'act' || ofMember === true)
    return who.staff === undefined ? withMemberToken(command) : withToken(command);
  if (who.member !== undefined) return withWorkspace(command);
  return isPersonal === true ? withTokenToRead(command) : command;
}

function session(
  terminal: Terminal,
  { kind, who, ofMember }: Act,
  { isPersonal }: CommandForm,
  options: { token?: string; workspace?: string },
  work: (perform: Perform) => Promise<void>,
): Promise<void> {
  if (who.anyone !== undefined) return asNobody(terminal, work);
  if (kind === 'act' || ofMember === true)
    return (who.staff === undefined ? asMember : asStaff)(terminal, options, work);
  if (who.member !== undefined) return lookAtWorkspace(terminal, options, work);
  return isPersonal === true ? readAsStaff(terminal, options, work) : readDesk(terminal, work);
}

/** "Lists the keys" becomes "List the keys". */
export function imperative(description: string): string {
  return description.replace(/^\w+/, (verb) =>
    verb
      .replace(/ies$/, 'y')
      .replace(/(sh|ch|ss)es$/, '$1')
      .replace(/([^s])s$/, '$1'),
  );
}
