// The impact of a framework: computed on demand, because it scores every provider twice.

import { useEffect, useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { Filters, FilterText } from '../../ui/filters.tsx';
import { count, instant, plural } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { Drivers } from './drivers.tsx';
import type { Framework, Impact } from './framework.ts';
import styles from './frameworks.module.css';
import { cellOf, cellWords, Matrix } from './matrix.tsx';
import { ProviderChanges } from './provider-changes.tsx';

export function ImpactSection({ framework }: { framework: Framework }) {
  const compute = useAct('frameworks.impact', []);
  const { data, error, isPending } = compute;
  const start = () => compute.mutate({ framework: framework.digest });
  return (
    <Section
      title={data === undefined ? 'Impact' : findingOf(data)}
      {...(data === undefined
        ? {}
        : { note: `Scores as of ${instant(Date.parse(data.as_of))}, compared with ${comparedWith(data)}` })}
      aside={
        data === undefined ? undefined : (
          <Button kind="quiet" busy={isPending && 'Comparing…'} onPress={start}>
            Compare again
          </Button>
        )
      }
    >
      <ProblemBox error={error} onRetry={start} />
      {data !== undefined ? (
        <Report impact={data} />
      ) : isPending ? (
        <Wait />
      ) : (
        <>
          <p className={styles.wait}>
            Scores every provider under the framework in effect and under this one, and shows who moves, how
            far and why. With thousands of providers it takes minutes; nothing else waits for it.
          </p>
          <Button onPress={start}>Show the impact</Button>
        </>
      )}
    </Section>
  );
}

function Wait() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={styles.wait} role="status">
      Every provider is being scored under both frameworks
      {seconds < 3 ? '…' : `: ${plural(seconds, 'second')} so far.`} The service keeps running.
    </p>
  );
}

function comparedWith({ compared_with }: Impact): string {
  return compared_with === null ? 'nothing, as no framework was in effect' : compared_with.framework_version;
}

function findingOf({ counts }: Impact): string {
  if (counts.providers === 0) return 'No provider is known yet';
  const moved = counts.higher + counts.lower + counts.newly_scored + counts.no_longer_scored;
  if (moved === 0) return `No score changes, of ${plural(counts.providers, 'provider')}`;
  return `${plural(counts.band_changed, 'provider')} of ${count(counts.providers)} change band; ${count(counts.higher)} score higher, ${count(counts.lower)} lower`;
}

function Report({ impact }: { impact: Impact }) {
  const { search, set } = usePageSearch('/desk/frameworks');
  const wanted = search.text.trim().toLowerCase();
  const shown = impact.providers.filter(
    (provider) =>
      (search.cell === '' || cellOf(provider) === search.cell) &&
      provider.name.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div className={styles.columns}>
        <Matrix providers={impact.providers} chosen={search.cell} onChoose={(cell) => set({ cell })} />
        <Drivers drivers={impact.drivers} />
      </div>
      <div className={styles.more}>
        <Filters
          aside={
            search.cell === '' ? undefined : (
              <Button kind="quiet" onPress={() => set({ cell: '' })}>
                {`Only ${cellWords(search.cell)}: clear`}
              </Button>
            )
          }
        >
          <FilterText label="Provider" value={search.text} onChange={(text) => set({ text })} />
        </Filters>
        <ProviderChanges
          key={`${search.cell} ${search.text}`}
          providers={shown}
          onClear={() => set({ cell: '', text: '' })}
        />
      </div>
    </>
  );
}
