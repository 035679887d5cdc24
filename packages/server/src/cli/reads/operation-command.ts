// A command that reads an operation of the API: its arguments and options follow from the parameters of the operation.

import { OPERATIONS, type Operation, type OperationId } from '@rf-indicators/contract';
import { Command, Option } from 'commander';
import { readWholeNumber } from '../acts/options.ts';
import { printJson } from '../acts/print.ts';
import type { Terminal } from '../terminal.ts';
import { argumentName, readerWith, readList } from './read-with-key.ts';

type Answer = Record<string, unknown>;
type Print = (answer: Answer) => void;

interface ParameterSchema {
  description?: string;
  enum?: readonly string[];
}

/** `print` writes the answer for people; without it, the command prints JSON. */
export function operationCommand(
  terminal: Terminal,
  name: string,
  id: OperationId,
  print?: (terminal: Terminal) => Print,
): Command {
  const { summary, params, query }: Operation = OPERATIONS[id];
  const command = new Command(name).description(`${summary}.`);
  const inPath = Object.keys(params.properties);
  for (const parameter of inPath)
    command.argument(`<${argumentName(parameter)}>`, helpOf(params.properties[parameter]!));
  const isList = 'cursor' in query.properties;
  const options = Object.entries(query.properties)
    .filter(([parameter]) => !isList || (parameter !== 'limit' && parameter !== 'cursor'))
    .map(([parameter, schema]) => {
      const option = new Option(`--${parameter.replaceAll('_', '-')} <value>`, helpOf(schema));
      const { enum: values } = schema as ParameterSchema;
      if (values !== undefined) option.choices(values);
      command.addOption(option);
      return { parameter, attribute: option.attributeName() };
    });
  if (isList) command.option('--limit <number>', 'list at most this many in all; without it, all');
  if (print !== undefined) command.option('--json', 'print the answer as JSON', false);
  command.option('--key <key>', 'an API key (default: RF_API_KEY, which no list of processes shows)');
  return command.action(async (...args: unknown[]) => {
    const given = command.opts();
    const most =
      given.limit === undefined || !isList ? undefined : readWholeNumber(given.limit, { minimum: 1 });
    const parameters = Object.fromEntries([
      ...inPath.map((parameter, at) => [parameter, String(args[at])]),
      ...options.map(({ parameter, attribute }) => [parameter, given[attribute]]),
    ]);
    const read = readerWith(terminal, given.key);
    const answer = isList ? await readList(read, id, parameters, most) : await read(id, parameters);
    if (print === undefined || given.json === true) printJson(terminal, answer);
    else print(terminal)(answer);
  });
}

/** The description of a parameter as help: without a capital letter and a full stop. */
function helpOf(schema: object): string {
  const { description = '' } = schema as ParameterSchema;
  return description.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}
