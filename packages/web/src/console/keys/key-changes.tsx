// The latest changes of keys, from the audit trail.

import { Link, useParams } from '@tanstack/react-router';
import { useRead } from '../../api/acts.ts';
import { Instant } from '../../ui/instant.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import type { Key } from './key.ts';

const SHOWN = 6;

const CHANGES: Readonly<Record<string, string>> = {
  'key.created': 'Created',
  'key.rotated': 'Rotated',
  'key.raised': 'Upgraded',
  'key.revoked': 'Revoked',
};

export function KeyChanges({ keys }: { keys: readonly Key[] | undefined }) {
  const { workspace } = useParams({ from: '/console/$workspace' });
  const changes = useRead('workspaces.audit', { action: 'key.', newest_first: true, limit: SHOWN });
  if (changes.data === undefined || changes.data.data.length === 0) return null;
  const keyOf = (subject: string) => keys?.find(({ id }) => subject === `keys/${id}`);
  return (
    <Section
      title="Latest changes"
      aside={
        <Link to="/console/$workspace/audit" params={{ workspace }} search={{ about: 'key.' }}>
          All in Audit
        </Link>
      }
    >
      <Table
        label="Latest changes of keys"
        columns={[
          { head: 'Name', cell: ({ subject }) => keyOf(subject)?.name ?? '·' },
          {
            head: 'Prefix',
            isFixed: true,
            isMinor: true,
            cell: ({ subject }) => <span className="mono">{keyOf(subject)?.prefix}</span>,
          },
          { head: 'Change', isFixed: true, cell: ({ action }) => CHANGES[action] ?? action },
          {
            head: 'By',
            isFixed: true,
            isMinor: true,
            cell: ({ by, actor_name }) => actor_name ?? (by === 'operator' ? 'the operator' : 'the service'),
          },
          { head: 'Date', isFixed: true, isMinor: true, cell: ({ at }) => <Instant at={at} /> },
        ]}
        rows={changes.data.data}
        keyOf={({ seq }) => String(seq)}
        empty=""
      />
    </Section>
  );
}
