// The announcement of a next framework in the demo world: signed by the officer, requested by the operator, approved by
// the reviewer.

import { makeRequest, recordApproval } from '@rf-indicators/core/accounts/requests';
import { activateMethodology } from '@rf-indicators/core/desk/methodology/activation';
import type { MethodologyDocument } from '@rf-indicators/engine';
import type { DemoWorld } from './demo-world.ts';
import { importSigned, shippedFramework } from './founding.ts';
import { ANNOUNCEMENT } from './story.ts';

const HOUR = 60 * 60 * 1000;

export async function announceNextVersion(
  { context, people }: DemoWorld,
  within: (date: string) => boolean,
): Promise<void> {
  if (!within(ANNOUNCEMENT.date)) return;
  const { operator: requester, reviewer: approver } = people;
  const { notes } = ANNOUNCEMENT;
  const framework = await importSigned(context, people, nextVersion());
  const request = await context.store.transaction((writes) =>
    makeRequest(context, writes, requester, 'frameworks.activate', framework, { framework, notes }),
  );
  context.moveTo(context.clock() + HOUR);
  await activateMethodology(context, { requester, approver }, framework, notes, (writes) =>
    recordApproval(context, writes, approver, request),
  );
}

function nextVersion(): MethodologyDocument {
  const { document } = shippedFramework();
  return {
    ...document,
    framework_name: ANNOUNCEMENT.frameworkName,
    methodology_version: ANNOUNCEMENT.version,
    effective_from: ANNOUNCEMENT.effectiveFrom,
    modules: document.modules.map((module) => ({
      ...module,
      weight: ANNOUNCEMENT.weights[module.id] ?? module.weight,
    })),
  };
}
