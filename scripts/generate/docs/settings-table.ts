// The table of settings in docs/operate/operating.md.

import { SETTING_LIST } from '../../../packages/server/src/service/config.ts';
import { code, table } from './markdown.ts';

export function settingsTable(): string {
  return table(
    ['setting', 'default', 'meaning'],
    SETTING_LIST.map(({ name, default: value, what }) => [code(name), value, what]),
  );
}
