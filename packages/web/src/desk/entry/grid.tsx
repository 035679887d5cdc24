// The grid: one line of fields for each value, with its quote and note below. Cells from a spreadsheet can be pasted into it.

import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { CELLS, type Cell, isBlank } from './draft.ts';
import styles from './grid.module.css';
import { type GridProps, GridRow } from './row.tsx';
import { isTable, pastedRows } from './table-text.ts';

const HEADS = ['Provider', 'Input', 'Value', 'Grade', 'Evidence date', 'Page'];

export function Grid(props: GridProps) {
  const { rows, onPaste, onPropose } = props;
  const grid = useRef<HTMLDivElement>(null);

  const goTo = (key: string | undefined, cell: Cell) => {
    grid.current?.querySelector<HTMLElement>(`[data-row="${key}"] [data-cell="${cell}"]`)?.focus();
  };
  const placeOf = (target: EventTarget) => {
    const field = (target as HTMLElement).closest<HTMLElement>('[data-cell]');
    const row = field?.closest<HTMLElement>('[data-row]')?.dataset.row;
    return row === undefined ? null : { row, cell: field!.dataset.cell as Cell };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return onPropose();
    }
    const place = placeOf(event.target);
    if (place === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = rows.findIndex(({ key }) => key === place.row);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      goTo(rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.key, place.cell);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // The next value of the same document: its provider is there already.
      goTo(rows[at + 1]?.key, place.cell === 'value' ? 'input' : place.cell);
    }
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    const place = placeOf(event.target);
    if (place === null || !isTable(text)) return;
    event.preventDefault();
    onPaste(place.row, pastedRows(text, CELLS.includes(place.cell) ? place.cell : 'subject'));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows are forms of several lines, which no table is
    <div
      ref={grid}
      className={styles.grid}
      role="group"
      aria-label="Values"
      onKeyDown={onKeyDown}
      onPaste={paste}
    >
      <div className={styles.heads} aria-hidden="true">
        {HEADS.map((head) => (
          <span key={head} className={head === 'Value' ? styles.figureHead : undefined}>
            {head}
          </span>
        ))}
      </div>
      {rows.map((row, index) => (
        <GridRow
          key={row.key}
          {...props}
          row={row}
          number={index + 1}
          isLast={index === rows.length - 1 && isBlank(row)}
          goTo={(cell) => goTo(row.key, cell)}
        />
      ))}
    </div>
  );
}
