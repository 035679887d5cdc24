import { Refusal } from '../context/refusal.ts';
import {
  CONFIGURATION_ORDER,
  listConfigurations,
  recordConfiguration,
} from '../desk/methodology/configurations.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const configurationBindings: Bindings<ActsAbout<'configurations'>> = {
  'configurations.list': ({ context }, _, page) =>
    CONFIGURATION_ORDER.page(page, (portion) => listConfigurations(context.store.db, portion)),
  'configurations.record': async ({ context }, actor, { name, settings }) => {
    if (Object.hasOwn(settings, 'name')) {
      throw new Refusal('validation_failed', 'The configuration is not valid.', [
        { place: '/settings/name', code: 'unknown_member', message: "is the configuration's own name" },
      ]);
    }
    return { digest: await recordConfiguration(context, actor, { name, content: { ...settings, name } }) };
  },
};
