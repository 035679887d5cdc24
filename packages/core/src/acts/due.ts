// Bindings of the acts of the due board.

import type { DomainInputOf } from '@rf-indicators/contract/acts';
import type { Context } from '../context/context.ts';
import { BOARD_ORDER, listBoard, listUnreviewed, summariseBoard } from '../desk/due/board.ts';
import { dueChecks } from '../desk/due/checks.ts';
import { assignDue, assignManyDue } from '../desk/due/due-notes.ts';
import type { DueFilter } from '../desk/due/filter.ts';
import { refreshBriefly, refreshDue } from '../desk/due/refresh.ts';
import { weighRenewals } from '../desk/due/renewal.ts';
import { dueCalendar, dueMap } from '../desk/due/views.ts';
import { writeDueSheet } from '../desk/inputs/due-sheet-form.ts';
import { defineInput } from '../desk/inputs/input-definition.ts';
import { effectiveMethodology } from '../desk/methodology/signed.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import type { ActServices } from './services.ts';

const LONGEST_SHEET = 2000;

/** Makes outdated rows of the board again before it is read. After a command on a store, nobody makes the rest of them. */
export function refreshBoard({ context, isServed, progress }: ActServices): Promise<number> {
  if (isServed) return refreshBriefly(context);
  return refreshDue(context, { progress: (done, all) => progress?.('assessed', done, all) });
}

/** Reads the board after it was refreshed. */
function fromBoard<Input, Answer>(
  read: (context: Context, input: Input, outdated: number) => Promise<Answer>,
) {
  return async (services: ActServices, _: unknown, input: Input): Promise<Answer> =>
    read(services.context, input, await refreshBoard(services));
}

export const dueBindings: Bindings<ActsAbout<'due'>> = {
  'due.list': fromBoard((context, { limit, cursor, ...filter }: DomainInputOf<'due.list'>) =>
    BOARD_ORDER.page({ limit, cursor }, (portion) => listBoard(context, filter, portion)),
  ),
  'due.summary': fromBoard(async (context, filter: DueFilter, outdated) => ({
    ...(await summariseBoard(context, filter)),
    outdated,
  })),
  'due.checks': fromBoard(dueChecks),
  'due.map': fromBoard(dueMap),
  'due.calendar': fromBoard((context, { from, to, ...filter }: DomainInputOf<'due.calendar'>) =>
    dueCalendar(context, filter, from, to),
  ),
  'due.renewal': async ({ context }, _, { rows }) => {
    const { methodology } = await effectiveMethodology(context.store.db, context.clock());
    const inputs = [...new Set(rows.map(({ input }) => input))];
    return {
      rows: await weighRenewals(context, methodology, rows),
      definitions: Object.fromEntries(
        inputs.flatMap((input) => {
          const definition = defineInput(methodology, input);
          return definition === null ? [] : [[input, definition]];
        }),
      ),
      grades: [...methodology.grades.keys()],
    };
  },
  'due.sheet': fromBoard(async (context, filter: DueFilter) => {
    const rows = await listUnreviewed(context, filter, { limit: LONGEST_SHEET });
    return { csv: writeDueSheet(rows), rows: rows.length };
  }),
  'due.assign': ({ context }, actor, assignment) => assignDue(context, actor, assignment),
  'due.assign_many': ({ context }, actor, { inputs, assignee }) =>
    assignManyDue(context, actor, inputs, assignee),
};
