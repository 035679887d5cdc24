// Removes a member: names the person, and counts what ends.

import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { plural } from '../../ui/words.ts';
import { activeTokens, type Member } from './member.ts';

export interface RemoveMemberProps {
  member: Member;
  isSelf: boolean;
  onClose: () => void;
}

export function RemoveMember({ member, isSelf, onClose }: RemoveMemberProps) {
  const { id, name } = member;
  const remove = useAct('members.remove', ['members']);
  return (
    <Dialog
      role="alertdialog"
      title={isSelf ? `Remove yourself, ${name}?` : `Remove ${name}?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus>
            Keep {name}
          </Button>
          <Button
            kind="primary"
            busy={remove.isPending && 'Removing…'}
            onPress={() => remove.mutate({ person: id }, { onSuccess: onClose })}
          >
            <CrossGlyph /> Remove {name}
          </Button>
        </>
      }
    >
      <p className="plain">
        {effectsOf(member)} API keys that {name} created keep working: revoke them on the Keys page. This
        cannot be undone, but {name} can be invited again.
      </p>
      {remove.error === null ? null : <ProblemBox error={remove.error} />}
    </Dialog>
  );
}

function effectsOf(member: Member): string {
  const tokens = activeTokens(member).length;
  const ended = [
    ...(tokens === 0 ? [] : [plural(tokens, 'token')]),
    ...(member.sessions === 0 ? [] : [plural(member.sessions, 'session')]),
    ...(member.invitation === null ? [] : ['the invitation']),
  ];
  return ended.length === 0 ? 'No token or session ends.' : `Ends ${ended.join(' and ')} at once.`;
}
