// The definition of an act: a change that a person makes, or a read that a page or a command needs.

import type { TObject } from 'typebox';

export const STAFF_ROLES = ['analyst', 'reviewer', 'chief_risk_officer', 'operator'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const MEMBER_ROLES = ['contract_admin', 'risk_officer', 'developer', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Who may perform an act. Members act only in their own workspace. */
export interface WhoMay {
  /** Any of these staff roles. */
  staff?: readonly StaffRole[];
  /** Any of these roles in the workspace. */
  member?: readonly MemberRole[];
  /** No sign-in is required; the text says what is required instead. */
  anyone?: string;
  /** Who the second person is, where two people are required. */
  secondPerson?: string;
}

/** Counters in the store that tell other processes what to reload. Acts lock them in this order. */
export const TOPICS = ['published', 'access', 'events', 'desk', 'status', 'log', 'datasets'] as const;
export type Topic = (typeof TOPICS)[number];

/** An action that the audit trail records. Texts are templates (see template.ts). */
export interface AuditRecord {
  /**
   * What it moves; `desk` if absent. One that moves `access` must have a key or a workspace as its subject: processes
   * reload that row.
   */
  topics?: readonly Topic[];
  /**
   * A sentence without its subject, with `before` and `after` of the record and the `name` of what it is about. Of
   * several, the first that can be filled is shown: older records may lack some members.
   */
  sentence: string | readonly string[];
  /** The `count` of these actions, for those who were away. */
  news?: string;
}

export type AuditTable = Readonly<Record<string, AuditRecord>>;

/** An option or an argument of a command that differs from what follows from the member of the input. */
export interface CommandOption {
  /** As "--expires <instant>", or the name that the usage shows for an argument. */
  flag?: string;
  /** Instead of the member's description. */
  help?: string;
  /** What the command sends if the option is absent. */
  default?: string | number | boolean;
  /** Set if a file is given: what it contains. A public key can also be given itself. */
  reads?: 'framework' | 'json' | 'policy' | 'public key' | 'rows';
}

/**
 * How rf performs an act. Arguments, options and their help follow from the input, and --token and --workspace from who
 * may perform it. Texts are templates (see template.ts) with the members of the answer and of the input; `given` holds
 * the input alone.
 */
export interface CommandForm {
  /** In words, such as "keys create". */
  name: string;
  /** An earlier name of the last word. */
  alias?: string;
  /** Several acts can have one command: this option chooses the act. Its value is a member of the input, if it has one. */
  when?: { flag: string; help: string };
  /** Other commands that perform the act too. */
  also?: readonly string[];
  /** In the imperative. If absent, it is the description of the act, with its first verb in the imperative. */
  description?: string;
  /** Members of the input that are arguments, in this order. A last one that ends in "..." takes several values. */
  arguments?: readonly string[];
  options?: Readonly<Record<string, CommandOption>>;
  /** Set for a list that is read up to --limit: its default. Other lists are read to the end. */
  limit?: number;
  /** Set for a read that depends on who reads: with a staff token, it is performed in that person's name. */
  isPersonal?: true;
  /** Says what the command would do; it then asks for --yes. */
  confirm?: string;
  /** What is printed, line by line. A line that cannot be filled is left out. */
  prints?: string | readonly string[];
  /** For a list: the columns of its table, by their titles. */
  columns?: Readonly<Record<string, string>>;
  /** For a list that is printed in lines: the lines of each entry. */
  lines?: readonly string[];
  /** Printed in place of an empty list. */
  none?: string;
  /** More about it, after the options. */
  help?: string;
}

export interface RequestWords {
  kind: string;
  /** A template with the members of the input, and `subject`: the id of what it is about. Formats: staff (a name), roles, words, count. */
  sentence: string;
}

export interface Act {
  /** An act changes something and writes an audit record; a read does neither. */
  kind: 'act' | 'read';
  who: WhoMay;
  /** For an act that takes two people: what a request for it is called, and what its approval does. */
  request?: RequestWords;
  /** One sentence. */
  description: string;
  /** Strict: unknown members are refused. */
  input: TObject;
  /** Also strict. */
  answer: TObject;
  /**
   * Set for a read whose answer depends on which member reads: its function gets the member instead of the workspace, and staff
   * cannot perform it.
   */
  ofMember?: true;
  /** Set if repeating the request would create something twice. */
  creates?: true;
  /** Set if it can take seconds: others then do not wait for it. */
  takesLong?: true;
  /** Set if the process that serves tells what it knows of itself with the request. */
  needsServingState?: true;
  /** Set if the store is verified after the answer, which has the `id` of the verification. */
  startsVerification?: true;
  /** Set if a person performs it who has just signed in: never with a token, and by no command. */
  bySession?: true;
  /** Set if it makes something public. */
  publishes?: true;
  /** JSON pointers to members of the answer that are shown once and never stored in plain text. */
  secrets?: readonly string[];
  /** What to do if they were lost with the answer: a template with the members of the answer. */
  ifLost?: string;
  /** The audit records that an act writes when it changes something. Reads write none. */
  audit?: readonly string[];
  /** Records that it writes only for some inputs. */
  sometimes?: readonly string[];
  /** Set if it performs what was requested, with the audit records of that act. */
  performsRequests?: true;
  /** How rf performs it. A text names a command that is written by hand. Absent for acts of pages. */
  command?: CommandForm | string | readonly string[];
}

/** The commands of rf that perform an act. */
export function commandsOf({ command }: Act): readonly string[] {
  if (command === undefined) return [];
  if (typeof command === 'string') return [command];
  return 'name' in command ? [command.name, ...(command.also ?? [])] : command;
}

/** The form of the command that follows from an act; null if it has none. */
export function commandForm({ command }: Act): CommandForm | null {
  return typeof command === 'object' && 'name' in command ? command : null;
}

/** Preserves the exact types, so that the input and answer of each act are typed. */
export function act<const Given extends Act>(given: Given): Given {
  return given;
}
