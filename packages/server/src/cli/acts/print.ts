// Prints what an act answered, as the templates of its command say.

import type { CommandForm } from '@rf-indicators/contract/acts';
import { type Formats, fillFirst, fillTemplate } from '@rf-indicators/contract/template';
import { instantToTheSecond } from '../instants.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

/** The first characters of the tokens that work. */
function activeTokens(value: unknown): string | null {
  const tokens = value as { prefix: string; revoked_at: string | null; confirmed_at?: string | null }[];
  const active = tokens.filter(
    ({ revoked_at, confirmed_at }) => revoked_at === null && confirmed_at !== null,
  );
  return active.length === 0 ? null : active.map(({ prefix }) => `${prefix}…`).join(' ');
}

export const FORMATS: Formats = {
  instant: (value) => instantToTheSecond(value as string),
  milliseconds: (value) => new Date(value as string).toISOString(),
  day: (value) => new Date(value as string).toISOString().slice(0, 10),
  count: (value, noun) => {
    const [one = '', many = `${one}s`] = noun.split(',');
    const number = Array.isArray(value) ? value.length : (value as number);
    return `${number} ${number === 1 ? one : many}`;
  },
  pad: (value, width) => String(value).padEnd(Number(width)),
  list: (value) => (value as string[]).join(),
  thousandths: (value) => ((value as number) / 1000).toFixed(1),
  tokens: activeTokens,
  number: (value) => String((value as unknown[]).length),
  contested: (value) =>
    (value as { input: string; value: string; needs: string }[])
      .map((fact) => `contested ${fact.input} ${fact.value} (needs grade ${fact.needs})`)
      .join('; '),
  findings: (value) => {
    const findings = value as { pointer: string; message: string }[];
    return findings.length === 0
      ? null
      : findings.map(({ pointer, message }) => `  ${pointer} ${message}`).join('\n');
  },
  words: (value) => (value as string[]).join(', ').replaceAll('_', ' '),
};

/** With those that depend on the time. */
function formatsAt(terminal: Terminal): Formats {
  const now = terminal.now().getTime();
  return { ...FORMATS, past: (value, words) => (Date.parse(value as string) <= now ? words : null) };
}

const REQUESTED = 'Requested. A second person must approve it: rf approvals approve {request}';

/** Prints what was done, or that a second person must approve it. */
export function printDone(terminal: Terminal, form: CommandForm, values: Record<string, unknown>): void {
  const lines = form.prints === undefined ? [] : [form.prints].flat();
  const formats = formatsAt(terminal);
  const isRequest = values.done === false && typeof values.request === 'string';
  for (const template of isRequest ? [REQUESTED, ...lines.slice(1)] : lines) {
    const line = fillTemplate(template, values, formats);
    if (line !== null) terminal.out(line);
  }
}

/** For commands that are written by hand: prints that it is done, or that a second person must approve it. */
export function printRequested(
  terminal: Terminal,
  { done, request }: { done: boolean; request: string | null },
  whenDone: string,
): void {
  terminal.out(done ? whenDone : fillFirst(REQUESTED, { request }, FORMATS));
}

/** Prints a list as a table or in lines. */
export function printList(
  terminal: Terminal,
  { columns = {}, lines, none }: CommandForm,
  entries: readonly object[],
  given: Record<string, unknown> = {},
): void {
  const formats = formatsAt(terminal);
  if (entries.length === 0 && none !== undefined) {
    terminal.out(fillFirst(none, given, formats));
    return;
  }
  if (lines === undefined) {
    const rows = entries.map((entry) =>
      Object.values(columns).map((template) => fillTemplate(template, entry, formats) ?? ''),
    );
    printTable(terminal, Object.keys(columns), rows);
    return;
  }
  for (const entry of entries) {
    for (const template of lines) {
      const line = fillTemplate(template, entry, formats);
      if (line !== null) terminal.out(line);
    }
  }
}

/** Prints the answer as JSON. */
export function printJson(terminal: Terminal, answer: unknown): void {
  terminal.out(JSON.stringify(answer, null, 2));
}
