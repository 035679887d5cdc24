// What the document is: taken from its name, and corrected here. Every row has it, unless the row says otherwise.

import { CrossGlyph } from '../../ui/glyphs.tsx';
import type { Checks } from '../preview/scoring.ts';
import styles from './document-fields.module.css';
import type { DraftContent, EvidenceDefaults } from './draft.ts';

interface FieldsProps {
  content: DraftContent;
  /** The document of entry checks; undefined until it was read. */
  checks: Checks | undefined;
  /** The grade that follows from kind and source. */
  grade: string;
  /** By field. */
  faults: ReadonlyMap<string, string>;
  onChange: (change: Partial<EvidenceDefaults>) => void;
}

type Name = keyof EvidenceDefaults;

interface TextField {
  name: Name;
  label: string;
  help: string;
  list?: string;
}

const FIELDS: readonly TextField[] = [
  { name: 'title', label: 'Title', help: 'Title of the document' },
  { name: 'kind', label: 'Kind of evidence', help: 'Such as audit report', list: 'entry-kinds' },
  { name: 'grade', label: 'Grade', help: '' },
  { name: 'evidence_date', label: 'Evidence date', help: '31 Oct 2026' },
  { name: 'url', label: 'Address', help: 'https://…' },
];

export function DocumentFields({ content: { evidence }, checks, grade, faults, onChange }: FieldsProps) {
  const missingCopy = faults.get('sha256');
  const isRaised = evidence.grade !== '' && grade !== '' && evidence.grade < grade;
  const fields = isRaised || evidence.grade_reason !== '' ? [...FIELDS, REASON] : FIELDS;
  const common = (name: Name) => ({
    className: faults.has(name) ? `${styles.input} ${styles.invalid}` : styles.input,
    name,
    'aria-invalid': faults.has(name) ? (true as const) : undefined,
    'aria-describedby': faults.has(name) ? `document-${name}` : undefined,
    value: evidence[name],
  });
  return (
    <div className={styles.fields}>
      {fields.map(({ name, label, help, list }) => (
        <label key={name} className={`${styles.field} ${styles[name] ?? ''}`}>
          <span className={styles.label}>{label}</span>
          <input
            {...common(name)}
            type="text"
            autoComplete="off"
            list={list}
            placeholder={name === 'grade' ? grade || 'A to E' : help}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        </label>
      ))}
      <Choice
        label="Issued by"
        none="Usual for its kind"
        options={Object.entries(checks?.sources ?? {}).map(([value, about]) => ({ value, about }))}
        common={common('source')}
        onChange={(source) => onChange({ source })}
      />
      <Choice
        label="Belongs to"
        none="The provider of its rows"
        options={(checks?.groups ?? []).map((value) => ({ value, about: `group: ${value}` }))}
        common={common('group')}
        onChange={(group) => onChange({ group })}
      />
      <datalist id="entry-kinds">
        {Object.keys(checks?.kinds ?? {}).map((kind) => (
          <option key={kind} value={kind} />
        ))}
      </datalist>
      {[...faults].map(([name, message]) => (
        <p key={name} id={`document-${name}`} className={styles.fault} role="alert">
          <CrossGlyph /> {[...FIELDS, REASON].find((field) => field.name === name)?.label ?? 'Document'}:{' '}
          {message}
          {name === 'sha256' && missingCopy !== undefined ? ' Drop it at the right.' : ''}
        </p>
      ))}
    </div>
  );
}

const REASON: TextField = { name: 'grade_reason', label: 'Why the grade is better', help: 'A sentence' };

interface ChoiceProps {
  label: string;
  none: string;
  options: readonly { value: string; about: string }[];
  common: { className: string | undefined; name: string; value: string };
  onChange: (value: string) => void;
}

function Choice({ label, none, options, common, onChange }: ChoiceProps) {
  return (
    <label className={`${styles.field} ${styles.choice}`}>
      <span className={styles.label}>{label}</span>
      <select {...common} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{none}</option>
        {options.map(({ value, about }) => (
          <option key={value} value={value}>
            {about}
          </option>
        ))}
      </select>
    </label>
  );
}
