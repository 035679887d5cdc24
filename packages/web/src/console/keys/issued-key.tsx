// A key that was just issued: shown once, with lines that are ready to use.

import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { Button } from '../../ui/button.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import styles from './keys.module.css';

export interface IssuedKeyProps {
  issued: { name: string; key: string };
  onClose: () => void;
}

export function IssuedKey({ issued: { name, key }, onClose }: IssuedKeyProps) {
  const [isStored, setStored] = useState(false);
  return (
    <Dialog
      title={`Store the key ${name} now`}
      wide
      buttons={
        <Button kind="primary" notAllowed={isStored ? null : 'say first that you have stored it'} onPress={onClose}>
          Done
        </Button>
      }
    >
      <p className="plain">It is shown once. We keep only its hash, and cannot show it again.</p>
      <div className={styles.secret}>
        <span>{key}</span>
        <Copy text={key} what="the key" />
      </div>
      <Tabs>
        <TabList aria-label="Ready lines" className="tabs">
          {Object.keys(LINES).map((language) => (
            <Tab key={language} id={language} className="tab">
              {language}
            </Tab>
          ))}
        </TabList>
        {Object.entries(LINES).map(([language, lineOf]) => (
          <TabPanel key={language} id={language}>
            <pre className={styles.code}>{lineOf(location.origin, key)}</pre>
          </TabPanel>
        ))}
      </Tabs>
      <CheckField checked={isStored} onChange={({ target }) => setStored(target.checked)}>
        I have stored it
      </CheckField>
    </Dialog>
  );
}

const LINES: Readonly<Record<string, (origin: string, key: string) => string>> = {
  curl: (origin, key) => `curl -H 'x-api-key: ${key}' \\\n  ${origin}/api/v1/scores`,
  JavaScript: (origin, key) =>
    `import { RiskIndicators } from '@rf-indicators/sdk';\n\nconst rf = new RiskIndicators({\n  baseUrl: '${origin}',\n  apiKey: '${key}',\n});\nconsole.log(await rf.listScores());`,
  Python: (origin, key) =>
    `from rf_indicators import RiskIndicators\n\nrf = RiskIndicators(\n    base_url="${origin}",\n    api_key="${key}",\n)\nprint(rf.list_scores())`,
};
