// The first page of the report: the composite with its coverage, bands, limits with what ends a breach, and the ten largest names.

import type { ReactNode } from 'react';
import { BandChip } from '../../ui/band.tsx';
import { count, plural, utcDate, utcInstant } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import styles from './book-report.module.css';
import {
  amount,
  bandOrNone,
  cureWords,
  DECISIONS,
  limitOf,
  limitValue,
  limitWords,
  percent,
  type Report,
} from './report-words.ts';
import { More, Named, SheetFoot } from './sheet-parts.tsx';

const BAR = 160;

export function FirstSheet({ report }: { report: Report }) {
  const { figures } = report;
  return (
    <article className={styles.sheet}>
      <Head report={report} />
      <Section title="Exposure by band">
        <Bands report={report} />
      </Section>
      <Section title={limitsTitle(report)}>
        <Limits report={report} />
      </Section>
      <div className={styles.grows}>
        <Section title={topTitle(figures)}>
          <TopTen report={report} />
        </Section>
      </div>
      <SheetFoot report={report} page={1} />
    </article>
  );
}

function Head({ report }: { report: Report }) {
  const { figures, workspace } = report;
  const { composite, version, unscored, outside } = figures;
  return (
    <header className={styles.head}>
      <div className={styles.headline}>
        <div>
          <p className={styles.kicker}>{workspace} · book report</p>
          <h2 className={styles.name}>{figures.name}</h2>
        </div>
        <p className={styles.composite}>
          <span className={styles.score}>{composite.score === null ? '–' : composite.score.toFixed(2)}</span>
          <span className={styles.under}>composite score · higher is safer</span>
        </p>
      </div>
      <p className={styles.lead}>{coverageSentence(report)}</p>
      {outside.positions === 0 ? null : (
        <p className={styles.lead}>
          {`${plural(outside.positions, 'position')} ${outside.positions === 1 ? 'stands' : 'stand'} outside the sums: not stated, negative, or without a rate.`}
        </p>
      )}
      {figures.frameworks.is_mixed ? (
        <p className={styles.lead}>The composite mixes scores of several frameworks.</p>
      ) : null}
      <dl className={styles.facts}>
        <Fact name="As of">{`${utcDate(figures.effective_on)} (UTC)`}</Fact>
        <Fact name="Known at">{utcInstant(figures.known_at)}</Fact>
        <Fact name="Scores as of">{utcInstant(figures.scores_as_of)}</Fact>
        <Fact name="Version">
          {version === null
            ? 'none: the book is empty'
            : `${count(version.number)}, from ${utcDate(version.effective_on)}, by ${version.recorded_by_name}`}
        </Fact>
        <Fact name="Exposure">{`${amount(figures.total)} ${figures.currency}, ${figures.measure}`}</Fact>
        <Fact name="Names and positions">
          {`${plural(figures.names, 'name')} (${count(unscored.names)} without a score), ${plural(figures.positions, 'position')}`}
        </Fact>
      </dl>
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function coverageSentence({ figures }: Report): string {
  const { composite, unscored } = figures;
  if (composite.coverage === null) return 'Nothing in the book counts, so there is no composite.';
  if (composite.score === null) return 'No name of the book has a score, so there is no composite.';
  const covered = `Coverage ${percent(composite.coverage)} of the exposure.`;
  if (unscored.names === 0) return `${covered} Every name has a score.`;
  return `${covered} With 0 for the ${plural(unscored.names, 'name')} without a score, the composite is ${composite.unscored_at_zero!.toFixed(2)}.`;
}

function Bands({ report: { figures } }: { report: Report }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Band</th>
          <th scope="col" className={`${styles.figure} ${styles.wide}`}>
            Names
          </th>
          <th scope="col" className={styles.figure}>
            {`Exposure, ${figures.currency}`}
          </th>
          <th scope="col" className={styles.figure}>
            Share
          </th>
          <td className={styles.wide} />
        </tr>
      </thead>
      <tbody>
        {figures.bands.map(({ band, names, exposure, share }) => (
          <tr key={band}>
            <th scope="row">{band === 'none' ? bandOrNone(band) : <BandChip band={band} />}</th>
            <td className={`${styles.figure} ${styles.wide}`}>{count(names)}</td>
            <td className={styles.figure}>{amount(exposure)}</td>
            <td className={styles.figure}>{percent(share)}</td>
            <td className={styles.wide}>
              <svg width={BAR} height="8" aria-hidden="true" className={styles.bar}>
                <rect width={BAR} height="8" className={styles.track} />
                <rect width={(BAR * share) / 100} height="8" />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function limitsTitle({ figures: { limits } }: Report): string {
  const breached = limits.filter((limit) => limit.breached).length;
  if (limits.length === 0) return 'No limits are active';
  if (breached === 0)
    return limits.length === 1 ? 'The limit holds' : `All ${count(limits.length)} limits hold`;
  return `${count(breached)} of ${plural(limits.length, 'limit')} ${breached === 1 ? 'is' : 'are'} breached`;
}

/** As many as the sheet has room for: a long name in the ten largest takes a second line. */
function roomForLimits({ top }: Report): number {
  const long = top.filter(({ name }) => name.length > LONG_NAME).length;
  return 6 - Math.ceil(long / 4);
}

const LONG_NAME = 36;

function Limits({ report }: { report: Report }) {
  const { limits } = report.figures;
  if (limits.length === 0)
    return <p className="plain muted">Limits of the book would be here, with what ends each breach.</p>;
  const room = roomForLimits(report);
  const sorted = limits.toSorted((a, b) => Number(b.breached) - Number(a.breached));
  return (
    <>
      <table className={`${styles.table} ${styles.cards}`}>
        <thead>
          <tr>
            <th scope="col">Limit</th>
            <th scope="col" className={styles.figure}>
              At most
            </th>
            <th scope="col" className={styles.figure}>
              Used
            </th>
            <th scope="col" className={styles.text}>
              State and cure
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, room).map((limit) => (
            <tr key={limit.id}>
              <Named>{limitWords(limit, report)}</Named>
              <td className={styles.figure} data-label="At most">
                {limitOf(limit)}
              </td>
              <td className={styles.figure} data-label="Used">
                {limitValue(limit, limit.used)}
              </td>
              <td className={styles.text}>
                <span className={styles.named}>
                  {limit.breached ? (
                    <>
                      <strong>✕ breached</strong>
                      {`: ${cureWords(limit)}`}
                    </>
                  ) : (
                    'holds'
                  )}
                  {limit.outside === 0 ? null : `; ${plural(limit.outside, 'position')} not counted`}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <More left={sorted.length - room} what="limit" />
    </>
  );
}

function topTitle({ concentration, names }: Report['figures']): string {
  if (concentration === null) return 'The largest names';
  return names <= 5
    ? `The largest of ${plural(names, 'name')} holds ${percent(concentration.largest.share)}`
    : `The five largest names hold ${percent(concentration.five_largest)}`;
}

function TopTen({ report: { top, figures } }: { report: Report }) {
  if (top.length === 0) return <p className="plain muted">The book is empty.</p>;
  return (
    <table className={`${styles.table} ${styles.filling}`}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" className={styles.figure}>
            {`Exposure, ${figures.currency}`}
          </th>
          <th scope="col" className={`${styles.figure} ${styles.wide}`}>
            Share
          </th>
          <th scope="col" className={styles.figure}>
            Score
          </th>
          <th scope="col" className={styles.wide}>
            Band
          </th>
          <th scope="col" className={`${styles.figure} ${styles.wide}`}>
            Loss
          </th>
          <th scope="col" className={styles.wide}>
            Policy
          </th>
        </tr>
      </thead>
      <tbody>
        {top.map((one) => (
          <tr key={one.provider ?? one.name}>
            <Named>{one.name}</Named>
            <td className={styles.figure}>{amount(one.exposure)}</td>
            <td className={`${styles.figure} ${styles.wide}`}>{percent(one.share)}</td>
            <td className={styles.figure}>{one.score === null ? '–' : one.score.toFixed(2)}</td>
            <td className={styles.wide}>
              {one.band === null ? STATES[one.state as keyof typeof STATES] : <BandChip band={one.band} />}
            </td>
            <td className={`${styles.figure} ${styles.wide}`}>
              {one.loss === null ? '–' : one.loss.toFixed(2)}
            </td>
            <td className={styles.wide}>{one.decision === null ? '·' : DECISIONS[one.decision]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const STATES = { withdrawn: 'withdrawn', not_scored: 'not scored', not_matched: 'not matched' } as const;
