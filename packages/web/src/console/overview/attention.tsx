// What needs an act soon: above everything else on the overview, the soonest first, each with its time and its one act.

import { Link, useParams } from '@tanstack/react-router';
import { useNow } from '../../ui/clock.ts';
import { DaysLeft } from '../../ui/days-left.tsx';
import { plural } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { useMayAct } from '../person.tsx';
import { type Concern, concernsOf, type StateProps } from './concerns.ts';

export function Attention(props: StateProps) {
  const { workspace } = useParams({ from: '/console/$workspace' });
  const now = useNow();
  const may = useMayAct();
  const concerns = concernsOf({ ...props, now });
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
          { head: 'Why', isMinor: 'plain', cell: ({ sentence }) => sentence },
          {
            head: 'Time left',
            isFixed: true,
            isMinor: 'plain',
            cell: ({ until, span }) =>
              until === null ? '·' : <DaysLeft until={until} span={span} now={now} />,
          },
          {
            head: 'Act',
            isFixed: true,
            isMinor: 'plain',
            cell: ({ acts, to, search }) => (
              <Link to={to} params={{ workspace }} search={search}>
                {acts.filter(({ needs }) => needs === null || may(needs))[0]!.words}
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
