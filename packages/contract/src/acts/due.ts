// Who looks after the inputs that are due.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act } from './act.ts';
import { Done, strict, text } from './forms.ts';

export const dueActs = {
  'due.assign': act({
    kind: 'act',
    who: { staff: ['analyst', 'reviewer', 'operator'] },
    description: 'Assigns an input that is due to a person, or to nobody, with a note.',
    input: strict({
      provider: text('Id or slug of a provider.', 100),
      input: text('Id of a criterion, a gate or a fact.', 100),
      assignee: nullable(text('Name or id of a member of staff.', 200), {
        description: 'Null if nobody looks after it any longer.',
      }),
      note: Type.Optional(text('Replaces the note; if absent, the note stays.', 2000)),
    }),
    answer: Done,
  }),
};
