// The types of all tables, the same for both databases. Ids are text, times are epoch milliseconds, dates and decimals
// are text as they were entered, JSON is text, and flags are 0 or 1.

import type { AccountTables } from './schema/accounts.ts';
import type { FrameworkTables } from './schema/frameworks.ts';
import type { IdentityTables } from './schema/identity.ts';
import type { InputTables } from './schema/inputs.ts';
import type { LogTables } from './schema/log.ts';
import type { MarketTables } from './schema/market.ts';
import type { PublicationTables } from './schema/publication.ts';
import type { ServiceTables } from './schema/service.ts';
import type { StaffTables } from './schema/staff.ts';
import type { WebhookTables } from './schema/webhooks.ts';

export type { AgentEndpoint, MemberRole, TermsKind, Tier } from './schema/accounts.ts';
export type { SignInInvitationKind } from './schema/identity.ts';
export type { LeafKind } from './schema/log.ts';
export type { IssuanceStatus, ScoreRequestStatus } from './schema/market.ts';
export type { RunAction, RunKind, RunStage, RunStatus } from './schema/publication.ts';
export type { Topic } from './schema/service.ts';
export type { FoundingState, RequestDecision, StaffRole } from './schema/staff.ts';
export type { DeliveryStatus, DisabledBecause } from './schema/webhooks.ts';

export interface Database
  extends StaffTables,
    InputTables,
    FrameworkTables,
    PublicationTables,
    LogTables,
    MarketTables,
    AccountTables,
    IdentityTables,
    WebhookTables,
    ServiceTables {}
