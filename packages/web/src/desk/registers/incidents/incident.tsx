// An incident, its words, and the fields for opening and changing one.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { AreaField, SelectField, TextField } from '../../../ui/field.tsx';
import { type About, textOf } from '../act-dialog.tsx';

export type Incident = AnswerOf<'incidents.list'>['data'][number];

export const IMPACTS: Readonly<Record<Incident['impact'], string>> = {
  operational: 'everything works',
  degraded: 'some parts do not work',
  outage: 'the service does not work',
};

export const INCIDENT_MEMBERS = ['title', 'detail', 'impact', 'started_at'];

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
        label="Meanwhile"
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
