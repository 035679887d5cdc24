// The bindings of all acts. The type requires an entry for every act of the contract.

import type { ActName } from '@rf-indicators/contract/acts';
import type { AuditAction } from '../context/audit-actions.ts';
import { agentCallBindings } from './agent-calls.ts';
import type { Bindings } from './binding.ts';
import { configurationBindings, frameworkBindings, officerKeyBindings } from './frameworks.ts';
import { evidenceBindings, inputBindings } from './inputs.ts';
import { keyBindings } from './keys.ts';
import { issuanceBindings, scoreRequestBindings } from './market.ts';
import { memberBindings } from './members.ts';
import { providerBindings } from './providers.ts';
import { correctionBindings, runBindings, signingKeyBindings, withdrawalBindings } from './runs.ts';
import { staffBindings } from './staff.ts';
import { termsBindings } from './terms.ts';
import { deliveryBindings, webhookBindings } from './webhooks.ts';
import { workspaceBindings } from './workspaces.ts';

export const BINDINGS: Bindings<ActName> = {
  ...staffBindings,
  ...workspaceBindings,
  ...memberBindings,
  ...termsBindings,
  ...keyBindings,
  ...webhookBindings,
  ...deliveryBindings,
  ...agentCallBindings,
  ...providerBindings,
  ...evidenceBindings,
  ...inputBindings,
  ...frameworkBindings,
  ...officerKeyBindings,
  ...configurationBindings,
  ...runBindings,
  ...correctionBindings,
  ...withdrawalBindings,
  ...issuanceBindings,
  ...scoreRequestBindings,
  ...signingKeyBindings,
};

export interface AuditTrail {
  /** Written whenever the act changes something. */
  always: readonly AuditAction[];
  /** Written only for some inputs. */
  sometimes: readonly AuditAction[];
}

export function auditOf(name: ActName): AuditTrail {
  const binding = BINDINGS[name];
  if (!('audit' in binding)) return { always: [], sometimes: [] };
  const { audit, sometimes = [] } = binding;
  return { always: audit, sometimes };
}
