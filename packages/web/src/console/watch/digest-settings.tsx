// When a person's digest comes, in their time zone.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { CHANGES } from './watch-words.ts';

type Settings = AnswerOf<'watch.digest'>;
type Weekday = Settings['weekday'];

export const WEEKDAY_WORDS: Readonly<Record<Weekday, string>> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

interface DigestSettingsProps {
  settings: Settings;
  onClose: () => void;
}

export function DigestSettings({ settings, onClose }: DigestSettingsProps) {
  const { weekday, hour, time_zone, all_quiet, next_at } = settings;
  // Who switches it on probably wants it, and in their own time zone.
  const isNew = settings.every === 'off' && next_at === null;
  const [every, setEvery] = useState<Settings['every']>(isNew ? 'day' : settings.every);
  const [isQuiet, setQuiet] = useState(all_quiet);
  return (
    <ActDialog
      act="watch.set_digest"
      changes={CHANGES}
      title="When does your digest come?"
      lead="It has what is open and what lapses soon. If there is nothing to tell, no mail goes out."
      submit="Save"
      busy="Saving…"
      fields={(about) => (
        <>
          <SelectField
            name="every"
            label="How often"
            error={about('every')}
            value={every}
            autoFocus
            onChange={({ target }) => setEvery(target.value as Settings['every'])}
          >
            <option value="day">Every day</option>
            <option value="week">Every week</option>
            <option value="off">Never</option>
          </SelectField>
          <CheckField name="all_quiet" checked={isQuiet} onChange={({ target }) => setQuiet(target.checked)}>
            Once a week, also say that nothing is open, so that silence means it
          </CheckField>
          {every === 'week' || isQuiet ? (
            <SelectField name="weekday" label="Weekly mails come on" defaultValue={weekday}>
              {Object.entries(WEEKDAY_WORDS).map(([one, words]) => (
                <option key={one} value={one}>
                  {words}
                </option>
              ))}
            </SelectField>
          ) : null}
          <SelectField name="hour" label="At" error={about('hour')} defaultValue={hour}>
            {Array.from({ length: 24 }, (_, one) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: hours are their own names
              <option key={one} value={one}>
                {hourText(one)}
              </option>
            ))}
          </SelectField>
          <TextField
            name="time_zone"
            label="Time zone"
            help="Such as Europe/Berlin."
            error={about('time_zone')}
            defaultValue={isNew ? Intl.DateTimeFormat().resolvedOptions().timeZone : time_zone}
            list="time-zones"
            autoComplete="off"
            maxLength={64}
            required
          />
          <datalist id="time-zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
      inputOf={(form) => {
        const day = textOf(form, 'weekday') as Weekday | undefined;
        return {
          ...{ every, all_quiet: isQuiet, hour: Number(form.get('hour')) },
          ...(day === undefined ? {} : { weekday: day }),
          time_zone: textOf(form, 'time_zone') ?? 'UTC',
        };
      }}
      onClose={onClose}
    />
  );
}
