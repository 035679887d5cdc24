// Where the draft is: saved, or kept in this browser until the service answers again.

import { clock } from '../../ui/words.ts';
import type { Saving } from './use-draft.ts';

export function SavingNote({ saving, why }: { saving: Saving; why: string | null }) {
  return (
    <>
      <span role="status">{textOf(saving)}</span>
      {why === null || saving.state === 'new' ? null : ` · ${why}`}
      {saving.state === 'new' && why !== null ? why : null}
    </>
  );
}

function textOf(saving: Saving): string {
  switch (saving.state) {
    case 'new':
      return '';
    case 'unsaved':
    case 'saving':
      return 'Saving the draft…';
    case 'saved':
      return `Draft saved ${clock(saving.at)}`;
    case 'cut':
      return 'No connection: kept in this browser, trying again';
    case 'refused':
      return 'Not saved: kept in this browser';
  }
}
