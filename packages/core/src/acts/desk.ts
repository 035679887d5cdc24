import { SERVICE } from '../context/actor.ts';
import { readHome } from '../desk/home/home.ts';
import { search } from '../desk/search/search.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const deskBindings: Bindings<ActsAbout<'desk'>> = {
  'desk.home': ({ context, policy }, actor) => readHome(context, actor ?? SERVICE, policy),
  'desk.search': async ({ context }, actor, { query }) => ({
    data: await search(context, actor ?? SERVICE, query),
  }),
};
