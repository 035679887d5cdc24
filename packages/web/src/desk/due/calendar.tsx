// The calendar: how many inputs start to lose points on each day of a month, and the most important of them.

import { useRead } from '../../api/acts.ts';
import { usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { count, plural, utcDate } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { inputName } from '../input-names.ts';
import styles from './calendar.module.css';
import { filterOf } from './due-filter.ts';

const DAY_MS = 86_400_000;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

export function Calendar({ today }: { today: string }) {
  const { search, set } = usePageSearch('/desk/due');
  const month = search.month || today.slice(0, 7);
  const weeks = weeksOf(month);
  const [from, to] = [weeks[0]![0]!, weeks.at(-1)!.at(-1)!];
  const { until: _, on: __, time: ___, ...filter } = filterOf(search) as ReturnType<typeof filterOf>;
  const { data, error, refetch } = useRead('due.calendar', { ...filter, from, to });
  if (error !== null && data === undefined)
    return <ProblemBox error={error} onRetry={() => void refetch()} />;
  const days = new Map(data?.data.map((day) => [day.day, day]));
  const inMonth = (data?.data ?? []).filter(({ day }) => day.startsWith(month));
  const total = inMonth.reduce((sum, { inputs }) => sum + inputs, 0);
  const name = `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
  return (
    <div className={styles.calendar}>
      <div className={styles.top}>
        <h2 className={styles.finding}>
          {data === undefined
            ? name
            : total === 0
              ? `${name}: nothing starts to lose points`
              : `${name}: ${plural(total, 'input')} ${total === 1 ? 'starts' : 'start'} to lose points`}
        </h2>
        <Button kind="quiet" onPress={() => set({ month: monthAfter(month, -1) })}>
          Month before
        </Button>
        <Button kind="quiet" onPress={() => set({ month: '' })}>
          Today
        </Button>
        <Button kind="quiet" onPress={() => set({ month: monthAfter(month, 1) })}>
          Month after
        </Button>
      </div>
      <p className={styles.note}>
        UTC days. The day on which evidence starts to lose points; choose a day to see all of it.
      </p>
      <table className={styles.table} aria-label={`What lapses in ${name}`}>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={data === undefined ? styles.waits : undefined} aria-busy={data === undefined}>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day, at) => {
                const found = days.get(day);
                const className = [
                  styles.day,
                  day.startsWith(month) ? '' : styles.other,
                  day === today ? styles.today : '',
                ].join(' ');
                return (
                  <td key={day} className={className} data-day={day}>
                    <span className={styles.date}>
                      <span className={styles.weekday}>{WEEKDAYS[at]} </span>
                      {Number(day.slice(8))}
                      {day === today ? ' today' : ''}
                    </span>
                    {found === undefined ? null : (
                      <>
                        <button
                          type="button"
                          className={styles.open}
                          aria-label={`${utcDate(day)}: ${numberOf(found)}`}
                          onClick={() => set({ view: 'list', on: day, until: '' })}
                        >
                          {numberOf(found)}
                        </button>
                        <ul className={styles.first}>
                          {found.first.map(({ slug, name: provider, input }) => (
                            <li key={`${slug} ${input}`}>
                              {provider} <span className={styles.input}>{inputName(input)}</span>
                            </li>
                          ))}
                          {found.inputs > found.first.length ? (
                            <li className={styles.input}>{count(found.inputs - found.first.length)} more</li>
                          ) : null}
                        </ul>
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function numberOf({ inputs, gates }: { inputs: number; gates: number }): string {
  if (gates === inputs) return plural(gates, 'gate');
  return gates === 0 ? plural(inputs, 'input') : `${plural(inputs, 'input')}, ${count(gates)} of them gates`;
}

/** Whole weeks from Monday, with the days of the months before and after. */
function weeksOf(month: string): string[][] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS;
  const next = Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`);
  const weeks: string[][] = [];
  for (let start = monday; start < next; start += 7 * DAY_MS) {
    weeks.push(WEEKDAYS.map((_, at) => new Date(start + at * DAY_MS).toISOString().slice(0, 10)));
  }
  return weeks;
}

function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}
