// Writes and reviews the rationales that a draft or a withdrawal needs, so that a test can publish it.

import { listStaff } from '@rf-indicators/core/accounts/staff';
import type { Context } from '@rf-indicators/core/context/context';
import type { StaffRole } from '@rf-indicators/core/store/schema';
import { explainNews } from '../../packages/server/src/demo/rationales.ts';

/** By the first analyst and the first reviewer of the store. */
export async function writeRationales(
  context: Context,
  owner: { run: string } | { withdrawal: string },
): Promise<void> {
  const staff = await listStaff(context.store.db);
  const whoIs = (role: StaffRole) => staff.find(({ roles }) => roles.includes(role))!;
  await explainNews(context, { analyst: whoIs('analyst'), reviewer: whoIs('reviewer') }, owner);
}
