// What can be done with an alert, each in a dialog with a note: acknowledge, snooze until a day, close.

import { useState } from 'react';
import { dayStart } from '../../pages.ts';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { AreaField, DateField } from '../../ui/field.tsx';
import { CHANGES, said } from './watch-words.ts';

export interface Handled {
  id: string;
  sentence: string;
  how: 'acknowledge' | 'snooze' | 'close';
}

const DAY = 24 * 60 * 60 * 1000;
const LONGEST_DAYS = 90;
const USUAL_DAYS = 7;

interface HandleProps {
  handled: Handled;
  onClose: () => void;
}

export function HandleAlert({ handled: { id, sentence, how }, onClose }: HandleProps) {
  const common = { changes: CHANGES, lead: `${said(sentence)}.`, onClose };
  if (how === 'acknowledge')
    return (
      <ActDialog
        {...common}
        act="watch.acknowledge"
        title="Acknowledge this alert?"
        submit="Acknowledge"
        busy="Acknowledging…"
        fields={(about) => (
          <Note
            help="What you found or did, for colleagues. The alert is open again if it worsens."
            error={about('note')}
            isFirst
          />
        )}
        inputOf={(form) => ({ alert: id, ...noteOf(form) })}
      />
    );
  if (how === 'close')
    return (
      <ActDialog
        {...common}
        act="watch.close"
        title="Close this alert?"
        submit="Close it"
        busy="Closing…"
        fields={(about) => (
          <Note
            help="Why nothing is left to do. Its cause goes on; the alert is open again if it worsens."
            error={about('note')}
            isFirst
          />
        )}
        inputOf={(form) => ({ alert: id, ...noteOf(form) })}
      />
    );
  return (
    <ActDialog
      {...common}
      act="watch.snooze"
      title="Snooze this alert?"
      submit="Snooze"
      busy="Snoozing…"
      fields={(about) => (
        <>
          <Until error={about('until')} />
          <Note help="Why it can wait, for colleagues." error={about('note')} />
        </>
      )}
      check={(form): Record<string, string> => {
        const day = textOf(form, 'until') ?? '';
        return dayOf(1) <= day && day <= dayOf(LONGEST_DAYS)
          ? {}
          : { until: `Choose a day after today, at most ${LONGEST_DAYS} days ahead.` };
      }}
      inputOf={(form) => ({ alert: id, until: dayStart(textOf(form, 'until')!)!, ...noteOf(form) })}
    />
  );
}

function Until({ error }: { error: string | null }) {
  const [day, setDay] = useState(() => dayOf(USUAL_DAYS));
  return (
    <DateField
      name="until"
      label="Until"
      help="Then it is open again if its cause lasts, and before if it worsens."
      error={error}
      value={day}
      max={dayOf(LONGEST_DAYS)}
      onChange={({ target }) => setDay(target.value)}
    />
  );
}

interface NoteProps {
  help: string;
  error: string | null;
  isFirst?: boolean;
}

function Note({ help, error, isFirst = false }: NoteProps) {
  return (
    <AreaField name="note" label="Note" help={help} error={error} maxLength={2000} autoFocus={isFirst} />
  );
}

function noteOf(form: FormData): { note?: string } {
  const note = textOf(form, 'note');
  return note === undefined ? {} : { note };
}

/** So many days from now, in the reader's zone. */
function dayOf(days: number): string {
  const when = new Date(Date.now() + days * DAY);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}
