// Says on every page of the desk that a server of the settings is not used, because two people have not confirmed it.

import { Link } from '@tanstack/react-router';
import { useRead } from '../api/acts.ts';
import styles from './desk.module.css';

export function ServerNotice() {
  const servers = useRead('servers.list', {}).data?.data ?? [];
  const problems = servers.flatMap(({ problem }) => (problem === null ? [] : [problem]));
  if (problems.length === 0) return null;
  return (
    <div className={styles.notice} role="status">
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
      <p>
        Correct the settings of the service, or propose the change under{' '}
        <Link to="/desk/requests">Requests</Link>.
      </p>
    </div>
  );
}
