// After a draft: what it takes now, and the way to it.

import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export interface DraftedProps {
  title: string;
  run: string;
  what: string;
  onClose: () => void;
}

export function Drafted({ title, run, what, onClose }: DraftedProps) {
  return (
    <Dialog
      title={title}
      onCancel={onClose}
      buttons={
        <Button onPress={onClose} autoFocus>
          Close
        </Button>
      }
    >
      <p className="plain">
        {what} Nothing is public yet: a reviewer or operator other than the person who publishes must approve
        it.
      </p>
      <p className="plain">
        <a href={`/desk/runs/${run}`}>Show the draft</a>
      </p>
    </Dialog>
  );
}
