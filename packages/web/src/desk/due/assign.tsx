// Who looks after the selected inputs: oneself, a colleague, or nobody.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
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
  const [person, setPerson] = useState(me);
  const assign = useAssign();
  return (
    <Dialog
      title={`Who looks after ${plural(rows.length, 'input')}?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            autoFocus
            busy={assign.isPending && 'Assigning…'}
            onPress={() => assign.mutate(inputOf(rows, person), { onSuccess: onClose })}
          >
            Assign
          </Button>
        </>
      }
    >
      <SelectField label="Assignee" value={person} onChange={({ target }) => setPerson(target.value)}>
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
      {assign.error === null ? null : <ProblemBox error={assign.error} />}
    </Dialog>
  );
}

export function useAssign() {
  return useAct('due.assign_many', ['due']);
}

export function inputOf(rows: readonly BoardRow[], person: string) {
  const inputs = rows.map(({ slug, input }) => ({ provider: slug, input }));
  return { inputs, assignee: person === NOBODY ? null : person };
}
