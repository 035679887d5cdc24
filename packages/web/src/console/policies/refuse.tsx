// Refuses what was asked for, with a reason; who asked takes it back in the same way.

import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { AreaField } from '../../ui/field.tsx';

export function RefuseDialog({ name, what, onClose }: { name: string; what: string; onClose: () => void }) {
  return (
    <ActDialog
      act="policies.refuse"
      changes={['policies']}
      title={`Refuse ${what}?`}
      lead="Nothing else changes. The reason stays on record."
      submit="Refuse"
      busy="Refusing…"
      fields={(about) => (
        <AreaField name="reason" label="Reason" error={about('reason')} required maxLength={500} />
      )}
      inputOf={(form) => ({ name, reason: textOf(form, 'reason')! })}
      onClose={onClose}
    />
  );
}
