// The document of entry checks that applies until two people approve another one.

import shipped from '../../../../../../methodology/entry-checks-1.0.json' with { type: 'json' };
import type { EntryChecksDocument } from './document.ts';

/** A published document never changes; a later one is another version. */
export const SHIPPED_CHECKS = shipped as unknown as EntryChecksDocument;
