// The second page of the report: what the policy would decide, its exceptions, migration between bands, the change of the composite,
// and the lines to sign.

import { count, plural, utcDate } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import styles from './book-report.module.css';
import { MigrationMatrix } from './migration-matrix.tsx';
import { amount, CAUSES, DECISIONS, type Report } from './report-words.ts';
import { More, Named, SheetFoot } from './sheet-parts.tsx';

const MOST_AGAINST = 8;
const MOST_EXCEPTIONS = 4;
const MOST_LINES = 8;

export function SecondSheet({ report }: { report: Report }) {
  const { migration, since, exceptions } = report;
  const day = utcDate(since);
  return (
    <article className={styles.sheet}>
      <Section title={policyTitle(report)}>
        <Policy report={report} />
      </Section>
      {exceptions.length === 0 ? null : (
        <Section
          title={`${plural(exceptions.length, 'exception')} of the policy ${exceptions.length === 1 ? 'lets' : 'let'} names pass`}
        >
          <Exceptions report={report} />
        </Section>
      )}
      <div className={styles.pair}>
        <Section
          title={`${plural(migration.moved, 'name')} moved since ${day}`}
          note="Down: the band then. Across: the band now."
        >
          <MigrationMatrix migration={migration} />
        </Section>
        <Section title={changeTitle(report, day)} note="Points of the composite, by name and cause.">
          <Change report={report} />
        </Section>
      </div>
      <div className={styles.remarks}>
        <Section title="Remarks">
          <div className={styles.ruled} />
        </Section>
      </div>
      <dl className={styles.signing} aria-label="Signatures">
        {['Prepared by', 'Approved by', 'Date'].map((what) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd />
          </div>
        ))}
      </dl>
      <SheetFoot report={report} page={2} />
    </article>
  );
}

function policyTitle({ figures: { policy }, against_policy }: Report): string {
  if (policy === null) return 'No policy decides about this book';
  if (policy.version === null) return `The policy ${policy.name} has no active version`;
  if (against_policy.names === 0) return `The policy ${policy.name} allows every name`;
  const of = (decision: string) => policy.decisions.find((one) => one.decision === decision)?.names ?? 0;
  const [blocked, reviewed] = [of('BLOCK'), of('REVIEW')];
  if (blocked === 0) return `The policy ${policy.name} reviews ${plural(reviewed, 'name')}`;
  const blocks = `The policy ${policy.name} blocks ${plural(blocked, 'name')}`;
  return reviewed === 0 ? blocks : `${blocks} and reviews ${count(reviewed)}`;
}

function Policy({ report }: { report: Report }) {
  const { figures, policy_digest, against_policy } = report;
  if (figures.policy === null || policy_digest === null)
    return (
      <p className="plain muted">
        With a policy that is active in the settings of the book, what it would decide of each name is here.
      </p>
    );
  return (
    <>
      <p className={styles.digest}>
        {`Version ${count(figures.policy.version!)}, digest `}
        <span className="mono">{policy_digest}</span>
        {'. Hypothetical, of the existing exposure: nothing of it is kept or signed.'}
      </p>
      {against_policy.data.length === 0 ? null : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" className={styles.figure}>
                {`Exposure, ${figures.currency}`}
              </th>
              <th scope="col">Decision</th>
              <th scope="col" className={`${styles.text} ${styles.wide}`}>
                Because
              </th>
            </tr>
          </thead>
          <tbody>
            {against_policy.data.slice(0, MOST_AGAINST).map((one) => (
              <tr key={one.provider ?? one.name}>
                <Named>{one.name}</Named>
                <td className={styles.figure}>{amount(one.exposure)}</td>
                <td>{DECISIONS[one.decision]}</td>
                <td className={`${styles.text} ${styles.wide}`}>
                  <span className={styles.named}>
                    {one.sentence}
                    {one.cured_until === null ? null : ` To be cured by ${utcDate(one.cured_until)}.`}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <More left={against_policy.names - MOST_AGAINST} what="name" />
    </>
  );
}

function Exceptions({ report: { exceptions } }: { report: Report }) {
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={styles.text}>
              Reason
            </th>
            <th scope="col">Until</th>
          </tr>
        </thead>
        <tbody>
          {exceptions.slice(0, MOST_EXCEPTIONS).map(({ name, rule, reason, until }) => (
            <tr key={`${name} ${rule}`}>
              <Named>{name}</Named>
              <td className={styles.text}>
                <span className={styles.named}>{reason}</span>
              </td>
              <td>{utcDate(until)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <More left={exceptions.length - MOST_EXCEPTIONS} what="exception" />
    </>
  );
}

function changeTitle({ figures: { change } }: Report, day: string): string {
  if (change === null || change.before === null || change.after === null)
    return `No composite on ${day} to compare`;
  const points = change.after - change.before;
  if (points === 0) return `The composite is ${change.after.toFixed(2)}, as on ${day}`;
  return `${points > 0 ? 'Up' : 'Down'} ${Math.abs(points).toFixed(2)} since ${day}`;
}

function Change({ report: { figures } }: { report: Report }) {
  const { change } = figures;
  if (change === null || change.lines.length === 0)
    return <p className="plain muted">A line for each name and cause would be here.</p>;
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Cause</th>
            <th scope="col" className={styles.figure}>
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {change.lines.slice(0, MOST_LINES).map(({ name, provider, cause, points }) => (
            <tr key={`${provider ?? name} ${cause}`}>
              <Named>{name}</Named>
              <td>{CAUSES[cause]}</td>
              <td className={styles.figure}>{`${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(2)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <More left={change.lines.length + change.others.lines - MOST_LINES} what="line" />
    </>
  );
}
