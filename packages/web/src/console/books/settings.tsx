// The settings of a book: its name, what it counts, the policy that decides about its names, into which channels its amounts may
// be sent, who has rights, and its deletion.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { Section } from '../../ui/section.tsx';
import { type BookSettings, CHANGES } from './book.ts';
import styles from './books.module.css';
import { MeasureField, measureOf } from './new-book.tsx';
import { BookRights } from './rights.tsx';

type Channel = BookSettings['amounts_to'][number];

const CHANNEL_WORDS: Readonly<Record<Channel, string>> = {
  mail: 'mail',
  slack: 'Slack',
  pagerduty: 'PagerDuty',
};
const CHANNELS = Object.keys(CHANNEL_WORDS) as Channel[];

type Open = 'name' | 'counts' | 'channels' | 'delete' | null;

export function BookSettingsView({
  settings,
  versions,
  onDeleted,
}: {
  settings: BookSettings;
  /** Whether there is a version. */
  versions: boolean;
  onDeleted: () => void;
}) {
  const [open, setOpen] = useState<Open>(null);
  const { id, name, currency, measure, policy, amounts_to } = settings;
  const mayEdit = settings.rights.includes('edit');
  const close = () => setOpen(null);
  const change = (what: Open, label: string) =>
    mayEdit ? (
      <Button kind="quiet" label={label} onPress={() => setOpen(what)}>
        Change
      </Button>
    ) : undefined;
  return (
    <>
      {mayEdit ? null : (
        <p className={styles.said}>
          Settings are changed with the right to edit the book, which a Contract Admin gives.
        </p>
      )}
      <Section title="The book" aside={change('name', 'Change the name')}>
        <Facts facts={{ Name: name }} />
      </Section>
      <Section title="What it counts" aside={change('counts', 'Change what it counts')}>
        <Facts
          facts={{
            'Reporting currency': currency,
            'Sums and weights count': `${measure} amounts`,
            Policy: policy ?? 'none',
          }}
        />
      </Section>
      <Section
        title="Where amounts may be sent"
        aside={change('channels', 'Change where amounts may be sent')}
      >
        <p className="plain">
          {amounts_to.length === 0
            ? 'Nowhere. Alerts name the book and its limits, and no amount.'
            : `${amounts_to.map((channel) => CHANNEL_WORDS[channel]).join(', ')}. Other channels get no amount.`}
        </p>
      </Section>
      <BookRights book={id} />
      <Section title="Delete the book">
        <p className={styles.said}>
          Destroys the key of the book. Nobody can open it again, neither its versions nor its name. It takes
          the right to edit it, and a Contract Admin or who created it.
        </p>
        <Button
          notAllowed={mayEdit ? null : 'takes the right to edit the book'}
          onPress={() => setOpen('delete')}
        >
          Delete the book
        </Button>
      </Section>
      {open === 'name' ? (
        <ActDialog
          act="books.rename"
          changes={CHANGES}
          title="Rename the book"
          submit="Rename"
          busy="Renaming…"
          fields={(about) => (
            <TextField
              name="name"
              label="Name"
              error={about('name')}
              defaultValue={name}
              maxLength={120}
              required
              autoFocus
            />
          )}
          inputOf={(form) => ({ book: id, name: textOf(form, 'name') ?? '' })}
          onClose={close}
        />
      ) : null}
      {open === 'counts' ? <ChangeCounts settings={settings} hasVersions={versions} onClose={close} /> : null}
      {open === 'channels' ? <ChangeChannels settings={settings} onClose={close} /> : null}
      {open === 'delete' ? (
        <ActDialog
          act="books.delete"
          changes={[]}
          title={`Delete the book ${name}?`}
          lead="Its key is destroyed: all versions, limits and rights are gone for good. Older backups keep the key until they expire."
          isFinal
          cancel="Keep the book"
          submit={
            <>
              <CrossGlyph /> Delete the book
            </>
          }
          busy="Deleting…"
          fields={(about) => (
            <TextField
              name="name"
              label="Name of the book, to confirm"
              error={about('name')}
              autoComplete="off"
              required
            />
          )}
          inputOf={(form) => ({ book: id, name: textOf(form, 'name') ?? '' })}
          onDone={onDeleted}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function ChangeCounts({
  settings: { id, currency, measure, policy },
  hasVersions,
  onClose,
}: {
  settings: BookSettings;
  hasVersions: boolean;
  onClose: () => void;
}) {
  const policies = useRead('policies.list', {});
  const names = policies.data?.data.map(({ name }) => name) ?? [];
  return (
    <ActDialog
      act="books.change_settings"
      changes={CHANGES}
      title="What the book counts"
      lead="Another measure counts from the next version on: earlier ones say what they count."
      submit="Change"
      busy="Changing…"
      fields={(about) => (
        <>
          {hasVersions ? null : (
            <TextField
              name="currency"
              label="Reporting currency"
              error={about('currency')}
              defaultValue={currency}
              maxLength={10}
              required
            />
          )}
          <MeasureField value={measure} />
          <SelectField key={names.length} name="policy" label="Policy" defaultValue={policy ?? ''}>
            <option value="">none</option>
            {policy === null || names.includes(policy) ? null : <option value={policy}>{policy}</option>}
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
        </>
      )}
      inputOf={(form) => ({
        ...{ book: id, measure: measureOf(form), policy: textOf(form, 'policy') ?? '' },
        ...(hasVersions ? {} : { currency: textOf(form, 'currency') ?? '' }),
      })}
      onClose={onClose}
    />
  );
}

function ChangeChannels({ settings, onClose }: { settings: BookSettings; onClose: () => void }) {
  return (
    <ActDialog
      act="books.change_settings"
      changes={CHANGES}
      title="Where may amounts of this book be sent?"
      lead="Whoever reads these channels then sees amounts. Everything else about the book can be sent to any channel of yours. Events never have amounts."
      submit="Change"
      busy="Changing…"
      fields={() => (
        <fieldset className={styles.boxes} aria-label="Channels">
          {CHANNELS.map((channel) => (
            <CheckField key={channel} name={channel} defaultChecked={settings.amounts_to.includes(channel)}>
              {CHANNEL_WORDS[channel]}
            </CheckField>
          ))}
        </fieldset>
      )}
      inputOf={(form) => ({
        book: settings.id,
        amounts_to: CHANNELS.filter((channel) => form.has(channel)),
      })}
      onClose={onClose}
    />
  );
}
