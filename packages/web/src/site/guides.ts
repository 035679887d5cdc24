// Makes the guides come alive: search while one types, buttons that copy code, and the heading that is being read.

import { addCopyButtons } from './guides/copy-buttons.ts';
import { markCurrentPart } from './guides/current-part.ts';
import { addSearch } from './guides/search.ts';

for (const field of document.querySelectorAll<HTMLInputElement>('[data-guide-search]')) addSearch(field);
addCopyButtons();
markCurrentPart();
