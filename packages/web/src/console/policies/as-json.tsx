// The whole document as JSON. The engine checks it in the browser, as the server does when it is saved.

import type { Policy } from '@rf-indicators/engine';
import { AreaField } from '../../ui/field.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import styles from './policies.module.css';
import { type Problem, problemsOf } from './policy.ts';

export type ReadText =
  | { document: Policy; problems: readonly [] }
  | { document: null; problems: readonly Problem[] };

export function textOf(document: Policy): string {
  return JSON.stringify(document, null, 2);
}

export function readText(text: string, name: string): ReadText {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return {
      document: null,
      problems: [{ pointer: '', message: `is not JSON: ${(error as Error).message}` }],
    };
  }
  const problems = problemsOf(document, name);
  return problems.length === 0
    ? { document: document as Policy, problems: [] }
    : { document: null, problems };
}

interface AsJsonProps {
  text: string;
  problems: readonly Problem[];
  isReadOnly: boolean;
  onChange: (text: string) => void;
}

export function AsJson({ text, problems, isReadOnly, onChange }: AsJsonProps) {
  return (
    <div className={styles.json}>
      <ul className={styles.problems} aria-label="Problems">
        {problems.map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>
            <CrossGlyph />{' '}
            <span>
              <span className="mono">{pointer || '/'}</span> {message}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.said} role="status">
        {problems.length === 0 ? 'The policy is valid.' : ''}
      </p>
      <AreaField
        label="The policy"
        value={text}
        rows={32}
        spellCheck={false}
        readOnly={isReadOnly}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
