// The arguments and options of a command that follows from an act: from the members of its input.

import { type Act, ANY_INSTANT, type CommandForm } from '@rf-indicators/contract/acts';
import { Argument, type Command, Option } from 'commander';
import { readInstant } from '../instants.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { readGivenFile } from './files.ts';

/** What commands do not offer: pages of lists are followed, and only pages of the site show what may have changed. */
const NEVER_OFFERED: readonly string[] = ['limit', 'cursor', 'offset', 'seen'];
/** The options of a command about a workspace have this one from elsewhere. */
const WORKSPACE = 'workspace';

interface MemberSchema {
  type?: string;
  format?: string;
  enum?: readonly string[];
  description?: string;
  minimum?: number;
  maximum?: number;
}

interface Offered {
  member: string;
  /** Commander's name for the value of an option. */
  attribute: string;
  read(given: unknown): unknown;
}

/** The values that were given, as the act takes them, and as they were written. */
export interface Given {
  input: Record<string, unknown>;
  written: Record<string, unknown>;
}

/** Adds the arguments and options, and returns how to read what is given. */
export function addInput(
  command: Command,
  entry: Act,
  form: CommandForm,
  terminal: Terminal,
): (args: readonly unknown[], options: Record<string, unknown>) => Promise<Given> {
  const { properties } = entry.input;
  const required: readonly string[] = entry.input.required ?? [];
  const positional = (form.arguments ?? []).map((name) => name.replace(/\.\.\.$/, ''));
  const schemaOf = (member: string) => properties[member] as MemberSchema;
  const reader = (member: string) => (given: unknown) => {
    const { reads } = form.options?.[member] ?? {};
    return reads === undefined
      ? readValue(member, schemaOf(member), given, terminal)
      : readGivenFile(reads, given as string, terminal);
  };

  for (const name of form.arguments ?? []) {
    const member = name.replace(/\.\.\.$/, '');
    const isRequired = required.includes(member);
    const shown = `${form.options?.[member]?.flag ?? member.replaceAll('_', '-')}${name.slice(member.length)}`;
    const argument = new Argument(isRequired ? `<${shown}>` : `[${shown}]`, helpOf(member, entry, form));
    const { enum: choices } = schemaOf(member);
    command.addArgument(choices === undefined ? argument : argument.choices(choices));
  }
  const isAboutWorkspace = entry.kind === 'read' && entry.who.member !== undefined;
  const offered: Offered[] = Object.keys(properties)
    .filter(
      (member) =>
        !positional.includes(member) &&
        !NEVER_OFFERED.includes(member) &&
        !(isAboutWorkspace && member === WORKSPACE),
    )
    .map((member) => {
      const schema = schemaOf(member);
      const { flag, default: otherwise } = form.options?.[member] ?? {};
      const option = new Option(
        flag ?? `--${member.replaceAll('_', '-')}${placeholder(member, schema)}`,
        helpOf(member, entry, form),
      );
      if (otherwise !== undefined) option.default(otherwise);
      else if (required.includes(member)) option.makeOptionMandatory();
      if (schema.enum !== undefined) option.choices(schema.enum);
      command.addOption(option);
      return { member, attribute: option.attributeName(), read: reader(member) };
    });
  if (isAboutWorkspace && WORKSPACE in properties)
    offered.push({ member: WORKSPACE, attribute: WORKSPACE, read: (given) => given });

  return async (args, options) => {
    const given: Given = { input: {}, written: {} };
    const take = async (member: string, value: unknown, read: (value: unknown) => unknown) => {
      if (value === undefined || (Array.isArray(value) && value.length === 0)) return;
      const input = await read(value);
      given.input[member] = input;
      given.written[member] = Array.isArray(input) ? input : value;
    };
    for (const [index, member] of positional.entries()) await take(member, args[index], reader(member));
    for (const { member, attribute, read } of offered) await take(member, options[attribute], read);
    return given;
  };
}

function placeholder(member: string, schema: MemberSchema): string {
  if (schema.type === 'boolean') return '';
  if (isInstant(schema)) return ' <instant>';
  if (schema.type === 'integer') return ' <number>';
  return schema.type === 'array'
    ? ' <list>'
    : ` <${schema.enum === undefined ? 'text' : member.replaceAll('_', '-')}>`;
}

function isInstant({ format }: MemberSchema): boolean {
  return format === 'date-time';
}

/** The description of a member as help: without a capital letter and a full stop. */
function helpOf(member: string, { input }: Act, { options }: CommandForm): string {
  const given = options?.[member]?.help;
  if (given !== undefined) return given;
  const schema = input.properties[member] as MemberSchema;
  const { description = member.replaceAll('_', ' '), type } = schema;
  if (description === ANY_INSTANT) return INSTANT_HELP[member] ?? AN_INSTANT;
  const text = description.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
  return type === 'array' ? `${text}; separated by commas` : text;
}

const AN_INSTANT = 'date-time, or a date: the end of that day in UTC';
const INSTANT_HELP: Readonly<Record<string, string>> = {
  since: 'date-time, or a date: from the start of that day in UTC',
  until: 'date-time, or a date: to the end of that day in UTC',
};

function readValue(member: string, schema: MemberSchema, given: unknown, terminal: Terminal): unknown {
  if (typeof given !== 'string') return given;
  if (schema.type === 'array') return given.split(',').flatMap((part) => part.trim() || []);
  if (isInstant(schema)) return readInstant(given, terminal, /^(since|from)$/.test(member) ? 'start' : 'end');
  if (schema.type === 'integer') return readWholeNumber(given, schema);
  // Lists show the first characters of a token or key with an ellipsis. A code may be pasted with spaces.
  return given.replace(/…$/, '').trim();
}

export function readWholeNumber(text: string, { minimum, maximum }: MemberSchema = {}): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value))
    throw new UsageError(`"${text}" is not a whole number.`);
  if (value < (minimum ?? value)) throw new UsageError(`"${text}" is below ${minimum}, the lowest value.`);
  if (value > (maximum ?? value)) throw new UsageError(`"${text}" is above ${maximum}, the highest value.`);
  return value;
}
