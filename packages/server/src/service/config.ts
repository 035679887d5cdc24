// The settings of the service: one table, from which parsing, the help of rf serve and the table in the docs follow, and
// the configuration that is made from them. The defaults suit local development.

import type { PublishingPolicy } from '@rf-indicators/core/desk/runs/policy';
import { configuredServers } from '../identity/settings.ts';
import { type Branding, PUBLIC_BREAKDOWNS } from '../rendering/pages/site.ts';
import { SAMPLERS, type TracingSettings } from '../tracing/settings.ts';
import { checkpointFileOf, mailOf, oidcOf, quorumOf, staffAddressOf } from './combined-settings.ts';
import { baseUrlOf, defaultNode } from './node-address.ts';
import {
  address,
  anyPath,
  anyText,
  collectorUrl,
  colour,
  count,
  days,
  endOfDate,
  type Form,
  headerList,
  hundredths,
  link,
  logoFile,
  metricsAddress,
  oneOf,
  origin,
  portNumber,
  receiverList,
  redisUrl,
  seconds,
  sessionLimits,
  share,
  siteName,
  trustedProxies,
  witnessList,
  yesOrNo,
} from './setting-forms.ts';

interface Setting<T> {
  what: string;
  /** As the help and the docs show it. */
  default: string;
  read(text: string | undefined, name: string): T;
}

function withDefault<T>(text: string, form: Form<T>, what: string): Setting<T> {
  return { what, default: text, read: (given, name) => form(given || text, name) };
}

/** null unless it is set. */
function optional<T>(form: Form<T>, what: string, shown = 'none'): Setting<T | null> {
  return { what, default: shown, read: (given, name) => (given ? form(given, name) : null) };
}

/** More than balancers usually take for two checks, and less than the 10 seconds that containers have to stop. */
const SHARED_STORE_DRAIN_SECONDS = 5;

