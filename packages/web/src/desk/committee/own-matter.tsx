// A matter without a draft: the withdrawal of an indicator, the start of a review or its end.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BandChip } from '../../ui/band.tsx';
import { Facts } from '../../ui/facts.tsx';
import { hundredths } from '../../ui/format.ts';
import { Day, Instant } from '../../ui/instant.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './item.module.css';
import type { Matter } from './matter.ts';
import { Rationale } from './rationale.tsx';

export function OwnMatter({ matter, children }: { matter: Matter; children: ReactNode }) {
  const { name, slug, kind, previous_score, previous_band, reason, review, opened_at } = matter;
  return (
    <>
      <div className={styles.top}>
        <h2 className={styles.name}>{name}</h2>
        {slug === null ? null : (
          <Link to="/desk/providers/$slug" params={{ slug }}>
            Provider file
          </Link>
        )}
      </div>
      {previous_score === null ? null : (
        <div className={styles.figures}>
          <span>{hundredths(previous_score)}</span>
          {previous_band === null ? null : (
            <span className={styles.bands}>
              <BandChip band={previous_band} />
            </span>
          )}
        </div>
      )}
      <p className={styles.sentence}>{SENTENCES[kind]}</p>
      <Section title={TITLES[kind] ?? 'Reason'}>
        <Facts
          facts={{
            Reason: review?.reason ?? reason ?? 'none given',
            ...(review === null || review.direction === null
              ? {}
              : { Direction: DIRECTIONS[review.direction] }),
            ...(review?.until == null ? {} : { Until: <Day at={review.until} /> }),
            'Brought on': <Instant at={opened_at} />,
          }}
        />
      </Section>
      {kind !== 'withdrawal' || slug === null ? null : (
        <Rationale about={{ withdrawal: matter.matter }} slug={slug} isOpen={matter.state === 'open'} />
      )}
      {children}
    </>
  );
}

const SENTENCES: Partial<Readonly<Record<Matter['kind'], string>>> = {
  withdrawal:
    'If the committee accepts it, no score is published for this provider until a reinstatement. The record and its package stay.',
  review:
    'If the committee accepts it, the indicator is marked as under review until the date below. The score does not change, and this is not a forecast.',
  review_end: 'If the committee accepts it, the indicator is no longer marked as under review.',
};

const TITLES: Partial<Readonly<Record<Matter['kind'], string>>> = {
  withdrawal: 'Why it should be withdrawn',
  review: 'Why it should be under review',
  review_end: 'Why the review should end',
};

export const DIRECTIONS = {
  up: 'up: the score may rise',
  down: 'down: the score may fall',
  developing: 'developing: it may go either way',
} as const;
