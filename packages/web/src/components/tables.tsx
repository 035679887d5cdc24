// Tables with rows, without, loading, and with texts that are hard to place.

import { useState } from 'react';
import { TableTools, useColumns } from '../ui/column-choice.tsx';
import { count } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';
import { State, type StateKind } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';

interface Row {
  name: string;
  prefix: string;
  requests: number;
  by: string;
  state: StateKind;
}

const ROWS: readonly Row[] = [
  { name: 'backend', prefix: 'rf_live_Xw9d', requests: 9306, by: 'Ada', state: 'good' },
  {
    name: 'A name of sixty characters, which is as long as names become',
    prefix: 'rf_live_m3Vx',
    requests: 0,
    by: 'Dev',
    state: 'waiting',
  },
  {
    name: '東京デジタル信用リスク管理部門の夜間バッチ処理',
    prefix: 'rf_live_Zt04',
    requests: 1_204_331,
    by: 'Bea',
    state: 'failed',
  },
];

const COLUMNS: readonly Column<Row>[] = [
  { head: 'Name', text: ({ name }) => name },
  {
    head: 'Prefix',
    isFixed: true,
    isMinor: true,
    cell: ({ prefix }) => <span className="mono">{prefix}</span>,
    text: ({ prefix }) => prefix,
  },
  {
    head: 'Requests',
    isFigure: true,
    isMinor: true,
    cell: ({ requests }) => count(requests),
    text: ({ requests }) => requests,
  },
  { head: 'Created by', isExtra: true, text: ({ by }) => by },
  {
    head: 'State',
    isFixed: true,
    cell: ({ state }) => <State kind={state}>{state}</State>,
    text: ({ state }) => state,
  },
];

export function Tables() {
  const [open, setOpen] = useState('');
  const columns = useColumns('components', COLUMNS);
  const shared = { columns: columns.shown, keyOf: ({ prefix }: Row) => prefix };
  return (
    <>
      <Section title="Table" aside={<TableTools columns={columns} rows={ROWS} file="components" />}>
        <Table
          {...shared}
          label="Rows that open"
          rows={ROWS}
          empty=""
          open={{
            isOpen: ({ prefix }) => prefix === open,
            onOpen: ({ prefix }) => setOpen(prefix === open ? '' : prefix),
            label: ({ name }) => `Show ${name}`,
          }}
        />
      </Section>
      <Section title="Table, loading">
        <Table {...shared} label="Loading" rows={undefined} empty="" />
      </Section>
      <Section title="Table, empty">
        <Table
          {...shared}
          label="Empty"
          rows={[]}
          empty="No key yet. A key lets a program read scores: create the first one."
        />
      </Section>
    </>
  );
}
