// The first page of the desk: what waits for the person, what will be late, and what happened since they left.

import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import styles from './home.module.css';
import { Late } from './late.tsx';
import { SinceYouLeft } from './since-you-left.tsx';
import { WaitsForYou } from './waits-for-you.tsx';

export function DeskHome() {
  const { data: home, error, refetch } = useRead('desk.home', {});
  const waiting = home?.waiting.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <>
      <Title title="Home" tab={waiting === 0 ? 'Home' : `(${waiting}) Home`} />
      {error !== null && home === undefined ? (
        <ProblemBox error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.lists}>
          <WaitsForYou waiting={home?.waiting} />
          <Late stale={home?.stale} staleCount={home?.stale_count ?? 0} />
          <SinceYouLeft home={home} />
        </div>
      )}
    </>
  );
}
