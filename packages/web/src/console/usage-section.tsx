// Usage and quotas: thirty days as a chart and as a table, and what is left this hour.

import { useState } from 'react';
import { useRead } from '../api/acts.ts';
import { Button } from '../ui/button.tsx';
import { DailyBars, type DayOfUsage } from '../ui/daily-bars.tsx';
import { count, utcDate } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';
import { Table } from '../ui/table.tsx';

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 30;

/** Requests are counted outside the store, and each of them moves a quota: there is no change to follow. */
const QUOTA_EVERY_MS = 5000;

/** The workspace with its quotas as they are now; undefined until they were read. */
export function useQuotas() {
  return useRead('workspaces.show', {}, { everyMs: QUOTA_EVERY_MS }).data;
}

interface UsageSectionProps {
  /** What the figures say, once they are known. */
  title: string;
  label: string;
  days: readonly DayOfUsage[] | undefined;
  now: number;
  height?: number;
}

export function UsageSection({ title, label, days, now, height }: UsageSectionProps) {
  const [isTable, setTable] = useState(false);
  // Another section when its title is known, which says more then and may take another line.
  if (days === undefined)
    return (
      <Section key="waits" title={title}>
        <div aria-busy="true" />
      </Section>
    );
  const shown = lastDays(days, now);
  return (
    <Section
      key="days"
      title={title}
      note={`Requests, ${DAYS} UTC days to ${utcDate(shown.at(-1)!.day)}`}
      aside={
        <Button kind="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? 'Chart' : 'Table'}
        </Button>
      }
    >
      {isTable ? (
        <Table
          label={label}
          isSmall
          columns={[
            { head: 'UTC day', cell: ({ day }) => utcDate(day), isFixed: true },
            { head: 'Accepted', cell: ({ accepted }) => count(accepted), isFigure: true },
            { head: 'Refused', cell: ({ refused }) => count(refused), isFigure: true },
          ]}
          rows={shown.toReversed()}
          keyOf={({ day }) => day}
          empty=""
        />
      ) : (
        <DailyBars days={shown} label={label} height={height} />
      )}
    </Section>
  );
}

/** One entry for each of the last days, also for those without requests; oldest first. */
function lastDays(days: readonly DayOfUsage[], now: number): DayOfUsage[] {
  const byDay = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(now - (DAYS - 1 - at) * DAY).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, accepted: 0, refused: 0 };
  });
}
