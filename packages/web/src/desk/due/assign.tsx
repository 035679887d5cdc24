// Who looks after the selected inputs: oneself, a colleague, or nobody.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useAct } from '../../api/acts.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { plural } from '../../ui/words.ts';
import { staffId, useStaff } from '../staff.ts';
import type { BoardRow } from './board-row.ts';

const NOBODY = '';

interface Props {
  rows: readonly BoardRow[];
  people: AnswerOf<'due.summary'>['people'];
  onClose: () => void;
}

export function Assign({ rows, people, onClose }: Props) {
  const me = staffId(useStaff());
  return (
    <ActDialog
      act="due.assign_many"
      changes={['due']}
      title={`Who looks after ${plural(rows.length, 'input')}?`}
      submit="Assign"
      busy="Assigning…"
      fields={(about) => (
        <SelectField name="assignee" label="Assignee" autoFocus error={about('assignee')} defaultValue={me}>
          <option value={me}>Me</option>
          <option value={NOBODY}>Nobody</option>
          {people
            .filter(({ id }) => id !== me)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
      )}
      inputOf={(form) => inputOf(rows, String(form.get('assignee')))}
      onClose={onClose}
    />
  );
}

export function useAssign() {
  return useAct('due.assign_many', ['due']);
}

export function inputOf(rows: readonly BoardRow[], person: string) {
  const inputs = rows.map(({ slug, input }) => ({ provider: slug, input }));
  return { inputs, assignee: person === NOBODY ? null : person };
}
