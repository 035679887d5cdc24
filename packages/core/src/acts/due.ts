// Bindings of the acts of the due board.

import { BOARD_ORDER, listBoard, summariseBoard } from '../desk/due/board.ts';
import { assignDue, assignManyDue } from '../desk/due/due-notes.ts';
import { refreshDue } from '../desk/due/refresh.ts';
import { weighRenewals } from '../desk/due/renewal.ts';
import { dueCalendar, dueMap } from '../desk/due/views.ts';
import { writeDueSheet } from '../desk/inputs/due-sheet-form.ts';
import { defineInput } from '../desk/inputs/input-definition.ts';
import { effectiveMethodology } from '../desk/methodology/signed.ts';
import type { ActsAbout, Bindings } from './binding.ts';

/** What changed is shown at once. The rest, such as every provider on a new day, is left to the scheduled work. */
const REFRESHED_FOR_MS = 100;
const LONGEST_SHEET = 2000;

export const dueBindings: Bindings<ActsAbout<'due'>> = {
  'due.list': async ({ context }, _, { limit, cursor, ...filter }) => {
    await refreshDue(context, REFRESHED_FOR_MS);
    return BOARD_ORDER.page({ limit, cursor }, (portion) => listBoard(context, filter, portion));
  },
  'due.summary': async ({ context }, _, filter) => {
    const outdated = await refreshDue(context, REFRESHED_FOR_MS);
    return { ...(await summariseBoard(context, filter)), outdated };
  },
  'due.map': async ({ context }, _, filter) => {
    await refreshDue(context, REFRESHED_FOR_MS);
    return dueMap(context, filter);
  },
  'due.calendar': async ({ context }, _, { from, to, ...filter }) => {
    await refreshDue(context, REFRESHED_FOR_MS);
    return { data: await dueCalendar(context, filter, from, to) };
  },
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
  'due.sheet': async ({ context }, _, filter) => {
    await refreshDue(context, REFRESHED_FOR_MS);
    const rows = await listBoard(context, filter, { limit: LONGEST_SHEET });
    return { csv: writeDueSheet(rows), rows: rows.length };
  },
  'due.assign': ({ context }, actor, assignment) => assignDue(context, actor, assignment),
  'due.assign_many': ({ context }, actor, { inputs, assignee }) =>
    assignManyDue(context, actor, inputs, assignee),
};
