// An incident, its words, and the fields for opening and changing one.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { type About, textOf } from '../../../ui/act-dialog.tsx';
import { AreaField, SelectField, TextField } from '../../../ui/field.tsx';

export type Incident = AnswerOf<'incidents.list'>['data'][number];

export const IMPACTS: Readonly<Record<Incident['impact'], string>> = {
  operational: 'everything works',
  degraded: 'some parts do not work',
  outage: 'the service does not work',
};

export function IncidentFields({ about, given }: { about: About; given?: Incident }) {
  return (
    <>
      <TextField
        name="title"
        label="What happened"
        help="One sentence, for everybody."
        defaultValue={given?.title}
        error={about('title')}
        required
        maxLength={200}
        autoFocus
      />
      <SelectField
        name="impact"
        label="Impact"
        defaultValue={given?.impact ?? 'degraded'}
        error={about('impact')}
      >
        {Object.entries(IMPACTS).map(([impact, words]) => (
          <option key={impact} value={impact}>
            {words}
          </option>
        ))}
      </SelectField>
      <AreaField
        name="detail"
        label="Details"
        help="What it affects, and what is done about it."
        defaultValue={given?.detail ?? ''}
        error={about('detail')}
        maxLength={2000}
      />
    </>
  );
}

export function incidentOf(form: FormData): InputOf<'incidents.open'> {
  return {
    title: textOf(form, 'title') ?? '',
    impact: String(form.get('impact')) as Incident['impact'],
    detail: textOf(form, 'detail') ?? '',
  };
}
