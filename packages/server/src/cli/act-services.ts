// What acts need from the process that a command runs in. Long-running acts report their progress to the terminal.

import type { ActServices, Stage } from '@rf-indicators/core/acts/services';
import type { Context } from '@rf-indicators/core/context/context';
import { actServices } from '../console/act-services.ts';
import { readConfig } from '../service/config.ts';
import { type Progress, progressTo } from './progress.ts';
import type { Terminal } from './terminal.ts';

export function commandServices(terminal: Terminal, context: Context): ActServices {
  const shown = new Map<Stage, Progress>();
  const config = readConfig(terminal.env);
  return {
    ...actServices({ ...config, siteName: config.branding.name }, { ...context, via: 'command' }),
    progress(stage, done, all) {
      const show = shown.get(stage) ?? progressTo(terminal, stage);
      shown.set(stage, show);
      show(done, all);
    },
  };
}
