// The score of a provider as it is published, and in a line above it whatever qualifies it.

import { BandChip, bandName } from '../../ui/band.tsx';
import { Day } from '../../ui/instant.tsx';
import { hundredths, utcDate, withDates } from '../../ui/words.ts';
import type { ProviderFile } from './file.ts';
import styles from './provider.module.css';

export function Headline({ file }: { file: ProviderFile }) {
  const { published, withdrawn, provider } = file;
  return (
    <section aria-label="Score" className={styles.headline}>
      {provider.retired_at === null ? null : (
        <p className={styles.standing}>
          Retired on <Day at={provider.retired_at} />: runs no longer score it.
        </p>
      )}
      {withdrawn === null || published !== null ? null : (
        <p className={styles.standing}>
          Withdrawn on <Day at={withdrawn.at} />: {withdrawn.reason}
        </p>
      )}
      {published === null || published.stale_since === null ? null : (
        <p className={styles.standing}>
          Stale since <Day at={published.stale_since} />: {withDates(published.stale_reason ?? '')}
        </p>
      )}
      {published === null || published.corrects === null ? null : (
        <p className={styles.standing}>
          This indicator corrects an earlier one: <Proof id={published.corrects} />
        </p>
      )}
      {published === null ? (
        <p className={styles.none}>{withdrawn === null ? 'Not published' : 'Withdrawn'}</p>
      ) : (
        <>
          <p className={styles.score}>
            <span className={styles.figure}>{hundredths(published.score)}</span>
            <BandChip band={published.band} />
          </p>
          <p className={styles.sentence}>
            Published under {published.framework_version}, scored as of{' '}
            {utcDate(new Date(published.as_of).toISOString().slice(0, 10))} (UTC), last confirmed on{' '}
            <Day at={published.verified_at} />. <Proof id={published.verification_id} />
          </p>
        </>
      )}
      <p className={styles.sentence}>{nowWords(file)}</p>
    </section>
  );
}

function nowWords({ score_now, band_now, no_score_reason, published }: ProviderFile): string {
  if (score_now === null || band_now === null)
    return `A run would give no score now. ${no_score_reason ?? ''}`;
  if (published?.score === score_now) return 'A run would give the same score now.';
  return `A run would give ${hundredths(score_now)}, ${bandName(band_now)}, now.`;
}

function Proof({ id }: { id: string }) {
  return (
    <a className="mono" href={`/verify/${id}`}>
      {id}
    </a>
  );
}
