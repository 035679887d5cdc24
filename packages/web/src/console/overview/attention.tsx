// What needs attention, the most urgent first, each with its one act.

import { Link, useParams } from '@tanstack/react-router';
import { DaysLeft } from '../../ui/days-left.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { plural } from '../../ui/words.ts';
import { type Concern, concernsOf } from './concerns.ts';
import type { StateProps } from './state.tsx';

export function Attention(props: StateProps & { now: number }) {
  const { workspace } = useParams({ from: '/console/$workspace' });
  const concerns = concernsOf(props);
  if (concerns.length === 0) return null;
  return (
    <Section
      title={
        concerns.length === 1
          ? '1 thing needs attention'
          : `${plural(concerns.length, 'thing')} need attention`
      }
    >
      <Table<Concern>
        label="What needs attention"
        columns={[
          { head: 'What', cell: ({ name }) => name },
          { head: 'State', isFixed: true, cell: ({ kind, word }) => <State kind={kind}>{word}</State> },
          { head: 'Why', isMinor: true, cell: ({ sentence }) => sentence },
          {
            head: 'Time left',
            isFixed: true,
            isMinor: true,
            cell: ({ until, span }) =>
              until === null ? '·' : <DaysLeft until={until} span={span} now={props.now} />,
          },
          {
            head: 'Act',
            isFixed: true,
            cell: ({ act, to, search }) => (
              <Link to={to} params={{ workspace }} search={search}>
                {act}
              </Link>
            ),
          },
        ]}
        rows={concerns}
        keyOf={({ id }) => id}
        empty=""
      />
    </Section>
  );
}
