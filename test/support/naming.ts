// Changes what the public calls a provider, as two people do: for tests of what follows from that.

import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import * as change from '@rf-indicators/core/desk/provider-file/change-provider';

const reason = 'The company changed it.';

/** The other person is anybody else on the staff. */
async function peopleOf({ store }: Context, requester: Actor) {
  const { id, name } = await store.db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('id', '<>', requester.id)
    .executeTakeFirstOrThrow();
  return { requester, approver: { id, name, roles: [] } };
}

export async function renameProvider(
  context: Context,
  actor: Actor,
  provider: string,
  name: string,
): Promise<void> {
  const people = await peopleOf(context, actor);
  await context.store.transaction((writes) =>
    change.renameProvider(context, writes, people, { provider, name, reason }),
  );
}

export async function changeSlug(
  context: Context,
  actor: Actor,
  provider: string,
  slug: string,
): Promise<void> {
  const people = await peopleOf(context, actor);
  await context.store.transaction((writes) =>
    change.changeSlug(context, writes, people, { provider, slug, reason }),
  );
}

export async function describeProvider(
  context: Context,
  actor: Actor,
  provider: string,
  description: { aliases?: readonly string[]; identifiers?: readonly string[] },
): Promise<void> {
  const people = await peopleOf(context, actor);
  await context.store.transaction((writes) =>
    change.describeProvider(context, writes, people, { provider, ...description, reason }),
  );
}
