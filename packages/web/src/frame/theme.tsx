// The theme: as the system says, light or dark. theme.js sets it before the first paint.

import { useState } from 'react';
import styles from './rail.module.css';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const NAMES: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const choose = (chosen: Theme) => {
    if (chosen === 'system') {
      delete document.documentElement.dataset.theme;
      localStorage.removeItem('theme');
    } else {
      document.documentElement.dataset.theme = chosen;
      localStorage.setItem('theme', chosen);
    }
    setTheme(chosen);
  };
  return (
    <fieldset className={styles.themes} aria-label="Theme">
      {THEMES.map((name) => (
        <button key={name} type="button" aria-pressed={name === theme} onClick={() => choose(name)}>
          {NAMES[name]}
        </button>
      ))}
    </fieldset>
  );
}
