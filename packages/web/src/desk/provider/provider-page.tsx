// The file of a provider: where it stands, what waits, its inputs, its history, and one timeline of all that happened.

import { Link, useParams } from '@tanstack/react-router';
import { useRead } from '../../api/acts.ts';
import { heldInWords, scoreHeadline } from '../../charts/score-headline.ts';
import { findingOf, stepsOf } from '../../charts/waterfall-steps.ts';
import { Title } from '../../frame/title.tsx';
import { bandName } from '../../ui/band.tsx';
import { drawn } from '../../ui/drawn.tsx';
import { hundredths, inputValue, utcDate, withDates } from '../../ui/format.ts';
import { Day } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { WaterfallChart } from '../../ui/waterfall.tsx';
import { useOpenRow } from '../presence.ts';
import { EvidenceLink } from './evidence-panel.tsx';
import type { ProviderFile, SheetRow } from './file.ts';
import styles from './provider.module.css';
import { ProviderHistory } from './provider-history.tsx';
import { ProviderOutlook } from './provider-outlook.tsx';
import { Sheet } from './sheet.tsx';
import { ProviderSide } from './side.tsx';
import { Timeline } from './timeline.tsx';
import { Waiting } from './waiting.tsx';

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
      <ProblemBox error={error} onRetry={() => void refetch()} />
      <div className={styles.page}>
        <div className={styles.main}>
          <Headline file={file} />
          <Waiting file={file} />
          <Contested file={file} />
          <ProviderWaterfall file={file} />
          <Sheet file={file} />
          <ProviderOutlook outlook={file.outlook} />
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

type Value = ProviderFile['contested'][number];

const COLUMNS: readonly Column<Value>[] = [
  { head: 'Input', cell: ({ label }) => label },
  {
    head: 'In force',
    cell: ({ in_force }) =>
      in_force === null ? 'no evidence' : valueWords(in_force.value, in_force.grade, in_force.evidence_date),
  },
  {
    head: 'Contested',
    isMinor: true,
    cell: ({ value, grade, evidence_date, evidence_id }) => (
      <>
        {valueWords(value, grade, evidence_date)}{' '}
        {evidence_id === null ? null : <EvidenceLink evidence={evidence_id} />}
      </>
    ),
  },
  {
    head: 'What would cure it',
    isMinor: true,
    cell: ({ value, needs }) => `Evidence of grade ${needs} or better for ${inputValue(value)}`,
  },
];

/** Values that were approved and do not count, beside those in force, with the evidence that would cure them. */
function Contested({ file }: { file: ProviderFile }) {
  if (file.contested.length === 0) return null;
  return (
    <Section
      title="Contested values"
      note="Approved, but weaker than the evidence that they contradict: they do not count yet."
    >
      <Table
        label="Contested values"
        columns={COLUMNS}
        rows={file.contested}
        keyOf={({ input }) => input}
        empty="Nothing is contested."
      />
    </Section>
  );
}

/** "178.00, grade B, 4 Nov 2026". */
function valueWords(value: string, grade: string | null, day: string | null): string {
  return [
    inputValue(value),
    ...(grade === null ? [] : [`grade ${grade}`]),
    ...(day === null ? [] : [utcDate(day)]),
  ].join(', ');
}

/** The score of a provider as it is published, and in a line above it whatever qualifies it. */
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
          {drawn(scoreHeadline({ score: published.score, band: published.band, notes: heldNotes(file) }))}
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

/** The rules are those of the score that a run would give now. */
function heldNotes({ published, score_now, binding_rules }: ProviderFile): string[] {
  if (published === null || published.score !== score_now) return [];
  return [heldInWords(score_now, binding_rules.length) ?? []].flat();
}

function nowWords({ score_now, band_now, no_score_reason, published, binding_rules }: ProviderFile): string {
  if (score_now === null || band_now === null)
    return `A run would give no score now. ${no_score_reason ?? ''}`;
  if (published?.score === score_now) return 'A run would give the same score now.';
  const held = heldInWords(score_now, binding_rules.length);
  return `A run would give ${hundredths(score_now)}, ${bandName(band_now)}${held === null ? '' : `, ${held}`}, now.`;
}

function Proof({ id }: { id: string }) {
  return (
    <a className="mono" href={`/verify/${id}`}>
      {id}
    </a>
  );
}

/** Where the points of the score that a run would give now are lost. */
function ProviderWaterfall({ file }: { file: ProviderFile }) {
  const { score_now, band_now, sheet, binding_rules } = file;
  if (score_now === null || band_now === null) return null;
  const criteria = sheet.flatMap((row) =>
    row.module === null || row.lost === null
      ? []
      : [
          {
            module: row.module,
            label: row.label,
            lost: row.lost,
            isProved: row.status === 'scored',
            criterion: row,
          },
        ],
  );
  // Gates come first in the sheet; modules have the order of the framework, as everywhere else.
  const inOrder = criteria.toSorted((a, b) => Number(isGate(a)) - Number(isGate(b)));
  const names = [...new Set(inOrder.map(({ module }) => module))];
  const modules = names.map((label) => ({ id: label, label }));
  const fall = stepsOf({ modules, criteria, binding: binding_rules, final: score_now });
  return (
    <Section title={findingOf(fall)} note="As of now, from 100.00 to the score; the parts add up exactly">
      <WaterfallChart fall={fall} band={band_now} />
    </Section>
  );
}

function isGate({ criterion }: { criterion: SheetRow }): boolean {
  return criterion.kind === 'gate';
}
