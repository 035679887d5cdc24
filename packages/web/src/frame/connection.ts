// Since when a page that follows news has no connection; null while it has one, and for pages that follow none.

import { createContext } from 'react';

export const ConnectionContext = createContext<number | null>(null);
