// What waits for a decision of this person.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useNow } from '../../ui/clock.ts';
import { ago, count } from '../../ui/words.ts';
import { HomeList } from './home-list.tsx';

type Waiting = AnswerOf<'desk.home'>['waiting'][number];

const KINDS: Readonly<Record<Waiting['kind'], { name: string; to: string; oldest: string }>> = {
  proposals: { name: 'Proposals to approve', to: '/desk/approvals', oldest: 'oldest proposed' },
  questions: { name: 'Questions to answer', to: '/desk/approvals', oldest: '' },
  drafts: { name: 'Drafts to read or publish', to: '/desk/runs', oldest: 'oldest computed' },
  requests: { name: 'Requests for a second person', to: '/desk/requests', oldest: 'oldest made' },
  sign_offs: { name: 'Frameworks to sign', to: '/desk/frameworks', oldest: 'oldest imported' },
  claims: { name: 'New colleagues to confirm', to: '/desk/staff', oldest: 'oldest claimed' },
  score_requests: { name: 'Score requests to triage', to: '/desk/score-requests', oldest: 'oldest received' },
};

export function WaitsForYou({ waiting }: { waiting: readonly Waiting[] | undefined }) {
  const now = useNow();
  return (
    <HomeList
      title="Waits for you"
      rows={waiting?.map(({ kind, count: number, oldest_at }) => {
        const { name, to, oldest } = KINDS[kind];
        const detail = oldest_at === null ? '' : `${oldest} ${ago(oldest_at, now)}`;
        return { key: kind, to, name, figure: count(number), detail };
      })}
      empty="Nothing waits for you."
    />
  );
}
