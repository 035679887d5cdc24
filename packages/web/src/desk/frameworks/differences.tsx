// What the text of a framework changes, in words.

import { useRead } from '../../api/acts.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { inWords, plural } from '../../ui/words.ts';
import type { Framework } from './framework.ts';

export function Differences({ framework }: { framework: Framework }) {
  const { data, error, refetch } = useRead('frameworks.differences', { framework: framework.digest });
  const other = data?.compared_with ?? null;
  return (
    <Section
      title={
        data === undefined
          ? 'Differences'
          : other === null
            ? 'It is the first framework'
            : `${plural(data.differences.length, 'difference')} from ${other.framework_version}`
      }
    >
      {error === null ? (
        <Table
          label="Differences"
          columns={[
            { head: 'What', cell: ({ place }) => placeWords(place) },
            {
              head: 'Before',
              isMinor: true,
              cell: ({ before }) => before ?? <span className="muted">nothing</span>,
            },
            {
              head: 'After',
              isMinor: true,
              cell: ({ after }) => after ?? <span className="muted">nothing</span>,
            },
          ]}
          rows={data?.differences}
          keyOf={({ place }) => place}
          empty={other === null ? 'There is nothing to compare it with.' : 'The texts say the same.'}
        />
      ) : (
        <ProblemBox error={error} onRetry={() => void refetch()} />
      )}
    </Section>
  );
}

/** "criteria reserve_coverage weight" without the marks of the code. */
function placeWords(place: string): string {
  return inWords(place.replaceAll(/[./]+/g, ' · ').replace(/^ · /, ''));
}
