// The composite score, always beside its coverage and its value with names without a score at 0, and what holds it down: points
// that are exactly 100 minus the composite together.

import { Link, useParams } from '@tanstack/react-router';
import { plural } from '../../ui/format.ts';
import { percent, points as signed } from './amounts.ts';
import type { Figures } from './book.ts';
import styles from './composite.module.css';

const FIRST = 5;

export function Composite({ figures }: { figures: Figures }) {
  const { score, coverage, unscored_at_zero } = figures.composite;
  return (
    <section className={styles.composite} aria-label="Composite">
      <p className={styles.label}>Composite, by exposure · higher is safer</p>
      {score === null ? (
        <p className={styles.none}>
          {figures.version === null ? 'The book is empty.' : 'No name of the book has a score.'}
        </p>
      ) : (
        <p className={styles.score}>{score.toFixed(2)}</p>
      )}
      <dl className={styles.beside}>
        <div>
          <dt>Coverage</dt>
          <dd>{coverage === null ? '·' : percent(coverage, 2)}</dd>
        </div>
        <div>
          <dt>With unscored names at 0</dt>
          <dd>{unscored_at_zero === null ? '·' : unscored_at_zero.toFixed(2)}</dd>
        </div>
      </dl>
      <Unscored figures={figures} />
      {figures.frameworks.is_mixed ? (
        <p className={styles.mixed}>
          It mixes scores of several frameworks:{' '}
          {figures.frameworks.data
            .flatMap(({ framework, share }) => (framework === null ? [] : `${framework} ${percent(share)}`))
            .join(', ')}
          .
        </p>
      ) : null}
      {score === null ? null : <Losses figures={figures} score={score} />}
    </section>
  );
}

/** What became of the names that the composite leaves out is a page of its own. */
function Unscored({ figures: { id, unscored } }: { figures: Figures }) {
  const { workspace } = useParams({ from: '/console/$workspace/books' });
  if (unscored.names === 0) return null;
  return (
    <p className={styles.unscored}>
      <Link to="/console/$workspace/books/$book/coverage" params={{ workspace, book: id }}>
        {plural(unscored.names, 'name')} without a score
      </Link>
    </p>
  );
}

function Losses({ figures: { losses }, score }: { figures: Figures; score: number }) {
  const shown = losses.data.slice(0, FIRST);
  const rest = losses.data.slice(FIRST);
  const others = {
    names: rest.length + losses.others.names,
    points: hundredths(losses.others.points) + rest.reduce((sum, { points }) => sum + hundredths(points), 0),
  };
  const most = Math.max(...shown.map(({ points }) => hundredths(points)), others.points, 1);
  return (
    <>
      <h2 className={styles.head}>What holds it down, points</h2>
      <ul className={styles.losses}>
        {shown.map(({ name, provider, points }) => (
          <li key={provider ?? name}>
            <span>{name}</span>
            <Bar share={hundredths(points) / most} />
            <span>{signed(-points)}</span>
          </li>
        ))}
        {others.names === 0 ? null : (
          <li>
            <span>{plural(others.names, 'other')}</span>
            <Bar share={others.points / most} isOutlined />
            <span>{signed(-others.points / 100)}</span>
          </li>
        )}
      </ul>
      <p className={styles.sum}>
        100.00 − {((10_000 - hundredths(score)) / 100).toFixed(2)} = {score.toFixed(2)}
      </p>
    </>
  );
}

/** Sums are made in whole hundredths. */
function hundredths(value: number): number {
  return Math.round(value * 100);
}

const WIDTH = 72;

function Bar({ share, isOutlined = false }: { share: number; isOutlined?: boolean }) {
  const width = Math.max(1, Math.round(share * WIDTH));
  return (
    <svg aria-hidden="true" width={WIDTH} height="12">
      {isOutlined ? (
        <rect x="0.5" y="0.5" width={width - 1} height="11" fill="none" stroke="var(--bar)" />
      ) : (
        <rect width={width} height="12" fill="var(--bar)" />
      )}
    </svg>
  );
}
