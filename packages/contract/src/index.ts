// The contract of the API: operations, schemas, events, tiers and problems. Servers and clients are
// built from it, so it does not import any other package of this project.

export { LIMITATIONS_DISCLOSURE } from './disclosure.ts';
export { type OpenApiDocument, type OpenApiOptions, openApiDocument } from './openapi/document.ts';
export { CACHE_CONTROL } from './openapi/headers.ts';
export { problemExample, problemType } from './openapi/problem-example.ts';
export { WEBHOOK_HEADERS } from './openapi/webhooks.ts';
export * from './operations/index.ts';
export {
  type Access,
  type Answer,
  type Caching,
  type Operation,
  PUBLIC_LIMITS,
  type PublicLimitName,
  TAGS,
  type TagName,
} from './operations/operation.ts';
export {
  CONNECTION_PROBLEMS,
  isKeyed,
  problemsOf,
  refusesUnknownParameters,
} from './operations/problems-of.ts';
export { PROBLEM_CODES, PROBLEMS, type ProblemCode, type ProblemKind } from './problems.ts';
export * from './schemas/index.ts';
export { SCHEMAS } from './schemas/named.ts';
export * from './spreadsheets.ts';
export {
  ENTITLEMENTS,
  type Entitlement,
  effectiveTier,
  entitlementsOf,
  mayIssue,
  requiredTier,
  TIER_TERMS,
  TIERS,
  type Tier,
  type TierTerms,
} from './tiers.ts';
