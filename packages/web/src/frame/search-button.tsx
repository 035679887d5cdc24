// The search in the rail, with its key.

import { Button as AriaButton } from 'react-aria-components';
import { openSearch } from '../api/search.ts';
import { ICONS } from './icons.tsx';
import styles from './search-button.module.css';

export function SearchButton() {
  return (
    <AriaButton className={styles.search!} onPress={openSearch}>
      {ICONS.search}
      <span>Search</span>
      <kbd>Ctrl K</kbd>
    </AriaButton>
  );
}
