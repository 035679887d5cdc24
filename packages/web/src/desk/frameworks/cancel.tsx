// Requests that an activated framework is cancelled. It is possible only while nothing was published under it.

import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import type { Framework } from './framework.ts';

export function Cancel({ framework, onClose }: { framework: Framework; onClose: () => void }) {
  return (
    <ActDialog
      act="frameworks.cancel"
      changes={['frameworks', 'requests']}
      title={`Request to cancel ${framework.framework_version}?`}
      lead="It is never in effect then. A second person approves it on the page Requests."
      isFinal
      submit="Request it"
      busy="Sending…"
      fields={(about) => (
        <AreaField
          name="reason"
          label="Reason"
          help="Published."
          error={about('reason')}
          required
          maxLength={2000}
        />
      )}
      inputOf={(form) => ({ framework: framework.digest, reason: textOf(form, 'reason') ?? '' })}
      onClose={onClose}
    />
  );
}
