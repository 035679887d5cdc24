// Who reads this page: asked at most once, by the header or by what a page shows to entitled readers.

import type { Reader } from '@rf-indicators/contract/console';
import { askReader } from '../../api/reader.ts';
import { showAccount } from '../../ui/account-link.ts';

let asked: Promise<Reader | null> | null = null;

/** Null if the server does not answer. */
export function readerOfPage(): Promise<Reader | null> {
  asked ??= askReader().then((reader) => {
    if (reader !== null) showAccount(reader);
    return reader;
  });
  return asked;
}
