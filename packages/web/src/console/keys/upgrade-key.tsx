// Gives a key the tier of its workspace.

import type { InputOf } from '@rf-indicators/contract/acts';
import { useAct, useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { tierName } from '../../ui/words.ts';
import type { Key } from './key.ts';

type Tier = InputOf<'keys.upgrade'>['tier'];

/** The tier of the workspace, where it is higher than that of the key; else null. */
export function useHigherTier({ effective_tier }: Key): Tier | null {
  const { data: workspace } = useRead('workspaces.show', {});
  if (workspace === undefined || workspace.tier === effective_tier) return null;
  // A key never has a higher tier than its workspace, so another tier is a lower one.
  return workspace.tier;
}

export function UpgradeKey({ apiKey, tier, onClose }: { apiKey: Key; tier: Tier; onClose: () => void }) {
  const { name, prefix, effective_tier } = apiKey;
  const upgrade = useAct('keys.upgrade', ['keys', 'workspaces']);
  return (
    <Dialog
      title={`Upgrade ${name} to ${tierName(tier)}?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus>
            Cancel
          </Button>
          <Button
            kind="primary"
            busy={upgrade.isPending && 'Upgrading…'}
            onPress={() => upgrade.mutate({ key: prefix, tier }, { onSuccess: onClose })}
          >
            Upgrade {name}
          </Button>
        </>
      }
    >
      <p className="plain">
        Its requests count towards {tierName(tier)} instead of {tierName(effective_tier)}, from the next one
        on. A key cannot be given a lower tier again: revoke it and create another.
      </p>
      {upgrade.error === null ? null : <ProblemBox error={upgrade.error} />}
    </Dialog>
  );
}
