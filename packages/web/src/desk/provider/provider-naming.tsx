// Dialogs that change what the public calls a provider: its name, slug, website, kind, other names and identifiers. Once it was published,
// that takes two people and a reason.

import { useNavigate } from '@tanstack/react-router';
import { type About, ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { AreaField, TextField } from '../../ui/field.tsx';
import { CHANGES, type ProviderFile } from './file.ts';
import type { ProviderActProps } from './provider-acts.tsx';

const EMPTY = 'It cannot be empty.';
const NO_REASON = { reason: 'Write why.' };

/** What differs if a second person has to approve. */
function wordsFor({ names_take_two }: ProviderFile, alone: string) {
  return names_take_two
    ? {
        lead: 'It was published, so a second person approves the change on the page Requests. Until then nothing changes.',
        submit: 'Request the change',
        busy: 'Sending…',
      }
    : { submit: alone, busy: 'Saving…' };
}

function ReasonField({ file: { names_take_two }, about }: { file: ProviderFile; about: About }) {
  return (
    <AreaField
      name="reason"
      label="Reason"
      help={names_take_two ? 'It is published.' : 'For the record.'}
      maxLength={2000}
      error={about('reason')}
    />
  );
}

export function Rename({ file, onClose }: ProviderActProps) {
  const { id, name } = file.provider;
  return (
    <ActDialog
      act="providers.rename"
      changes={CHANGES}
      title={`Rename ${name}`}
      {...wordsFor(file, 'Rename')}
      fields={(about) => (
        <>
          <TextField
            name="name"
            label="Name"
            help={file.names_take_two ? 'The present name stays as another name of it.' : undefined}
            defaultValue={name}
            maxLength={120}
            error={about('name')}
          />
          <ReasonField file={file} about={about} />
        </>
      )}
      check={(form) => missing(form, { name: EMPTY, ...NO_REASON })}
      inputOf={(form) => ({ provider: id, name: textOf(form, 'name')!, reason: textOf(form, 'reason')! })}
      onClose={onClose}
    />
  );
}

export function ChangeSlug({ file, onClose }: ProviderActProps) {
  const { id, name, slug: present } = file.provider;
  const navigate = useNavigate();
  return (
    <ActDialog
      act="providers.change_slug"
      changes={CHANGES}
      title={`Change the slug of ${name}`}
      {...wordsFor(file, 'Change')}
      fields={(about) => (
        <>
          <TextField
            name="slug"
            label="Slug"
            help="Lower-case letters, digits and single hyphens. Links with the present one keep working."
            defaultValue={present}
            maxLength={80}
            error={about('slug')}
          />
          <ReasonField file={file} about={about} />
        </>
      )}
      check={(form) => missing(form, { slug: EMPTY, ...NO_REASON })}
      inputOf={(form) => ({ provider: id, slug: textOf(form, 'slug')!, reason: textOf(form, 'reason')! })}
      onDone={({ done }, { slug }) => {
        onClose();
        if (done) void navigate({ to: '/desk/providers/$slug', params: { slug }, replace: true });
      }}
      onClose={onClose}
    />
  );
}

export function Describe({ file, onClose }: ProviderActProps) {
  const { id, name, website, provider_subtype, aliases, identifiers } = file.provider;
  return (
    <ActDialog
      act="providers.describe"
      changes={CHANGES}
      title={`Describe ${name}`}
      {...wordsFor(file, 'Save')}
      fields={(about) => (
        <>
          <TextField
            name="website"
            label="Website"
            help="An https address, or nothing."
            defaultValue={website ?? ''}
            maxLength={2000}
            error={about('website')}
          />
          <TextField
            name="provider_subtype"
            label="Kind"
            help="Such as cefi or defi."
            defaultValue={provider_subtype}
            maxLength={500}
            error={about('provider_subtype')}
          />
          <AreaField
            name="aliases"
            label="Other names"
            help="One on each line. Readers find the provider by them."
            defaultValue={aliases.join('\n')}
            error={about('aliases')}
          />
          <AreaField
            name="identifiers"
            label="Identifiers"
            help="One on each line: lei, isin, ticker, address or domain, then the value, then the https address of a page that says so."
            defaultValue={identifiers
              .map(({ kind, value, source }) => `${kind} ${value} ${source}`)
              .join('\n')}
            error={about('identifiers')}
          />
          <ReasonField file={file} about={about} />
        </>
      )}
      check={(form) => missing(form, NO_REASON)}
      inputOf={(form) => {
        const kind = textOf(form, 'provider_subtype');
        return {
          provider: id,
          website: textOf(form, 'website') ?? '',
          ...(kind === undefined ? {} : { provider_subtype: kind }),
          aliases: linesOf(form, 'aliases'),
          identifiers: linesOf(form, 'identifiers'),
          reason: textOf(form, 'reason')!,
        };
      }}
      onClose={onClose}
    />
  );
}

function linesOf(form: FormData, name: string): string[] {
  return (textOf(form, name) ?? '').split('\n').filter((line) => line.trim() !== '');
}
