// Notices of the service to the workspace, such as a disabled endpoint.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Link } from '@tanstack/react-router';
import { useList } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { useNow } from '../../ui/clock.ts';
import { count, tierName, timeOf } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/table.tsx';

export type Notice = AnswerOf<'notices.list'>['data'][number];

const WEEK = 7 * 24 * 60 * 60 * 1000;

export function Notices() {
  const now = useNow();
  const pages = useList('notices.list', {});
  const recent = pages.entries?.filter(({ created_at }) => now - timeOf(created_at) <= WEEK).length;
  return (
    <>
      <Title title="Notices" note={recent === undefined ? '' : `${count(recent)} in the last 7 days`} />
      <List
        label="Notices"
        pages={pages}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty="No notice yet. The service writes here when it disables an endpoint, gives up on deliveries, or a quota is nearly used. Contract Admins also get notices by email."
      />
    </>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  'webhook.disabled': 'Endpoint disabled',
  'webhook.expired': 'Deliveries given up',
  'quota.nearly_used': 'Quota nearly used',
  'quota.used_up': 'Quota used up',
};

const COLUMNS: readonly Column<Notice>[] = [
  { head: 'Notice', isFixed: true, cell: ({ kind }) => KINDS[kind] ?? 'Notice' },
  { head: 'What happened', isMinor: 'plain', cell: ({ message }) => wordsOf(message) },
  { head: 'Date', isFixed: true, isMinor: 'plain', instant: ({ created_at }) => created_at },
  { head: '', isFixed: true, cell: (notice) => <About notice={notice} /> },
];

/** Messages are also for the command line: the page has a link instead of a command, and its own words for tiers. */
function wordsOf(message: string): string {
  return message
    .split(/(?<=\.) (?=[A-Z])/)
    .filter((sentence) => !sentence.includes('run rf '))
    .join(' ')
    .replaceAll(/\b(FREE|PROFESSIONAL|ENTERPRISE|CUSTOM)\b/g, tierName)
    .replaceAll(/\b\d{4,}\b/g, (digits) => count(Number(digits)));
}

function About({ notice: { subject } }: { notice: Notice }) {
  const [about, id] = subject.split('/');
  if (about === 'webhooks')
    return (
      <Link to="/console/$workspace/webhooks" from="/console/$workspace/notices" search={{ open: id! }}>
        See the endpoint
      </Link>
    );
  if (about === 'quotas')
    return (
      <Link to="/console/$workspace" from="/console/$workspace/notices">
        See the quota
      </Link>
    );
  return null;
}