export const SETTINGS = {
  HOST: withDefault('127.0.0.1', anyText, 'address to listen on'),
  PORT: withDefault('8080', portNumber, 'port to listen on; 0 chooses any free port'),
  RF_DATA_DIR: withDefault('./data', anyPath, 'folder for all data of the service'),
  RF_BASE_URL: optional(
    origin,
    'public address of the service, used in links',
    'http://HOST:PORT; http://localhost:PORT in the demo',
  ),
  DATABASE_URL: optional(anyText, 'PostgreSQL database to use instead of the data folder'),
  RF_REDIS_URL: optional(redisUrl, 'Redis or Valkey that counts the rate limits of all nodes together'),
  RF_MASTER_KEY: optional(
    anyText,
    'key that encrypts secrets and authenticates records: 32 bytes in base64; several while it is replaced, newest first',
    'RF_DATA_DIR/master.key',
  ),
  RF_VERIFIER_KEY: optional(
    anyText,
    'the pinned public key that the store is checked against, as rf init printed it',
    'the file verifier.pub in RF_DATA_DIR',
  ),
  RF_CHECKPOINT_FILE: optional(
    anyText,
    'file that records every checkpoint (off: none); another disk is better',
    'checkpoints.jsonl in RF_DATA_DIR',
  ),
  RF_WITNESSES: optional(
    witnessList,
    'witnesses that cosign checkpoints: "KEY URL", several separated by commas',
  ),
  RF_WITNESS_QUORUM: optional(
    count(),
    'how many witnesses must cosign; fewer are reported, and never stop publishing',
    'more than half of RF_WITNESSES',
  ),
  RF_DRIFT: withDefault(
    '1.00',
    hundredths,
    'drift in points since the last news from which a score change is news again',
  ),
  RF_STALE_DAYS: withDefault('14', days, 'days that an indicator stays current after its gate has expired'),
  RF_DAILY_RUN: withDefault(
    'publish',
    oneOf('off', 'draft', 'publish'),
    'daily run while the service is running (off, draft or publish); what needs a second person waits',
  ),
  RF_DEMO_UNTIL: optional(endOfDate, 'last day of the demo data', 'today'),
  RF_MEMORY_MIB: withDefault('512', count(1), 'memory budget for prepared responses'),
  RF_DECISIONS_MIB: withDefault('256', count(1), 'room for the kept decisions of each workspace'),
  RF_NODE: optional(
    anyText,
    'name of this process, unique among those that share a store',
    'host name and PORT',
  ),
  RF_TRUST_PROXY: withDefault(
    'none',
    trustedProxies,
    'proxies whose X-Forwarded-For is trusted: addresses, CIDR ranges, loopback',
  ),
  RF_METRICS: withDefault(
    'off',
    metricsAddress,
    'Prometheus metrics: off, loopback (clients on this machine only), or HOST:PORT',
  ),
  RF_LOG: withDefault(
    'errors',
    oneOf('requests', 'errors'),
    'what is logged: errors, or requests (one JSON line per request, and errors)',
  ),
  RF_LIMIT_PUBLIC_SCORES: withDefault('60', count(), 'requests for public scores per minute per address'),
  RF_LIMIT_SCORE_REQUESTS: withDefault('5', count(), 'score requests per hour per address'),
  RF_LIMIT_SCORE_REQUESTS_IN_ALL: withDefault(
    '500',
    count(),
    'score requests per hour for all addresses together',
  ),
  RF_WEBHOOK_LOOPBACK: optional(
    yesOrNo,
    'whether webhooks may go to loopback addresses and without https (yes or no)',
    'no; yes in the demo',
  ),
  RF_WEBHOOK_ALLOW: optional(
    receiverList,
    'private receivers of webhooks: ranges and host names with commas between them, such as 10.20.0.0/16,hooks.corp.example',
    'none: public addresses only',
  ),
  RF_PAGERDUTY_URL: withDefault(
    'https://events.pagerduty.com',
    origin,
    'where PagerDuty takes events; https://events.eu.pagerduty.com for its European region',
  ),
  RF_LIMIT_FAILED_KEYS: withDefault(
    '30',
    count(),
    'requests with an invalid key or token per minute per address',
  ),
  RF_LIMIT_CONSOLE: withDefault('1200', count(1), 'requests to the console per minute per person'),
  RF_LIMIT_CONSOLE_PER_ADDRESS: withDefault(
    '4800',
    count(1),
    'requests to the console per minute per address',
  ),
  RF_STAFF_ADDRESS: optional(
    address,
    'HOST:PORT on which alone staff can act; without it, they act where everyone reads',
  ),
  RF_STAFF_URL: optional(
    origin,
    'the address at which staff reach RF_STAFF_ADDRESS, such as the name of a proxy',
    'http://RF_STAFF_ADDRESS',
  ),
  RF_LIMIT_CONNECTIONS: withDefault(
    '10000',
    count(1),
    'open connections of clients; fewer if the process may not open that many files',
  ),
  RF_LIMIT_CONNECTIONS_PER_ADDRESS: withDefault(
    '1000',
    count(1),
    'open connections per address; proxies in RF_TRUST_PROXY are exempt',
  ),
  RF_WRITE_TIMEOUT: withDefault(
    '30',
    count(1),
    'seconds after which a client that does not read its response is disconnected',
  ),
  RF_DRAIN_SECONDS: optional(
    seconds,
    'how long a process that gets SIGTERM keeps serving while /readyz is 503; longer than the checks of the balancer take to notice',
    `${SHARED_STORE_DRAIN_SECONDS} with DATABASE_URL, otherwise 0`,
  ),
  RF_SESSION_STAFF: withDefault(
    '30m 12h',
    sessionLimits,
    'sessions of staff: how long they may be idle, and how long they last at most (m, h or d)',
  ),
  RF_SESSION_MEMBERS: withDefault(
    '12h 30d',
    sessionLimits,
    'sessions of members of workspaces: idle and absolute limit',
  ),
  RF_OIDC_ISSUER: optional(
    anyText,
    'issuer of the OIDC provider with which people can sign in; its redirect is BASE_URL/api/auth/callback/oidc',
  ),
  RF_OIDC_CLIENT_ID: optional(anyText, 'client id at the OIDC provider'),
  RF_OIDC_CLIENT_SECRET: optional(anyText, 'client secret at the OIDC provider'),
  RF_SMTP_URL: optional(
    anyText,
    'mail server for invitations and resets, as smtp://NAME:PASSWORD@HOST:PORT or smtps://…; without one, operators are shown the links',
  ),
  RF_MAIL_FROM: optional(anyText, 'sender of mails; required with RF_SMTP_URL'),
  RF_SITE_NAME: withDefault('RF Risk Indicators', siteName, 'name of the service on its pages'),
  RF_SITE_LOGO: optional(
    logoFile,
    'file with a logo for the header: SVG, PNG or WebP',
    'the mark of the four bands',
  ),
  RF_SITE_COLOUR: optional(colour, 'colour of a rule above the header, such as #24389c'),
  RF_PUBLIC_BREAKDOWN: withDefault(
    'headline',
    oneOf(...PUBLIC_BREAKDOWNS),
    'how much of a score pages show to everybody: headline, modules (module scores, hard rules, the score before them) or everything (also criteria, inputs and evidence). The public API, feeds and badges show the headline only',
  ),
  RF_IMPRINT_URL: optional(link, 'link to the imprint, at the foot of every page'),
  RF_PRIVACY_URL: optional(link, 'link to the privacy notice, at the foot of every page'),
  RF_CONTACT_URL: optional(link, 'where to ask for access (https: or mailto:), on the page /access'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    collectorUrl,
    'OpenTelemetry collector to which traces are sent, over HTTP; without it, none are recorded',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    headerList,
    'headers for the collector: NAME=VALUE, several separated by commas',
  ),
  OTEL_SERVICE_NAME: withDefault(
    'rf-risk-indicators',
    anyText,
    'name of the service in traces; RF_NODE is the instance',
  ),
  OTEL_TRACES_SAMPLER: withDefault(
    'parentbased_always_on',
    oneOf(...SAMPLERS),
    'which traces are recorded, such as parentbased_traceidratio',
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(
    '1',
    share,
    'share of the traces that a sampler with traceidratio records, from 0 to 1',
  ),
} satisfies Record<string, Setting<unknown>>;

type SettingName = keyof typeof SETTINGS;
type Environment = Readonly<Record<string, string | undefined>>;
/** Gives the value of a setting. */
type Values = <Name extends SettingName>(name: Name) => ReturnType<(typeof SETTINGS)[Name]['read']>;

function valuesOf(env: Environment): Values {
  return (name) => SETTINGS[name].read(env[name], name) as never;
}

/** For help and docs, in the order of the table. */
export const SETTING_LIST = Object.entries(SETTINGS).map(([name, { what, default: shown }]) => ({
  name,
  what,
  default: shown,
}));

/** Warnings about settings that no longer have an effect. */
export function ignoredSettings(env: Environment): string[] {
  if (!env.RF_SECOND_PERSON) return [];
  return [
    'RF_SECOND_PERSON is ignored: two people are always required where the rules say so. Remove the setting.',
  ];
}

export type Config = ReturnType<typeof readConfig>;

export function readConfig(env: Environment) {
  const of = valuesOf(env);
  const host = of('HOST');
  const port = of('PORT');
  const dataDir = of('RF_DATA_DIR');
  const databaseUrl = of('DATABASE_URL');
  const witnesses = of('RF_WITNESSES') ?? [];
  const policy: PublishingPolicy = { driftHundredths: of('RF_DRIFT'), staleDays: of('RF_STALE_DAYS') };
  const oidc = oidcOf({
    issuer: of('RF_OIDC_ISSUER'),
    clientId: of('RF_OIDC_CLIENT_ID'),
    clientSecret: of('RF_OIDC_CLIENT_SECRET'),
  });
  const mail = mailOf({ smtpUrl: of('RF_SMTP_URL'), from: of('RF_MAIL_FROM') });
  return {
    host,
    port,
    dataDir,
    /** The public address of the service; absolute URLs in responses start with it. */
    baseUrl: of('RF_BASE_URL') ?? baseUrlOf(host, port),
    /** The PostgreSQL database; null to store everything in the data folder. */
    databaseUrl,
    masterKey: of('RF_MASTER_KEY') ?? undefined,
    /** If it is set; otherwise the key is in a file in the data folder. */
    verifierKey: of('RF_VERIFIER_KEY') ?? undefined,
    checkpointFile: checkpointFileOf(of('RF_CHECKPOINT_FILE'), dataDir),
    /** The witnesses that are asked to cosign checkpoints. */
    witnesses,
    /** How many of them must have cosigned the newest checkpoint; otherwise the status says so. */
    witnessQuorum: quorumOf(of('RF_WITNESS_QUORUM'), witnesses.length),
    policy,
    dailyRun: of('RF_DAILY_RUN'),
    /** The last day of the demo data; null for today. */
    demoUntil: of('RF_DEMO_UNTIL'),
    /** The memory budget for prepared responses. */
    memoryBytes: of('RF_MEMORY_MIB') * 1024 * 1024,
    /** How much room the kept decisions of each workspace may take. */
    decisionsMib: of('RF_DECISIONS_MIB'),
    /** The name of this process among those that share a store or rate limits. */
    node: of('RF_NODE') ?? defaultNode(port),
    /** The Redis in which nodes count rate limits together; null if each process counts alone. */
    redisUrl: of('RF_REDIS_URL'),
    addressLimits: {
      publicScores: of('RF_LIMIT_PUBLIC_SCORES'),
      scoreRequests: of('RF_LIMIT_SCORE_REQUESTS'),
      scoreRequestsInAll: of('RF_LIMIT_SCORE_REQUESTS_IN_ALL'),
      failedKeys: of('RF_LIMIT_FAILED_KEYS'),
      console: { perAddress: of('RF_LIMIT_CONSOLE_PER_ADDRESS'), perPerson: of('RF_LIMIT_CONSOLE') },
    },
    connectionLimits: {
      inAll: of('RF_LIMIT_CONNECTIONS'),
      perAddress: of('RF_LIMIT_CONNECTIONS_PER_ADDRESS'),
      writeTimeoutMs: of('RF_WRITE_TIMEOUT') * 1000,
    },
    /** How long the process keeps serving after SIGTERM. Nobody takes over from a process on SQLite, so that one need not wait. */
    drainMs: (of('RF_DRAIN_SECONDS') ?? (databaseUrl === null ? 0 : SHARED_STORE_DRAIN_SECONDS)) * 1000,
    /** When sessions end, by the kind of person. */
    sessionLimits: { staff: of('RF_SESSION_STAFF'), members: of('RF_SESSION_MEMBERS') },
    /** The OIDC provider of the firm; null if people sign in without one. */
    oidc,
    /** null: links to sign in are shown to operators instead of mailed. */
    mail,
    /** What identifies the two, to be compared with the store. */
    servers: configuredServers({ mail, oidc }),
    trustProxy: of('RF_TRUST_PROXY'),
    /** Where metrics are served: nowhere, on the service port for loopback clients only, or on an address of their own. */
    metrics: of('RF_METRICS'),
    /** The address on which alone staff can act; null: there is no such address, and they act where everyone reads. */
    staff: staffAddressOf(of('RF_STAFF_ADDRESS'), of('RF_STAFF_URL')),
    /** Whether each request is logged, or errors only. */
    log: of('RF_LOG'),
    /** Whether webhooks may be sent to loopback addresses and without https; null means only in the demo. */
    webhookLoopback: of('RF_WEBHOOK_LOOPBACK'),
    webhookAllow: of('RF_WEBHOOK_ALLOW'),
    pagerDuty: of('RF_PAGERDUTY_URL'),
    branding: brandingOf(of),
    /** null: no traces are recorded. */
    tracing: tracingOf(of),
  };
}

/** What makes the site a self-hoster's own: name, logo, colour, and links that laws ask for. */
function brandingOf(of: Values): Branding {
  return {
    name: of('RF_SITE_NAME'),
    logoFile: of('RF_SITE_LOGO'),
    colour: of('RF_SITE_COLOUR'),
    breakdown: of('RF_PUBLIC_BREAKDOWN'),
    imprintUrl: of('RF_IMPRINT_URL'),
    privacyUrl: of('RF_PRIVACY_URL'),
    contactUrl: of('RF_CONTACT_URL'),
  };
}

/** Names and meanings are those that OpenTelemetry defines. Without an endpoint, the others are not even read. */
function tracingOf(of: Values): TracingSettings | null {
  const endpoint = of('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === null) return null;
  return {
    url: `${endpoint}/v1/traces`,
    headers: of('OTEL_EXPORTER_OTLP_HEADERS') ?? {},
    serviceName: of('OTEL_SERVICE_NAME'),
    sampler: of('OTEL_TRACES_SAMPLER'),
    ratio: of('OTEL_TRACES_SAMPLER_ARG'),
  };
}
