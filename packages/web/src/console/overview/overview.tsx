// The first page of a workspace: what needs an act soon, then the steps to its first call until they are done, then usage.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import { areDone, hasSkippedWebhooks, progressOf, skipWebhooks } from './progress.ts';
import { WorkspaceState } from './state.tsx';

/** Steps tick themselves off: a call from a terminal shows up here. Calls are counted outside the store, so there is no change to follow. */
const STEPS_EVERY_MS = 2000;

export function Overview() {
  const workspace = useRead('workspaces.show', {});
  const keys = useRead('keys.list', { all: true, limit: 1000 });
  const endpoints = useRead('webhooks.list', {});
  const progress = progressOf(workspace.data, keys.data?.data, endpoints.data?.data);
  const [skips, setSkips] = useState(hasSkippedWebhooks);
  const isOver = progress !== null && areDone(skips ? { ...progress, webhook: true } : progress);
  const isWaiting = progress !== null && !isOver;
  // The same reads, and more often while a step is open.
  useRead('workspaces.show', {}, { everyMs: STEPS_EVERY_MS, enabled: isWaiting });
  useRead('keys.list', { all: true, limit: 1000 }, { everyMs: STEPS_EVERY_MS, enabled: isWaiting });
  useRead('webhooks.list', {}, { everyMs: STEPS_EVERY_MS, enabled: isWaiting });
  const failed = [workspace, keys, endpoints].find(({ error }) => error !== null);
  return (
    <>
      <Title title="Overview" />
      {failed !== undefined && progress === null ? (
        <ProblemBox error={failed.error} onRetry={() => void failed.refetch()} />
      ) : null}
      {progress === null ? null : (
        <Attention workspace={workspace.data!} keys={keys.data!.data} endpoints={endpoints.data!.data} />
      )}
      {progress === null ? null : isOver ? (
        <WorkspaceState workspace={workspace.data!} keys={keys.data!.data} />
      ) : (
        <FirstSteps
          progress={progress}
          onSkipWebhooks={() => {
            skipWebhooks();
            setSkips(true);
          }}
        />
      )}
    </>
  );
}
