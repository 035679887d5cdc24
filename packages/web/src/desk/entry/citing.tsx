// Cites what is selected in the document for the row in hand: its page, the quote, and the figure in it if there is one.

import { Button } from '../../ui/button.tsx';
import type { DefinedInput } from '../preview/scoring.ts';
import styles from './citing.module.css';
import type { EntryRow } from './draft.ts';

export interface Selection {
  text: string;
  page: number | null;
}

interface CitingProps {
  selection: Selection | null;
  row: EntryRow;
  number: number;
  definition: DefinedInput | undefined;
  onCite: (cited: Partial<EntryRow>) => void;
}

const LONGEST_QUOTE = 2000;

export function Citing({ selection, row, number, definition, onCite }: CitingProps) {
  if (selection === null) return null;
  const quote = selection.text.replaceAll(/\s+/g, ' ').trim();
  const figure = row.value === '' && definition?.options === null ? figureIn(quote) : null;
  const cite = () =>
    onCite({
      quote: quote.slice(0, LONGEST_QUOTE),
      ...(selection.page === null ? {} : { page: String(selection.page) }),
      ...(figure === null ? {} : { value: figure }),
    });
  return (
    <div className={styles.citing} role="status">
      <span className={styles.quote}>“{quote}”</span>
      <Button onPress={cite}>
        {figure === null ? `Cite for row ${number}` : `Cite ${figure} for row ${number}`}
      </Button>
    </div>
  );
}

/** The only number in a text, without the commas of thousands; null if there is none, or there are several. */
export function figureIn(text: string): string | null {
  const numbers = text.match(/(?<![\p{L}\d.,])\d[\d,]*(?:\.\d+)?(?![\p{L}\d])/gu) ?? [];
  const beforePercent = text.match(/(?<![\p{L}\d.,])\d[\d,]*(?:\.\d+)?(?=\s?(?:%|percent))/gu) ?? [];
  const [only, another] = beforePercent.length === 1 ? beforePercent : numbers;
  return only === undefined || another !== undefined ? null : only.replaceAll(',', '');
}
