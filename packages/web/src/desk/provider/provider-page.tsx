// The file of a provider: where it stands, what waits, its inputs, its history, and one timeline of all that happened.

import { Link, useParams } from '@tanstack/react-router';
import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { bandName } from '../../ui/band.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { hundredths } from '../../ui/words.ts';
import { useOpenRow } from '../presence.ts';
import { Contested } from './contested.tsx';
import type { ProviderFile } from './file.ts';
import { Headline } from './headline.tsx';
import styles from './provider.module.css';
import { ProviderHistory } from './provider-history.tsx';
import { Sheet } from './sheet.tsx';
import { ProviderSide } from './side.tsx';
import { Timeline } from './timeline.tsx';
import { Waiting } from './waiting.tsx';
import { ProviderWaterfall } from './waterfall.tsx';

export function ProviderPage() {
  const { slug } = useParams({ from: '/desk/providers/$slug' });
  const { data: file, error, refetch } = useRead('providers.show', { provider: slug });
  useOpenRow('providers', file?.provider.id);
  if (file === undefined) {
    return (
      <>
        <Title title={error === null ? '\u00a0' : 'Provider'} tab="Provider" />
        {error === null ? (
          <div aria-busy="true" />
        ) : (
          <ProblemBox error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  const { name, id } = file.provider;
  return (
    <>
      <Title title={name} tab={tabOf(file)} note={<AllProviders />} />
      {error === null ? null : <ProblemBox error={error} onRetry={() => void refetch()} />}
      <div className={styles.page}>
        <div className={styles.main}>
          <Headline file={file} />
          <Waiting file={file} />
          <Contested file={file} />
          <ProviderWaterfall file={file} />
          <Sheet file={file} />
          <ProviderHistory key={id} provider={id} />
          <Timeline key={`timeline ${id}`} file={file} />
        </div>
        <ProviderSide file={file} />
      </div>
    </>
  );
}

function AllProviders() {
  return (
    <Link to="/desk/providers" className={styles.all}>
      All providers
    </Link>
  );
}

function tabOf({ provider: { name }, published }: ProviderFile): string {
  return published === null ? name : `${hundredths(published.score)} ${bandName(published.band)} · ${name}`;
}
