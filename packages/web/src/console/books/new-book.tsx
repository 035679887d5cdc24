// A new book: a name, a reporting currency, what its sums count, and the policy that decides about its names.

import { useRead } from '../../api/acts.ts';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { CHANGES } from './book.ts';

export function NewBook({ onDone, onClose }: { onDone: (id: string) => void; onClose: () => void }) {
  const policies = useRead('policies.list', {});
  return (
    <ActDialog
      act="books.create"
      changes={CHANGES}
      title="New book"
      lead="It is encrypted with a key of its own. Only you see it, until a Contract Admin gives others rights in it."
      submit="Create the book"
      busy="Creating…"
      fields={(about) => (
        <>
          <TextField name="name" label="Name" error={about('name')} maxLength={120} required autoFocus />
          <TextField
            name="currency"
            label="Reporting currency"
            help="Capital letters, such as EUR or USDC. It stays once there is a version."
            error={about('currency')}
            pattern="\s*[A-Z]{3,10}\s*"
            title="3 to 10 capital letters, such as EUR or USDC"
            autoComplete="off"
            maxLength={10}
            required
          />
          <MeasureField />
          <SelectField
            name="policy"
            label="Policy"
            help="What it would decide of each name is shown."
            defaultValue=""
          >
            <option value="">none</option>
            {policies.data?.data.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
        </>
      )}
      inputOf={(form) => ({
        name: textOf(form, 'name') ?? '',
        currency: textOf(form, 'currency') ?? '',
        measure: measureOf(form),
        policy: textOf(form, 'policy') ?? '',
      })}
      onDone={({ id }) => onDone(id)}
      onClose={onClose}
    />
  );
}

export function MeasureField({ value = 'net' }: { value?: 'net' | 'gross' }) {
  return (
    <SelectField
      name="measure"
      label="Sums and weights count"
      help="You state both, and none is computed from the other."
      defaultValue={value}
    >
      <option value="net">net amounts</option>
      <option value="gross">gross amounts</option>
    </SelectField>
  );
}

export function measureOf(form: FormData): 'net' | 'gross' {
  return form.get('measure') === 'gross' ? 'gross' : 'net';
}
