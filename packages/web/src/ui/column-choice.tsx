// Which columns of a table are shown, and the table as a file. The choice is kept in this browser.

import { useState } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from './button.tsx';
import styles from './column-choice.module.css';
import { csvOf } from './csv.ts';
import { download } from './download.ts';
import { TickGlyph } from './glyphs.tsx';
import type { Column } from './table.tsx';

export interface ColumnChoice<Row> {
  shown: Column<Row>[];
  hidden: ReadonlySet<string>;
  setShown: (heads: ReadonlySet<string>) => void;
  all: readonly Column<Row>[];
}

/** `name` tells tables apart. The first column, which names the row, always stays. */
export function useColumns<Row>(name: string, all: readonly Column<Row>[]): ColumnChoice<Row> {
  const place = `columns of ${name}`;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => readHidden(place));
  return {
    all,
    hidden,
    shown: all.filter(({ head }, at) => at === 0 || !hidden.has(head)),
    setShown: (heads) => {
      const next = new Set(all.slice(1).flatMap(({ head }) => (heads.has(head) ? [] : [head])));
      localStorage.setItem(place, JSON.stringify([...next]));
      setHidden(next);
    },
  };
}

function readHidden(place: string): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.map(String) : []);
  } catch {
    return new Set();
  }
}

interface TableToolsProps<Row> {
  columns: ColumnChoice<Row>;
  rows: readonly Row[] | undefined;
  /** Of the file, without its ending. */
  file: string;
}

export function TableTools<Row>({ columns, rows = [], file }: TableToolsProps<Row>) {
  const { shown } = columns;
  return (
    <>
      <ColumnMenu columns={columns} />
      <Button kind="quiet" onPress={() => download(`${file}.csv`, 'text/csv', csvOf(shown, rows))}>
        CSV
      </Button>
    </>
  );
}

export function ColumnMenu<Row>({ columns: { all, shown, setShown } }: { columns: ColumnChoice<Row> }) {
  return (
    <MenuTrigger>
      <AriaButton className={styles.opener!}>Columns</AriaButton>
      <Popover className={styles.popover!} placement="bottom end">
        <Menu
          aria-label="Columns"
          className={styles.menu!}
          selectionMode="multiple"
          selectedKeys={shown.map(({ head }) => head)}
          onSelectionChange={(keys) => setShown(new Set([...keys].map(String)))}
          disabledKeys={[all[0]!.head]}
        >
          {all.map(({ head }) => (
            <MenuItem key={head} id={head} textValue={head} className={styles.item!}>
              {({ isSelected }) => (
                <>
                  <span className={styles.tick}>{isSelected ? <TickGlyph /> : null}</span>
                  {head}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
