// What an operator changes about a workspace, each in a dialog of its own.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { type About, ActDialog, textOf } from '../../../ui/act-dialog.tsx';
import { AreaField } from '../../../ui/field.tsx';
import { tierName } from '../../../ui/format.ts';
import { ClaimCode } from './claim-code.tsx';
import { TierFields, tierOf } from './tier-fields.tsx';
import type { Workspace } from './workspace.ts';

export type Asked = 'tier' | 'pilot' | 'no-pilot' | 'suspend' | 'resume' | 'code';

const CHANGES = ['workspaces', 'keys', 'usage'];

interface WorkspaceDialogProps {
  asked: Asked;
  workspace: Workspace;
  onClose: () => void;
}

export function WorkspaceDialog({ asked, workspace, onClose }: WorkspaceDialogProps) {
  const { id, name, tier } = workspace;
  const [issued, setIssued] = useState<AnswerOf<'workspaces.issue_claim_code'> | null>(null);
  const common = { changes: CHANGES, onClose, busy: 'Saving…' };
  switch (asked) {
    case 'tier':
      return (
        <ActDialog
          {...common}
          act="workspaces.set_tier"
          title={`The tier of ${name}`}
          lead={`It is ${tierName(tier)} now. A change applies at once: keys above the new tier are downgraded with it.`}
          submit="Change the tier"
          fields={(about) => <TierFields about={about} given={workspace} />}
          inputOf={(form) => ({ workspace: id, ...tierOf(form) })}
        />
      );
    case 'pilot':
      return (
        <ActDialog
          {...common}
          act="workspaces.enable_pilot"
          title={`Let ${name} take part in the agent pilot?`}
          lead="Once its Contract Admin has accepted the agent terms, its agent keys can call the tools."
          submit="Let it take part"
          inputOf={() => ({ workspace: id })}
        />
      );
    case 'no-pilot':
      return (
        <ActDialog
          {...common}
          act="workspaces.disable_pilot"
          title={`End the part of ${name} in the agent pilot?`}
          lead="Its keys can no longer call agent tools, from now on. They keep working for everything else."
          isFinal
          submit="End its part"
          inputOf={() => ({ workspace: id })}
        />
      );
    case 'suspend':
      return (
        <ActDialog
          {...common}
          act="workspaces.suspend"
          title={`Suspend ${name}?`}
          lead="Its keys and agent tools are refused at once, its webhook deliveries wait, and its members can only read."
          isFinal
          submit="Suspend"
          fields={(about) => <Reason about={about} isRequired />}
          inputOf={(form) => ({ workspace: id, reason: textOf(form, 'reason') ?? '' })}
        />
      );
    case 'resume':
      return (
        <ActDialog
          {...common}
          act="workspaces.resume"
          title={`End the suspension of ${name}?`}
          lead="Its keys work again, and waiting webhook deliveries are sent."
          submit="End the suspension"
          fields={(about) => <Reason about={about} />}
          inputOf={(form) => {
            const reason = textOf(form, 'reason');
            return { workspace: id, ...(reason === undefined ? {} : { reason }) };
          }}
        />
      );
    case 'code':
      return issued === null ? (
        <ActDialog
          {...common}
          act="workspaces.issue_claim_code"
          title={`A new claim code for ${name}?`}
          lead="Earlier codes stop working."
          submit="Issue the code"
          inputOf={() => ({ workspace: id })}
          onDone={setIssued}
        />
      ) : (
        <ClaimCode
          name={name}
          code={issued.claim_code}
          expiresAt={issued.claim_expires_at}
          onClose={onClose}
        />
      );
  }
}

function Reason({ about, isRequired = false }: { about: About; isRequired?: boolean }) {
  return (
    <AreaField
      name="reason"
      label={isRequired ? 'Reason' : 'Reason, if any'}
      help="For the record. The customer does not see it."
      error={about('reason')}
      required={isRequired}
      maxLength={2000}
    />
  );
}
