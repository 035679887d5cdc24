// What others and the service did since this person was last at the desk.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { newsSentence } from '../../ui/audit-sentences.ts';
import { useNow } from '../../ui/clock.ts';
import { ago, plural } from '../../ui/format.ts';
import { HomeList } from './home-list.tsx';

type Home = AnswerOf<'desk.home'>;

export function SinceYouLeft({ home }: { home: Home | undefined }) {
  const now = useNow();
  const since = home === undefined ? '' : ago(home.since, now);
  return (
    <HomeList
      title="Since you left"
      rows={home?.news.map(({ action, count, latest_at, by, others }) => ({
        key: action,
        to: `/desk/audit?action=${encodeURIComponent(action)}`,
        name: newsSentence(action, count),
        figure: ago(latest_at, now),
        detail: `by ${[...by, ...(others === 0 ? [] : [plural(others, 'other')])].join(', ')}`,
      }))}
      empty={`Nothing happened since ${since}.`}
      more={
        home === undefined
          ? ''
          : home.is_first_visit
            ? 'Your first visit: the last 7 days.'
            : `You were last here ${since}.`
      }
    />
  );
}
