// The settings of acts, for tests that start a thread without the service. A new member of ActSettings gets its value here.

import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { ActSettings } from '../../src/console/act-services.ts';

export function actSettingsOf(location: StoreLocation, changes: Partial<ActSettings> = {}): ActSettings {
  return {
    ...location,
    masterKey: undefined,
    verifierKey: undefined,
    policy: DEFAULT_POLICY,
    checkpointFile: null,
    webhookLoopback: null,
    webhookAllow: null,
    baseUrl: 'http://localhost',
    siteName: 'RF',
    mail: null,
    oidc: null,
    witnesses: [],
    witnessQuorum: 0,
    ...changes,
  };
}
