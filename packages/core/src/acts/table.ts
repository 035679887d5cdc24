// The bindings of all acts, by subject. The type requires an entry for every act of the contract. The code of a subject is
// loaded with its first act: a command performs one or two acts, and all of them together need most of this package.

import type { ActName } from '@rf-indicators/contract/acts';
import type { ActsAbout, Binding, Bindings } from './binding.ts';

type SubjectOf<Name extends ActName> = Name extends `${infer About}.${string}` ? About : never;

const LOAD: { [About in SubjectOf<ActName>]: () => Promise<Bindings<ActsAbout<About>>> } = {
  staff: async () => (await import('./staff.ts')).staffBindings,
  founding: async () => (await import('./staff.ts')).foundingBindings,
  requests: async () => (await import('./requests.ts')).requestBindings,
  rules: async () => (await import('./rules.ts')).ruleBindings,
  workspaces: async () => ({
    ...(await import('./workspaces.ts')).workspaceBindings,
    'workspaces.audit': (await import('./audit.ts')).auditBindings['workspaces.audit'],
  }),
  members: async () => ({
    ...(await import('./sign-ins.ts')).signInBindings,
    ...(await import('./members.ts')).memberBindings,
  }),
  sign_ins: async () => (await import('./sign-ins.ts')).signInBindings,
  servers: async () => (await import('./servers.ts')).serverBindings,
  terms: async () => (await import('./terms.ts')).termsBindings,
  keys: async () => (await import('./keys.ts')).keyBindings,
  policies: async () => (await import('./policies.ts')).policyBindings,
  books: async () => (await import('./books.ts')).bookBindings,
  watch: async () => (await import('./watch.ts')).watchBindings,
  webhooks: async () => (await import('./webhooks.ts')).webhookBindings,
  deliveries: async () => (await import('./deliveries.ts')).deliveryBindings,
  agent_calls: async () => (await import('./usage.ts')).agentCallBindings,
  failed_calls: async () => (await import('./usage.ts')).failedCallBindings,
  usage: async () => (await import('./usage.ts')).usageBindings,
  notices: async () => (await import('./usage.ts')).noticeBindings,
  providers: async () => (await import('./providers.ts')).providerBindings,
  specimens: async () => (await import('./specimens.ts')).specimenBindings,
  rates: async () => (await import('./providers.ts')).rateBindings,
  evidence: async () => (await import('./evidence.ts')).evidenceBindings,
  inputs: async () => (await import('./inputs.ts')).inputBindings,
  entry_checks: async () => (await import('./entry-checks.ts')).entryCheckBindings,
  entry: async () => (await import('./entry.ts')).entryBindings,
  drafts: async () => (await import('./entry.ts')).draftBindings,
  due: async () => (await import('./due.ts')).dueBindings,
  desk: async () => (await import('./desk.ts')).deskBindings,
  templates: async () => (await import('./templates.ts')).templateBindings,
  frameworks: async () => (await import('./frameworks.ts')).frameworkBindings,
  officer_keys: async () => (await import('./officer-keys.ts')).officerKeyBindings,
  configurations: async () => (await import('./configurations.ts')).configurationBindings,
  runs: async () => (await import('./runs.ts')).runBindings,
  committee: async () => (await import('./committee.ts')).committeeBindings,
  corrections: async () => (await import('./publication.ts')).correctionBindings,
  withdrawals: async () => (await import('./publication.ts')).withdrawalBindings,
  reinstatements: async () => (await import('./publication.ts')).reinstatementBindings,
  rationales: async () => (await import('./rationales.ts')).rationaleBindings,
  disclosures: async () => (await import('./disclosures.ts')).disclosureBindings,
  reviews: async () => (await import('./disclosures.ts')).reviewBindings,
  issuances: async () => (await import('./issuances.ts')).issuanceBindings,
  score_requests: async () => (await import('./score-requests.ts')).scoreRequestBindings,
  incidents: async () => (await import('./incidents.ts')).incidentBindings,
  service: async () => (await import('./service.ts')).serviceBindings,
  log: async () => (await import('./service.ts')).serviceBindings,
  verifications: async () => (await import('./service.ts')).serviceBindings,
  signing_keys: async () => (await import('./signing-keys.ts')).signingKeyBindings,
  master_key: async () => (await import('./master-key.ts')).masterKeyBindings,
  audit: async () => (await import('./audit.ts')).auditBindings,
};

export async function bindingOf<Name extends ActName>(name: Name): Promise<Binding<Name>> {
  const about = name.split('.')[0] as SubjectOf<ActName>;
  // Each entry of the table has its own type, which TypeScript cannot relate to `Name`.
  return ((await LOAD[about]()) as unknown as Record<Name, Binding<Name>>)[name];
}
