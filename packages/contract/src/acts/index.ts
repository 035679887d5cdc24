// The table of acts: everything that staff and members can do and read. HTTP operations, commands, clients and the
// permission checks of the domain are derived from it.

import type { Static } from 'typebox';
import {
  type Act,
  act,
  type CommandForm,
  commandForm,
  commandsOf,
  MEMBER_ROLES,
  type MemberRole,
  STAFF_ROLES,
  type StaffRole,
  type WhoMay,
} from './act.ts';
import { agentCallActs } from './agent-calls.ts';
import { auditActs } from './audit.ts';
import { committeeActs } from './committee.ts';
import { configurationActs } from './configurations.ts';
import { deliveryActs } from './deliveries.ts';
import { deskActs } from './desk.ts';
import { dueActs } from './due.ts';
import { entryActs } from './entry.ts';
import { evidenceActs } from './evidence.ts';
import { failedCallActs } from './failed-calls.ts';
import { frameworkActs } from './frameworks.ts';
import { incidentActs } from './incidents.ts';
import { inputActs } from './inputs.ts';
import { issuanceActs } from './issuances.ts';
import { keyActs } from './keys.ts';
import { memberActs } from './members.ts';
import { noticeActs } from './notices.ts';
import { providerFileActs } from './provider-file.ts';
import { providerActs } from './providers.ts';
import { publicationActs } from './publication.ts';
import { requestActs } from './requests.ts';
import { runActs } from './runs.ts';
import { scoreRequestActs } from './score-requests.ts';
import { serviceActs } from './service.ts';
import { signInActs } from './sign-ins.ts';
import { signingKeyActs } from './signing-keys.ts';
import { staffActs } from './staff.ts';
import { templateActs } from './templates.ts';
import { termsActs } from './terms.ts';
import { usageActs } from './usage.ts';
import { webhookActs } from './webhooks.ts';
import { workspaceActs } from './workspaces.ts';

export { DEFAULT_PAGE, LARGEST_PAGE } from '../page-sizes.ts';
export { ITEM_GROUPS } from './committee.ts';
export { DELIVERY_STATUSES } from './deliveries.ts';
export { ISSUANCE_STATUSES } from './issuances.ts';
export { PROPOSAL_STATUSES } from './proposals.ts';
export { ServingState } from './service.ts';
export { TERMS_KINDS } from './terms.ts';
export {
  type Act,
  act,
  type CommandForm,
  commandForm,
  commandsOf,
  MEMBER_ROLES,
  type MemberRole,
  STAFF_ROLES,
  type StaffRole,
  type WhoMay,
};

export const ACTS = {
  ...staffActs,
  ...requestActs,
  ...workspaceActs,
  ...memberActs,
  ...signInActs,
  ...termsActs,
  ...keyActs,
  ...webhookActs,
  ...deliveryActs,
  ...agentCallActs,
  ...failedCallActs,
  ...usageActs,
  ...noticeActs,
  ...providerActs,
  ...providerFileActs,
  ...evidenceActs,
  ...inputActs,
  ...entryActs,
  ...dueActs,
  ...deskActs,
  ...templateActs,
  ...frameworkActs,
  ...configurationActs,
  ...runActs,
  ...committeeActs,
  ...publicationActs,
  ...issuanceActs,
  ...scoreRequestActs,
  ...signingKeyActs,
  ...incidentActs,
  ...serviceActs,
  ...auditActs,
} as const;

export type ActName = keyof typeof ACTS;
export const ACT_NAMES = Object.keys(ACTS) as ActName[];

export type InputOf<Name extends ActName> = Static<(typeof ACTS)[Name]['input']>;
export type AnswerOf<Name extends ActName> = Static<(typeof ACTS)[Name]['answer']>;

/** Acts that staff can perform. */
export type StaffActName = {
  [Name in ActName]: (typeof ACTS)[Name] extends { kind: 'act'; who: { staff: unknown } } ? Name : never;
}[ActName];
/** Acts that members of a workspace can perform. */
export type MemberActName = {
  [Name in ActName]: (typeof ACTS)[Name] extends { kind: 'act'; who: { member: unknown } } ? Name : never;
}[ActName];
/** Reads that staff can perform. */
export type StaffReadName = {
  [Name in ActName]: (typeof ACTS)[Name] extends { kind: 'read'; who: { staff: unknown } } ? Name : never;
}[ActName];
/** Reads about one workspace: a member's own, or the one that staff name. */
export type WorkspaceReadName = {
  [Name in ActName]: (typeof ACTS)[Name] extends { kind: 'read'; who: { member: unknown } } ? Name : never;
}[ActName];
