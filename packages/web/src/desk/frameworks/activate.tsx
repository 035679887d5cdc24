// Requests the activation of a framework: what changes is published, and a second person approves.

import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { utcDate } from '../../ui/words.ts';
import type { Framework } from './framework.ts';

export interface ActivateProps {
  framework: Framework;
  /** Whether the notice period is too short now. */
  isUrgent: boolean;
  onClose: () => void;
}

export function Activate({ framework, isUrgent, onClose }: ActivateProps) {
  const { digest, framework_version, effective_from } = framework;
  return (
    <ActDialog
      act="frameworks.activate"
      changes={['frameworks', 'requests']}
      title={`Request the activation of ${framework_version}?`}
      lead={`Once a second person approves, it is announced to everybody with the old and the new score of each provider, and takes effect on ${utcDate(effective_from)} (UTC). Every provider is compared first, which can take minutes.`}
      submit="Request activation"
      busy="Comparing…"
      fields={(about) => (
        <>
          <AreaField
            name="notes"
            label="What changes with this version"
            help="Published with the framework."
            error={about('notes')}
            required
            maxLength={2000}
            autoFocus
          />
          {isUrgent ? (
            <AreaField
              name="urgent"
              label="Why it takes effect without the notice period"
              help="Published too. Without it the request is refused."
              error={about('urgent')}
              maxLength={2000}
            />
          ) : null}
        </>
      )}
      inputOf={(form) => {
        const urgent = textOf(form, 'urgent');
        return {
          framework: digest,
          notes: textOf(form, 'notes') ?? '',
          ...(urgent === undefined ? {} : { urgent }),
        };
      }}
      onClose={onClose}
    />
  );
}
