// Lines to copy, and texts in tabs that differ by language.

import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import styles from './code.module.css';
import { Copy } from './copy.tsx';

export function Code({ text, what = 'the lines' }: { text: string; what?: string }) {
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <Copy text={text} what={what} />
    </div>
  );
}

export function CodeTabs({ label, texts }: { label: string; texts: Readonly<Record<string, string>> }) {
  return (
    <Tabs>
      <TabList aria-label={label} className="tabs">
        {Object.keys(texts).map((name) => (
          <Tab key={name} id={name} className="tab">
            {name}
          </Tab>
        ))}
      </TabList>
      {Object.entries(texts).map(([name, text]) => (
        <TabPanel key={name} id={name} className={styles.panel!}>
          <Code text={text} what={`the lines for ${name}`} />
        </TabPanel>
      ))}
    </Tabs>
  );
}
