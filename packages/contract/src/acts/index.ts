// The table of acts: everything that staff and members can do and read. HTTP operations, commands, clients and the
// permission checks of the domain are derived from it.

import type { Static } from 'typebox';
import {
  type Act,
  type AuditRecord,
  act,
  type CommandForm,
  type CommandOption,
  commandForm,
  commandsOf,
  MEMBER_ROLES,
  type MemberRole,
  type RequestWords,
  STAFF_ROLES,
  type StaffRole,
  TOPICS,
  type Topic,
  type WhoMay,
} from './act.ts';
import { agentCallActs } from './agent-calls.ts';
import { auditActs } from './audit.ts';
import { bookActs, bookRecords } from './books.ts';
import { committeeActs } from './committee.ts';
import { configurationActs, configurationRecords } from './configurations.ts';
import { deliveryActs } from './deliveries.ts';
import { deskActs, deskRecords } from './desk.ts';
import { disclosureActs, disclosureRecords, reviewActs, reviewRecords } from './disclosures.ts';
import { dueActs, dueRecords } from './due.ts';
import { entryActs, entryRecords } from './entry.ts';
import { entryCheckActs, entryCheckRecords } from './entry-checks.ts';
import type { InEpochMs } from './epoch-ms.ts';
import { evidenceActs, evidenceRecords } from './evidence.ts';
import { failedCallActs } from './failed-calls.ts';
import { frameworkActs, frameworkRecords } from './frameworks.ts';
import { incidentActs, incidentRecords } from './incidents.ts';
import { inputActs, inputRecords } from './inputs.ts';
import { issuanceActs, issuanceRecords } from './issuances.ts';
import { keyActs, keyRecords } from './keys.ts';
import { masterKeyActs, masterKeyRecords } from './master-key.ts';
import { matterActs, matterRecords } from './matters.ts';
import { memberActs, memberRecords } from './members.ts';
import { noticeActs } from './notices.ts';
import { policyActs, policyRecords } from './policies.ts';
import { policyDecisionActs } from './policy-decisions.ts';
import { providerFileActs } from './provider-file.ts';
import { providerActs, providerRecords } from './providers.ts';
import { publicationActs, publicationRecords } from './publication.ts';
import { rationaleActs, rationaleRecords } from './rationales.ts';
import { requestActs, requestRecords } from './requests.ts';
import { runActs, runRecords } from './runs.ts';
import { scoreRequestActs, scoreRequestRecords } from './score-requests.ts';
import { serverActs, serverRecords } from './servers.ts';
import { serviceActs, serviceRecords } from './service.ts';
import { signInActs, signInRecords } from './sign-ins.ts';
import { signingKeyActs, signingKeyRecords } from './signing-keys.ts';
import { specimenActs, specimenRecords } from './specimens.ts';
import { staffActs, staffRecords } from './staff.ts';
import { templateActs } from './templates.ts';
import { termsActs, termsRecords } from './terms.ts';
import { usageActs } from './usage.ts';
import { watchActs, watchRecords } from './watch.ts';
import { webhookActs, webhookRecords } from './webhooks.ts';
import { workspaceActs, workspaceRecords } from './workspaces.ts';

export { DEFAULT_PAGE, LARGEST_PAGE } from '../page-sizes.ts';
export {
  ALERT_CHANGES,
  ALERT_STATES,
  WATCH_KINDS,
  type WatchKind,
} from '../schemas/watch.ts';
export { ITEM_GROUPS } from './committee.ts';
export { DELIVERY_STATUSES } from './deliveries.ts';
export { ANY_INSTANT } from './forms.ts';
export { ISSUANCE_STATUSES } from './issuances.ts';
export { MATTER_KINDS, MATTER_STATES, REVIEW_DIRECTIONS } from './matters.ts';
export { TERMS_KINDS } from './terms.ts';
export { CHANNEL_KINDS, DIGEST_TIMES, WEEKDAYS } from './watch-forms.ts';
export {
  type Act,
  type AuditRecord,
  act,
  type CommandForm,
  type CommandOption,
  commandForm,
  commandsOf,
  MEMBER_ROLES,
  type MemberRole,
  type RequestWords,
  STAFF_ROLES,
  type StaffRole,
  TOPICS,
  type Topic,
  type WhoMay,
};

