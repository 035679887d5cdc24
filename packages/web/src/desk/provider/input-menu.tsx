// What can be done about a value of the sheet: correct it. It says beforehand who may not.

import { Button } from '../../ui/button.tsx';
import { whoMayOperate } from '../providers/who-may.ts';
import { useStaff } from '../staff.ts';
import type { SheetRow } from './file.ts';

export function InputMenu({ row, onWrong }: { row: SheetRow; onWrong: () => void }) {
  const notAllowed = whoMayOperate(useStaff());
  if (notAllowed !== null) return null;
  return (
    <Button kind="quiet" label={`Correct ${row.label}`} onPress={onWrong}>
      Correct
    </Button>
  );
}
