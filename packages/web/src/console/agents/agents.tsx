// Agents: the state of the pilot, how to connect an agent program, and what agents called.

import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { useNow } from '../../ui/clock.ts';
import { CodeTabs } from '../../ui/code.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { isEnded } from '../keys/key.tsx';
import styles from './agents.module.css';
import { Calls } from './calls.tsx';
import { CallsByTool } from './calls-by-tool.tsx';
import { Checklist, stepsOf } from './steps.tsx';

export function Agents() {
  const now = useNow();
  const workspace = useRead('workspaces.show', {});
  const keys = useRead('keys.list', {});
  const agentKeys = keys.data?.data.filter((key) => key.agent_scope && !isEnded(key, now));
  const steps =
    workspace.data === undefined || agentKeys === undefined ? undefined : stepsOf(workspace.data, agentKeys);
  const missing = steps?.filter(({ isDone }) => !isDone).length;
  const error = workspace.error ?? keys.error;
  return (
    <>
      <Title
        title="Agents"
        note={missing === undefined ? '' : missing === 0 ? 'Agents can call the tools' : NOT_READY[missing]}
      />
      {error === null ? null : <ProblemBox error={error} onRetry={() => void workspace.refetch()} />}
      <div className={styles.columns} aria-busy={workspace.isPending || keys.isPending}>
        <Section title="What an agent needs">
          <Checklist steps={steps} />
        </Section>
        <Section title="Configuration to copy">
          <CodeTabs label="Configurations" texts={configurationsFor(location.origin)} />
          <p className={styles.note}>
            Put your key in place of rf_live_YOUR_KEY. Do not put keys into files that you share: these
            programs can read them from the environment.
          </p>
        </Section>
      </div>
      <CallsByTool />
      <Calls />
    </>
  );
}

const NOT_READY: Readonly<Record<number, string>> = {
  1: 'One thing is missing',
  2: 'Two things are missing',
  3: 'Three things are missing',
  4: 'Four things are missing',
};

const KEY = 'rf_live_YOUR_KEY';

/** As docs/agents.md has them. */
function configurationsFor(origin: string): Readonly<Record<string, string>> {
  const url = `${origin}/api/mcp`;
  const headers = { 'x-api-key': KEY };
  return {
    'Claude Code': written({ mcpServers: { rf: { type: 'http', url, headers } } }),
    Cursor: written({ mcpServers: { rf: { url, headers } } }),
    'Visual Studio Code': written({ servers: { rf: { type: 'http', url, headers } } }),
    'Claude Desktop': written({
      mcpServers: {
        rf: {
          command: 'node',
          args: ['/opt/rf-risk-indicators/packages/server/bin/rf.mjs', 'mcp'],
          env: { RF_URL: origin, RF_API_KEY: KEY },
        },
      },
    }),
    curl: `curl -s ${url} -H 'x-api-key: ${KEY}' \\
  -H 'content-type: application/json' \\
  -d '{"tool_name": "search_providers", "input": {"query": "bitcoin"}}'`,
  };
}

function written(content: object): string {
  return JSON.stringify(content, null, 2);
}