export const ACTS = {
  ...staffActs,
  ...requestActs,
  ...workspaceActs,
  ...memberActs,
  ...signInActs,
  ...serverActs,
  ...termsActs,
  ...keyActs,
  ...webhookActs,
  ...deliveryActs,
  ...agentCallActs,
  ...failedCallActs,
  ...usageActs,
  ...noticeActs,
  ...policyActs,
  ...policyDecisionActs,
  ...bookActs,
  ...watchActs,
  ...providerActs,
  ...providerFileActs,
  ...specimenActs,
  ...evidenceActs,
  ...inputActs,
  ...entryActs,
  ...entryCheckActs,
  ...dueActs,
  ...deskActs,
  ...templateActs,
  ...frameworkActs,
  ...configurationActs,
  ...runActs,
  ...committeeActs,
  ...matterActs,
  ...publicationActs,
  ...rationaleActs,
  ...disclosureActs,
  ...reviewActs,
  ...issuanceActs,
  ...scoreRequestActs,
  ...signingKeyActs,
  ...masterKeyActs,
  ...incidentActs,
  ...serviceActs,
  ...auditActs,
} as const;

/** Every action that the audit trail records. `generated/audit-actions.ts` is the same without schemas. */
export const AUDIT_RECORDS = {
  ...staffRecords,
  ...requestRecords,
  ...frameworkRecords,
  ...signInRecords,
  ...serverRecords,
  ...workspaceRecords,
  ...memberRecords,
  ...termsRecords,
  ...keyRecords,
  ...policyRecords,
  ...bookRecords,
  ...watchRecords,
  ...providerRecords,
  ...specimenRecords,
  ...evidenceRecords,
  ...inputRecords,
  ...dueRecords,
  ...deskRecords,
  ...entryRecords,
  ...entryCheckRecords,
  ...configurationRecords,
  ...signingKeyRecords,
  ...masterKeyRecords,
  ...runRecords,
  ...matterRecords,
  ...publicationRecords,
  ...rationaleRecords,
  ...disclosureRecords,
  ...reviewRecords,
  ...issuanceRecords,
  ...scoreRequestRecords,
  ...incidentRecords,
  ...serviceRecords,
  ...webhookRecords,
} as const;

export type ActName = keyof typeof ACTS;
export const ACT_NAMES = Object.keys(ACTS) as ActName[];

export type AuditAction = keyof typeof AUDIT_RECORDS;

export interface AuditTrail {
  /** Written whenever the act changes something. */
  always: readonly AuditAction[];
  /** Written only for some inputs. */
  sometimes: readonly AuditAction[];
}

const REQUEST_MADE = 'request.made' satisfies AuditAction;

/** The audit records that an act writes. */
export function auditOf(name: ActName): AuditTrail {
  const { audit = [], sometimes = [], performsRequests }: Act = ACTS[name];
  const performed =
    performsRequests === true ? [...new Set(ACT_NAMES.flatMap(performedOnRequest))] : sometimes;
  return { always: audit as AuditAction[], sometimes: performed as AuditAction[] };
}

/** What an act that takes two people writes when it is performed. */
function performedOnRequest(name: ActName): string[] {
  const { audit = [], sometimes = [] }: Act = ACTS[name];
  const all = [...audit, ...sometimes];
  return all.includes(REQUEST_MADE) ? all.filter((action) => action !== REQUEST_MADE) : [];
}

export type InputOf<Name extends ActName> = Static<(typeof ACTS)[Name]['input']>;
export type AnswerOf<Name extends ActName> = Static<(typeof ACTS)[Name]['answer']>;

/** The input as functions of the domain get it. */
export type DomainInputOf<Name extends ActName> = InEpochMs<InputOf<Name>>;
/** The answer as functions of the domain give it. */
export type DomainAnswerOf<Name extends ActName> = InEpochMs<AnswerOf<Name>>;

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
/** Reads whose answer depends on which member reads. */
export type MemberReadName = {
  [Name in ActName]: (typeof ACTS)[Name] extends { kind: 'read'; ofMember: true } ? Name : never;
}[ActName];
/** Reads about one workspace: a member's own, or the one that staff name. */
export type WorkspaceReadName = Exclude<
  {
    [Name in ActName]: (typeof ACTS)[Name] extends { kind: 'read'; who: { member: unknown } } ? Name : never;
  }[ActName],
  MemberReadName
>;
