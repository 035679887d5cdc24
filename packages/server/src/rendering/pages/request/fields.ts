// The fields of a score request: their labels, and what to do about a value that is not accepted.

import { PLANNER_TYPES, type ScoreRequest } from '@rf-indicators/contract';
import { typeTitle } from '@rf-indicators/web/charts/type-names';
import { type Html, html } from '../html.ts';

export type FieldName = keyof ScoreRequest;
export type Values = Readonly<Partial<Record<FieldName, string>>>;

interface Field {
  name: FieldName;
  label: string;
  help: string;
  /** What to do if the value is not accepted. */
  mend: string;
  attributes: Html;
}

export const FIELDS: readonly Field[] = [
  {
    name: 'provider_name',
    label: 'Name of the provider',
    help: 'As the provider writes it.',
    mend: 'Write the name of the provider, in at most 120 characters.',
    attributes: html`required maxlength="120" autocomplete="off"`,
  },
  {
    name: 'provider_url',
    label: 'Web site (optional)',
    help: 'Helps to find the right one.',
    mend: 'Write an address that begins with https://, or leave the field empty.',
    attributes: html`type="url" maxlength="2000" placeholder="https://" autocomplete="off"`,
  },
  {
    name: 'planner_type',
    label: 'Type (optional)',
    help: 'What the provider takes or pays.',
    mend: 'Choose one of the types, or none.',
    attributes: html``,
  },
  {
    name: 'contact_email',
    label: 'Your e-mail address (optional)',
    help: 'Only for questions about this request.',
    mend: 'Write an e-mail address such as ann@example.com, or leave the field empty.',
    attributes: html`type="email" maxlength="254" autocomplete="email"`,
  },
  {
    name: 'message',
    label: 'Anything we should know (optional)',
    help: 'At most 2,000 characters.',
    mend: 'Write at most 2,000 characters.',
    attributes: html`maxlength="2000" rows="5"`,
  },
];

export function fieldRow(field: Field, value: string, hasError: boolean): Html {
  const { name, label, help, mend } = field;
  const described = html` aria-describedby="${name}-help"${hasError && html` aria-invalid="true"`}`;
  return html`<div class="form-row${hasError && ' has-error'}">
<label for="${name}">${label}</label>
${control(field, value, described)}
<p class="help" id="${name}-help">${hasError ? html`<span class="error">✕ ${mend}</span>` : help}</p>
</div>
`;
}

function control({ name, attributes }: Field, value: string, described: Html): Html {
  if (name === 'message')
    return html`<textarea class="field" id="${name}" name="${name}" ${attributes}${described}>${value}</textarea>`;
  if (name === 'planner_type')
    return html`<select class="field" id="${name}" name="${name}"${described}>
<option value="">Not sure</option>${PLANNER_TYPES.map(
      (type) => html`<option value="${type}"${type === value && html` selected`}>${typeTitle(type)}</option>`,
    )}</select>`;
  return html`<input class="field" id="${name}" name="${name}" value="${value}" ${attributes}${described}>`;
}
