// rf staff list: the people, and whether the store is being founded.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { Command } from 'commander';
import { actCommand } from '../acts/command.ts';
import { printList } from '../acts/print.ts';
import type { Terminal } from '../terminal.ts';

export function staffCommands(terminal: Terminal): Command[] {
  const list = actCommand(terminal, 'staff.list', {
    json: ({ data, founding }) => ({ data, founding }),
    text: ({ data, founding }, form) => {
      printList(terminal, form, data);
      const nameOf = new Map(data.map(({ id, name }) => [id, name]));
      terminal.out(foundingText(founding, nameOf.get(founding.set_by) ?? founding.set_by));
    },
  });
  return [list];
}

function foundingText(
  { state, since, effective_at, reason }: AnswerOf<'staff.list'>['founding'],
  by: string,
): string {
  const day = (instant: string) => new Date(instant).toISOString().slice(0, 10);
  if (state === 'in_force') return `Two people: required since ${day(since)} (${reason})`;
  if (state === 'founding')
    return `This store is being founded since ${day(since)}, by ${by} (${reason}): one person can enrol others alone.`;
  return (
    `${by} gave notice on ${day(since)}: the store can return to its founding from ${day(effective_at!)} (${reason}). ` +
    'Anyone on the staff can stop this: rf staff founding stop'
  );
}
