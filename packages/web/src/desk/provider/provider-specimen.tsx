// Dialogs that make a provider a specimen, whose computation package anyone may read, and that end it. Both take two people.

import { ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { CHANGES } from './file.ts';
import type { ProviderActProps } from './provider-acts.tsx';

export function NameSpecimen({ file, onClose }: ProviderActProps) {
  const { id, name } = file.provider;
  return (
    <ActDialog
      act="specimens.name"
      changes={CHANGES}
      title={`Let anyone read the packages of ${name}?`}
      lead="Once another person has approved on the page Requests, visitors can compute its score again on the page Why believe this. A package names the evidence of each input, with its date and grade; what was read cannot be taken back."
      submit="Request it"
      busy="Sending…"
      {...REASON}
      inputOf={(form) => ({ provider: id, reason: textOf(form, 'reason')! })}
      onClose={onClose}
    />
  );
}

export function EndSpecimen({ file, onClose }: ProviderActProps) {
  const { id, name } = file.provider;
  return (
    <ActDialog
      act="specimens.end"
      changes={CHANGES}
      title={`Let only entitled readers read the packages of ${name}?`}
      lead="Once another person has approved on the page Requests, its package has no public address. Copies that were made stay where they are."
      submit="Request it"
      busy="Sending…"
      {...REASON}
      inputOf={(form) => ({ provider: id, reason: textOf(form, 'reason')! })}
      onClose={onClose}
    />
  );
}

const REASON: Pick<Parameters<typeof ActDialog>[0], 'fields' | 'check'> = {
  fields: (about) => (
    <AreaField name="reason" label="Reason" help="For the record." maxLength={2000} error={about('reason')} />
  ),
  check: (form) => missing(form, { reason: 'Write why.' }),
};
