// Adds a provider. Its facts and inputs are entered afterwards, with evidence.

import { ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { TextField } from '../../ui/field.tsx';

interface AddProviderProps {
  /** The id of the new provider; undefined if one with this name is on record already. */
  onAdded: (id: string | undefined) => void;
  onClose: () => void;
}

export function AddProvider({ onAdded, onClose }: AddProviderProps) {
  return (
    <ActDialog
      act="providers.import"
      changes={['providers', 'entry']}
      title="Add a provider"
      submit="Add provider"
      busy="Adding…"
      fields={(about) => {
        const errorOf = (member: string) => sentence(about(member));
        return (
          <>
            <TextField name="name" label="Name" maxLength={200} autoFocus error={errorOf('name')} />
            <TextField
              name="provider_subtype"
              label="Kind"
              help="In a few words, such as bitcoin savings."
              error={errorOf('provider_subtype')}
            />
            <TextField
              name="website"
              label="Website"
              help="An https address; it can be left empty."
              error={errorOf('website')}
            />
            <TextField
              name="slug"
              label="Slug"
              help="In addresses. It follows from the name if it is left empty."
              mono
              error={errorOf('slug')}
            />
          </>
        );
      }}
      check={(form) =>
        missing(form, {
          name: 'Write the name under which it is known.',
          provider_subtype: 'Write what kind of provider it is.',
        })
      }
      inputOf={(form) => {
        const [slug, website] = [textOf(form, 'slug'), textOf(form, 'website')];
        const value = {
          name: textOf(form, 'name')!,
          provider_subtype: textOf(form, 'provider_subtype')!,
          ...(slug === undefined ? {} : { slug }),
          ...(website === undefined ? {} : { website }),
        };
        return { rows: [{ value }] };
      }}
      onDone={({ created: [id] }) => onAdded(id)}
      onClose={onClose}
    />
  );
}

/** "is missing" becomes "It is missing." */
function sentence(message: string | null): string | null {
  return message === null ? null : `${/^[a-z]/.test(message) ? 'It ' : ''}${message.replace(/\.$/, '')}.`;
}
