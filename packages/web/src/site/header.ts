// The header of public pages for people who signed in. Nothing is asked where nobody did.

import { isMarkedSignedIn } from '../api/signed-in-mark.ts';
import { readerOfPage } from './header/reader.ts';

if (isMarkedSignedIn()) void readerOfPage();
