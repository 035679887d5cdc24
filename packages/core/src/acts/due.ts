import { assignDue } from '../desk/inputs/due-notes.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const dueBindings: Bindings<ActsAbout<'due'>> = {
  'due.assign': {
    audit: ['due.assigned'],
    perform: async ({ context }, actor, assignment) => {
      await assignDue(context, actor, assignment);
      return {};
    },
  },
};
