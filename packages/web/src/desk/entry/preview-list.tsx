// What the rows would change for each provider, if they were approved now: before and after, caps, and derived values.

import { BandChip } from '../../ui/band.tsx';
import { change, hundredths, inputValue, inWords, plural } from '../../ui/format.ts';
import { ArrowGlyph } from '../../ui/glyphs.tsx';
import { Section } from '../../ui/section.tsx';
import { withInputNames } from '../input-names.ts';
import type { Basis, EntryPreview } from '../preview/scoring.ts';
import type { LoadedFramework, Previews } from '../preview/use-preview.ts';
import styles from './preview-list.module.css';

interface PreviewListProps {
  previews: Previews;
  basis: Basis | undefined;
  framework: LoadedFramework | undefined;
  /** The currencies whose reference rates the rows have. */
  rates: readonly string[];
}

export function PreviewList({ previews, basis, framework, rates }: PreviewListProps) {
  if (basis === undefined || framework === undefined || previews.bySlug.size === 0) return null;
  return (
    <Section
      title="If all of it were approved now"
      note="Computed in this browser by the engine that runs use. Higher is safer."
    >
      <ul className="list">
        {basis.providers.map(({ slug, name }) => {
          const one = previews.bySlug.get(slug);
          return one === undefined ? null : (
            <Effect key={slug} name={name} preview={one} framework={framework} />
          );
        })}
      </ul>
      {rates.map((currency) => (
        <p key={currency} className={styles.more}>
          {paying(currency, basis.paying[currency] ?? 0)}
        </p>
      ))}
    </Section>
  );
}

function paying(currency: string, providers: number): string {
  if (providers === 0) return `No provider pays in ${currency}.`;
  const all = `The rate of ${currency} counts for ${plural(providers, 'provider')}`;
  return providers > 20 ? `${all}; the first 20 are shown.` : `${all}.`;
}

function Effect({
  name,
  preview,
  framework,
}: {
  name: string;
  preview: EntryPreview;
  framework: LoadedFramework;
}) {
  const { effect, derived, slug, waiting } = preview;
  const { score_before, band_before, score_after, band_after, points, reason } = effect;
  return (
    <li className={styles.effect} data-preview={slug}>
      <span className={styles.name}>{name}</span>
      <span className={styles.scores}>
        {score_before === null ? (
          <span className={styles.none}>no score now</span>
        ) : (
          <>
            <span className={styles.now}>{hundredths(score_before)}</span>
            {band_before === null ? null : <BandChip band={band_before} />}
          </>
        )}
        <span className={styles.then}>
          <ArrowGlyph />
          <Hypothetical score={score_after} band={band_after} points={points} />
        </span>
      </span>
      <span className={styles.notes}>
        <Caps preview={preview} />
        {waiting === 0 ? null : (
          <span>
            With {plural(waiting, 'proposal')} of yours that {waiting === 1 ? 'waits' : 'wait'}.
          </span>
        )}
        {derived.map(({ input, before, after }) => (
          <span key={input} data-derived={input}>
            Derived: {framework.byId.get(input)?.label ?? inWords(input)}{' '}
            {after === null ? 'has no value yet' : inputValue(after.value)}
            {before === null || before === after?.value ? '' : `, now ${inputValue(before)}`}
            {after === null ? '' : ` (grade ${after.grade})`}
          </span>
        ))}
        {reason === null ? null : <span>{withInputNames(reason)}</span>}
      </span>
    </li>
  );
}

function Caps({ preview: { capsBefore, capsAfter } }: { preview: EntryPreview }) {
  const before = new Map(capsBefore.map(({ id, cap }) => [id, cap]));
  const lifted = capsBefore.filter(({ id }) => !capsAfter.some((cap) => cap.id === id));
  return (
    <>
      {capsAfter.length === 0 ? <span data-caps="">No cap.</span> : null}
      {capsAfter.map(({ id, name, cap }) => (
        <span key={id} data-cap={id}>
          {before.has(id) ? 'Cap' : 'New cap'} {hundredths(cap)}: {inWords(name)}
        </span>
      ))}
      {lifted.map(({ id, name, cap }) => (
        <span key={id}>
          Cap {hundredths(cap)} lifted: {inWords(name)}
        </span>
      ))}
    </>
  );
}

interface HypotheticalProps {
  /** In hundredths; null if there would be no score. */
  score: number | null;
  band: string | null;
  /** The change of the score, in hundredths; null unless there is a score before and after. */
  points: number | null;
}

/** A hypothetical score: the word, then the figure in outline type, in a dashed box. */
function Hypothetical({ score, band, points }: HypotheticalProps) {
  return (
    <span className={styles.box}>
      <span className={styles.word}>Hypothetical</span>
      {score === null ? (
        <span>no score</span>
      ) : (
        <>
          <span className={styles.figure}>{hundredths(score)}</span>
          {band === null ? null : <BandChip band={band} />}
          {points === null ? null : <span className={styles.points}>{change(points)}</span>}
        </>
      )}
    </span>
  );
}
