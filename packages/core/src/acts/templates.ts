import { civilDate } from '../context/times.ts';
import { inputTemplate } from '../desk/inputs/input-template.ts';
import { effectiveMethodology } from '../desk/methodology/signed.ts';
import { providerTemplate } from '../desk/provider-file/provider-template.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const templateBindings: Bindings<ActsAbout<'templates'>> = {
  'templates.providers': async ({ context }) => {
    const { methodology } = await effectiveMethodology(context.store.db, context.clock());
    return { data: providerTemplate(methodology, civilDate(context.clock())) };
  },
  'templates.inputs': async ({ context }, _, { providers }) => {
    const { methodology } = await effectiveMethodology(context.store.db, context.clock());
    return { data: await inputTemplate(context, methodology, providers) };
  },
};
