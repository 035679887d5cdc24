import { SERVICE } from '../context/actor.ts';
import { readHome } from '../desk/home/home.ts';
import { readSetup } from '../desk/home/setup.ts';
import { chooseMails, mailAddress, mailChoices } from '../desk/mails/choices.ts';
import { search } from '../desk/search/search.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const deskBindings: Bindings<ActsAbout<'desk'>> = {
  'desk.home': ({ context, policy }, actor) => readHome(context, actor ?? SERVICE, policy),
  'desk.setup': ({ context }) => readSetup(context.store.db, context.clock()),
  'desk.mails': async ({ context: { store } }, actor) => ({
    ...(await mailChoices(store.db, actor?.id ?? SERVICE.id)),
    address: actor === null ? null : await mailAddress(store.db, actor.id),
  }),
  'desk.choose_mails': ({ context }, actor, chosen) => chooseMails(context, actor, chosen),
  'desk.search': async ({ context }, actor, { query }) => ({
    data: await search(context, actor ?? SERVICE, query),
  }),
};
