// What the document is: taken from its name, and corrected here. Every row has it, unless the row says otherwise.

import { CrossGlyph } from '../../ui/glyphs.tsx';
import styles from './document-fields.module.css';
import type { DraftContent, EvidenceDefaults } from './draft.ts';

interface FieldsProps {
  content: DraftContent;
  /** By field. */
  faults: ReadonlyMap<string, string>;
  onChange: (change: Partial<EvidenceDefaults>) => void;
}

const FIELDS: readonly { name: keyof EvidenceDefaults; label: string; help: string }[] = [
  { name: 'title', label: 'Title', help: 'Title of the document' },
  { name: 'kind', label: 'Kind of evidence', help: 'Such as audit report' },
  { name: 'grade', label: 'Grade', help: 'A to E' },
  { name: 'evidence_date', label: 'Evidence date', help: '31 Oct 2026' },
  { name: 'url', label: 'Source', help: 'https://…' },
];

export function DocumentFields({ content, faults, onChange }: FieldsProps) {
  const missingCopy = faults.get('sha256');
  return (
    <div className={styles.fields}>
      {FIELDS.map(({ name, label, help }) => (
        <label key={name} className={`${styles.field} ${styles[name] ?? ''}`}>
          <span className={styles.label}>{label}</span>
          <input
            className={faults.has(name) ? `${styles.input} ${styles.invalid}` : styles.input}
            type="text"
            autoComplete="off"
            name={name}
            placeholder={help}
            aria-invalid={faults.has(name) ? true : undefined}
            aria-describedby={faults.has(name) ? `document-${name}` : undefined}
            value={content.evidence[name]}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        </label>
      ))}
      {[...faults].map(([name, message]) => (
        <p key={name} id={`document-${name}`} className={styles.fault} role="alert">
          <CrossGlyph /> {FIELDS.find((field) => field.name === name)?.label ?? 'Document'}: {message}
          {name === 'sha256' && missingCopy !== undefined ? ' Drop it at the right.' : ''}
        </p>
      ))}
    </div>
  );
}
