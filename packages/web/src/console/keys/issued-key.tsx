// A key that was just issued: shown once, with lines that are ready to use.

import { CodeTabs } from '../../ui/code.tsx';
import { SecretDialog } from '../../ui/secret.tsx';

export interface IssuedKeyProps {
  issued: { name: string; key: string };
  onClose: () => void;
}

export function IssuedKey({ issued: { name, key }, onClose }: IssuedKeyProps) {
  return (
    <SecretDialog
      title={`Store the key ${name} now`}
      lead="It is shown once. We keep only its hash, and cannot show it again."
      secret={key}
      what="the key"
      onClose={onClose}
    >
      <CodeTabs label="Ready lines" texts={linesFor(location.origin, key)} />
    </SecretDialog>
  );
}

function linesFor(origin: string, key: string): Record<string, string> {
  return {
    curl: `curl -H 'x-api-key: ${key}' \\\n  ${origin}/api/v1/scores`,
    JavaScript: `import { RiskIndicators } from '@rf-indicators/sdk';

const rf = new RiskIndicators({
  baseUrl: '${origin}',
  apiKey: '${key}',
});
console.log(await rf.listScores());`,
    Python: `from rf_indicators import RiskIndicators

rf = RiskIndicators(
    base_url="${origin}",
    api_key="${key}",
)
print(rf.list_scores())`,
  };
}
