// The bindings of all acts. The type requires an entry for every act of the contract.

import type { ActName } from '@rf-indicators/contract/acts';
import type { AuditAction } from '../context/audit-actions.ts';
import { agentCallBindings } from './agent-calls.ts';
import { auditBindings } from './audit.ts';
import type { Bindings } from './binding.ts';
import { configurationBindings } from './configurations.ts';
import { deliveryBindings } from './deliveries.ts';
import { deskBindings } from './desk.ts';
import { dueBindings } from './due.ts';
import { draftBindings, entryBindings } from './entry.ts';
import { evidenceBindings } from './evidence.ts';
import { failedCallBindings } from './failed-calls.ts';
import { frameworkBindings } from './frameworks.ts';
import { incidentBindings } from './incidents.ts';
import { inputBindings } from './inputs.ts';
import { issuanceBindings } from './issuances.ts';
import { keyBindings } from './keys.ts';
import { memberBindings } from './members.ts';
import { noticeBindings } from './notices.ts';
import { officerKeyBindings } from './officer-keys.ts';
import { providerBindings, rateBindings } from './providers.ts';
import { correctionBindings, reinstatementBindings, withdrawalBindings } from './publication.ts';
import { requestBindings } from './requests.ts';
import { ruleBindings } from './rules.ts';
import { runBindings } from './runs.ts';
import { scoreRequestBindings } from './score-requests.ts';
import { serviceBindings } from './service.ts';
import { signInBindings } from './sign-ins.ts';
import { signingKeyBindings } from './signing-keys.ts';
import { foundingBindings, staffBindings } from './staff.ts';
import { templateBindings } from './templates.ts';
import { termsBindings } from './terms.ts';
import { usageBindings } from './usage.ts';
import { webhookBindings } from './webhooks.ts';
import { workspaceBindings } from './workspaces.ts';

export const BINDINGS: Bindings<ActName> = {
  ...staffBindings,
  ...foundingBindings,
  ...requestBindings,
  ...ruleBindings,
  ...workspaceBindings,
  ...memberBindings,
  ...signInBindings,
  ...termsBindings,
  ...keyBindings,
  ...webhookBindings,
  ...deliveryBindings,
  ...agentCallBindings,
  ...failedCallBindings,
  ...usageBindings,
  ...noticeBindings,
  ...providerBindings,
  ...rateBindings,
  ...evidenceBindings,
  ...inputBindings,
  ...entryBindings,
  ...draftBindings,
  ...dueBindings,
  ...deskBindings,
  ...templateBindings,
  ...frameworkBindings,
  ...officerKeyBindings,
  ...configurationBindings,
  ...runBindings,
  ...correctionBindings,
  ...withdrawalBindings,
  ...reinstatementBindings,
  ...issuanceBindings,
  ...scoreRequestBindings,
  ...incidentBindings,
  ...serviceBindings,
  ...signingKeyBindings,
  ...auditBindings,
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
