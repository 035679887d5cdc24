// Adds a channel: mail to members, Slack or PagerDuty. Where the last two lead is a secret, and is not shown again.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { type About, ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import styles from './watch.module.css';
import { CHANGES, CHANNEL_KINDS, type Channel } from './watch-words.ts';

interface AddChannelProps {
  onAdded: (id: string) => void;
  onClose: () => void;
}

export function AddChannel({ onAdded, onClose }: AddChannelProps) {
  const [kind, setKind] = useState<Channel['kind']>('mail');
  const common = {
    changes: CHANGES,
    title: 'Add a channel',
    submit: 'Add the channel',
    busy: 'Adding…',
    onDone: ({ id }: { id: string }) => {
      onClose();
      onAdded(id);
    },
    onClose,
  };
  const head = (about: About, example: string) => (
    <>
      <KindField kind={kind} onChange={setKind} />
      <TextField
        name="name"
        label="Name"
        help={`What rules call it, such as ${example}.`}
        error={about('name')}
        maxLength={120}
        required
      />
    </>
  );
  if (kind === 'mail')
    return (
      <ActDialog
        {...common}
        act="watch.add_mail"
        fields={(about) => (
          <>
            {head(about, 'Risk desk')}
            <People error={about('people')} chosen={[]} />
          </>
        )}
        check={(form) => ({ ...missing(form, NAME), ...noPeople(form) })}
        inputOf={(form) => ({ name: textOf(form, 'name')!, people: peopleOf(form) })}
      />
    );
  if (kind === 'slack')
    return (
      <ActDialog
        key="slack"
        {...common}
        act="watch.add_slack"
        fields={(about) => (
          <>
            {head(about, '#counterparty-risk')}
            <TextField
              name="url"
              label="URL of the incoming webhook"
              help="Slack shows it under Incoming Webhooks of your app. It is stored encrypted and not shown again."
              error={about('url')}
              maxLength={2048}
              autoComplete="off"
              spellCheck={false}
              mono
              required
            />
          </>
        )}
        check={(form) =>
          missing(form, { ...NAME, url: 'Paste the URL, such as https://hooks.slack.com/services/…' })
        }
        inputOf={(form) => ({ name: textOf(form, 'name')!, url: textOf(form, 'url')! })}
      />
    );
  return (
    <ActDialog
      key="pagerduty"
      {...common}
      act="watch.add_pagerduty"
      fields={(about) => (
        <>
          {head(about, 'Treasury on call')}
          <TextField
            name="routing_key"
            label="Integration key"
            help="32 characters, of an Events API v2 integration of your service. It is stored encrypted and not shown again."
            error={about('routing_key')}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            mono
            required
          />
        </>
      )}
      check={(form) => missing(form, { ...NAME, routing_key: 'Paste the integration key.' })}
      inputOf={(form) => ({ name: textOf(form, 'name')!, routing_key: textOf(form, 'routing_key')! })}
    />
  );
}

const NAME = { name: 'Give it a name that rules can call it by.' };

interface KindFieldProps {
  kind: Channel['kind'];
  onChange: (kind: Channel['kind']) => void;
}

function KindField({ kind, onChange }: KindFieldProps) {
  return (
    <SelectField
      label="Tells by"
      value={kind}
      autoFocus
      onChange={({ target }) => onChange(target.value as Channel['kind'])}
    >
      {Object.entries(CHANNEL_KINDS).map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}

/** The members who get the mails of a channel. */
export function People({ error, chosen }: { error: string | null; chosen: readonly string[] }) {
  const members = useRead('members.list', { limit: 1000 }).data?.data;
  return (
    <fieldset className={styles.people}>
      <legend>Who gets the mails</legend>
      {members?.map(({ id, name }) => (
        <CheckField key={id} name="people" value={id} defaultChecked={chosen.includes(id)}>
          {name}
        </CheckField>
      ))}
      <p className={styles.note}>About a book, only those who may see it get any.</p>
      {error === null ? null : (
        <p className={styles.error} role="alert">
          <CrossGlyph /> {error}
        </p>
      )}
    </fieldset>
  );
}

export function peopleOf(form: FormData): string[] {
  return form.getAll('people').map(String);
}

export function noPeople(form: FormData): Record<string, string> {
  return peopleOf(form).length === 0 ? { people: 'Choose at least one member.' } : {};
}
