// The story of the demo world, as data, without the histories of the providers that are no samples. All names are fictional and refer to no company.

import type { StaffRole } from '@rf-indicators/core/store/schema';
import type { Newcomer, NewFact } from './histories/history.ts';

export const BEGIN = Date.parse('2026-03-31T08:00:00Z');
export const FIRST_RUN = Date.parse('2026-04-01T06:00:00Z');

export const PEOPLE: Record<
  'operator' | 'analyst' | 'reviewer' | 'officer' | 'secondReviewer',
  { name: string; roles: StaffRole[] }
> = {
  operator: { name: 'Demo Operator', roles: ['operator'] },
  analyst: { name: 'Demo Analyst', roles: ['analyst'] },
  reviewer: { name: 'Demo Reviewer', roles: ['reviewer'] },
  officer: { name: 'Demo Chief Risk Officer', roles: ['chief_risk_officer'] },
  secondReviewer: { name: 'Demo Second Reviewer', roles: ['reviewer'] },
};

/** The customer with the tier that includes everything: its Contract Admin can sign in. */
export const ENTERPRISE_CUSTOMER = 'Brackenmoor Demo';

/** The one provider that pays in bitcoin; all others pay in dollars. */
export const PAYS_BITCOIN = 'FX-04';

/** Clearer labels than those of the samples: holders of these shares have no claim on the bitcoin. */
export const SUBTYPES: Record<string, string> = {
  'FX-02': 'issuer holding bitcoin, perpetual preferred shares',
};

/** Fictional, with prefixes that nobody assigns and check digits that match. */
export const IDENTIFIERS: Record<string, readonly string[]> = {
  'FX-01': ['lei ZZZZ00BRINDLEWICK042', 'domain brindlewick-vaults.example'],
  'FX-02': [
    'lei ZZZZ00FERROCLINE0050',
    'isin ZZ0000FRCL01',
    'ticker XXXX:FRCL',
    'domain ferrocline-treasury.example',
  ],
  'FX-05': [
    'lei ZZZZ00HARBOURGLASS09',
    'address eip155:1:0x0badcafe0badcafe0badcafe0badcafe0badcafe',
    'address eip155:8453:0x0badcafe0badcafe0badcafe0badcafe0badcafe',
    'domain harbourglass-dollar.example',
  ],
  'FX-08': [
    'address eip155:1:0xc0ba17c0ba17c0ba17c0ba17c0ba17c0ba17c0ba',
    'domain cobaltine-markets.example',
  ],
  'FX-10': ['lei ZZZZ00ALDERTARN00007', 'isin ZZ0000ALDT03', 'domain aldertarn-bills.example'],
  'FX-11': ['lei ZZZZ00PENNYTHRIFT035', 'domain pennythrift.example'],
};

/** Checked again every week, always unchanged. */
export const REFERENCE_RATE = {
  currency: 'USD',
  rate: '3.75',
  date: '2026-03-31',
  grade: 'A',
  title: 'Fictional policy rate',
};

/** All changes of the inputs of samples; in other weeks, these are only renewed as unchanged. */
export const NEW_FACTS: NewFact[] = [
  // A provider just below a bound moves up to the better band.
  {
    date: '2026-05-12',
    provider: 'FX-06',
    input: 'assurance_level',
    value: 'audited_and_quarterly_attested',
    grade: 'A',
    title: 'First audited statements with quarterly attestations',
  },
  {
    date: '2026-05-12',
    provider: 'FX-06',
    input: 'disclosure_interval_days',
    value: '31',
    grade: 'A',
    title: 'Publication record of reserve reports',
  },
  // A provider in a good band falls to a worse one.
  {
    date: '2026-06-23',
    provider: 'FX-08',
    input: 'largest_counterparty_share',
    value: '47.00',
    grade: 'A',
    title: 'On-chain positions by borrower group',
  },
  {
    date: '2026-06-23',
    provider: 'FX-08',
    input: 'uncollateralised_share',
    value: '38.00',
    grade: 'A',
    title: 'On-chain positions by collateral',
  },
  {
    date: '2026-06-23',
    provider: 'FX-08',
    input: 'leverage_multiple',
    value: '2.60',
    grade: 'A',
    title: 'On-chain positions, loops counted',
  },
  {
    date: '2026-06-23',
    provider: 'FX-08',
    input: 'liquid_cover_7d',
    value: '38.00',
    grade: 'A',
    title: 'Liquidity of the lending pools',
  },
  {
    date: '2026-06-23',
    provider: 'FX-08',
    input: 'yield_source',
    value: 'mixed_disclosed',
    grade: 'A',
    title: 'On-chain flows by source',
  },
  {
    date: '2026-06-23',
    provider: 'FX-08',
    input: 'weighted_ltv',
    value: '74.00',
    grade: 'A',
    title: 'On-chain positions, loan to value',
  },
  {
    date: '2026-06-23',
    provider: 'FX-08',
    input: 'reserve_coverage',
    value: '101.00',
    grade: 'A',
    title: 'On-chain balance with liabilities',
  },
  {
    date: '2026-06-23',
    provider: 'FX-08',
    input: 'enforcement_status',
    value: 'open_material',
    grade: 'A',
    title: 'Court docket',
  },
  // A hard rule fires, and clears once the cause is fixed.
  {
    date: '2026-07-21',
    provider: 'FX-01',
    input: 'key_quorum',
    value: '1',
    grade: 'B',
    title: 'Control report: one approval moves client assets',
  },
  {
    date: '2026-09-01',
    provider: 'FX-01',
    input: 'key_quorum',
    value: '3',
    grade: 'B',
    title: 'Control report: three approvals restored',
  },
  {
    date: '2026-10-06',
    provider: 'FX-05',
    input: 'equity_ratio',
    value: '3.10',
    grade: 'A',
    title: 'Half-year accounts',
  },
];

/** An input that was misread when it was first recorded, with its correct value. */
export const CORRECTION = {
  date: '2026-08-04',
  provider: 'FX-02',
  input: 'obligation_cover_months',
  value: '12.5',
  grade: 'A',
  title: 'Cash and debt note in the accounts, read again',
  reason: 'Cash cover had been read from the wrong column of the accounts.',
};

export const WITHDRAWAL = {
  date: '2026-09-15',
  provider: 'FX-09',
  reason: 'The provider has ended its product.',
};

/** Providers whose packages anyone may read. */
export const SPECIMENS = {
  date: '2026-04-07',
  providers: ['FX-01', 'FX-10'],
  reason: 'Readers can compute these scores again without a key.',
};

/** Withdrawn during a dispute, and reinstated by two people once it was settled. */
export const REINSTATEMENT = {
  withdrawnOn: '2026-06-02',
  reinstatedOn: '2026-06-30',
  provider: 'FX-12',
  withdrawnBecause: 'The provider disputes which of its accounts are in scope.',
  reinstatedBecause: 'The dispute about the accounts in scope is settled.',
};

/**
 * The provider claims that a shortfall is cured. A statement of its own is weaker than the record that shows the
 * shortfall, so the claim stays contested. From then on the input is not renewed.
 */
export const CONTESTED: NewFact = {
  date: '2026-10-13',
  provider: 'FX-04',
  input: 'reserve_coverage',
  value: '105.00',
  grade: 'D',
  title: 'Press release: reserves restored to 105 percent',
};

/** Its gates are not checked in this period: its indicator becomes stale, and is current again after the next check. */
export const OVERLOOKED = { from: '2026-08-10', until: '2026-08-24', provider: 'FX-10' };

/** From this day its gates are checked too late, so its current indicator is stale. */
export const LATE = { from: '2026-10-26', provider: 'FX-11', daysLate: 15 };

/** The other evidence of this provider is never renewed, to show how points decrease with age. */
export const FADING = 'FX-11';

/** Nobody has checked yet whether it pays as agreed. Without this gate, runs do not score it. */
export const NOT_SCORED: Newcomer = {
  date: '2026-10-26',
  name: 'Halcyon Quarry',
  subtype: 'issuer holding bitcoin, convertible notes',
  like: 'FX-02',
  values: { reserve_coverage: '260.00', operating_history_months: '22' },
  known: [
    'insolvency_status',
    'integrity_finding',
    'reserve_coverage',
    'reserve_quality',
    'assurance_level',
    'disclosure_interval_days',
    'regulatory_status',
    'operating_history_months',
  ],
};

/** All of its evidence is approved. Its first indicator waits for a second person, and the story never publishes it. */
export const FIRST_INDICATOR: Newcomer = {
  date: '2026-11-09',
  name: 'Ambervane Lending',
  subtype: 'bitcoin-secured consumer loans',
  like: 'FX-01',
  values: {
    reserve_coverage: '148.00',
    weighted_ltv: '58.00',
    operating_history_months: '31',
    key_quorum: '2',
  },
};

/** Of issuances, by ticker. */
export const ISINS: Record<string, string> = { FRCA: 'ZZ0000FRCA04', FRCB: 'ZZ0000FRCB03' };

export const ISSUANCES = [
  [
    'Ferrocline Series A Perpetual Preferred',
    'FX-02',
    'FRCA',
    'preferred_share',
    '2026-04-20',
    '2026-05-04',
    '2026-05-08',
    '10.00',
    '250000000',
    'ISSUED',
  ],
  [
    'Ferrocline Series B Perpetual Preferred',
    'FX-02',
    'FRCB',
    'preferred_share',
    '2026-07-13',
    '2026-07-27',
    '2026-07-31',
    '10.75',
    '150000000',
    'ISSUED',
  ],
  [
    'Ferrocline Series C Perpetual Preferred',
    'FX-02',
    'FRCC',
    'preferred_share',
    '2026-11-02',
    '2026-12-07',
    '2026-12-11',
    '11.25',
    '200000000',
    'ANNOUNCED',
  ],
  [
    'Quillmere 2029 Secured Notes',
    'FX-03',
    'QLM29',
    'bond',
    '2026-05-11',
    '2026-06-01',
    '2026-06-05',
    '6.25',
    '80000000',
    'ISSUED',
  ],
  [
    'Quillmere 2031 Secured Notes',
    'FX-03',
    'QLM31',
    'bond',
    '2026-10-12',
    '2026-11-30',
    '2026-12-04',
    '6.50',
    '120000000',
    'PRICING',
  ],
  [
    'Brindlewick 2028 Notes',
    'FX-01',
    'BRW28',
    'bond',
    '2026-08-17',
    '2026-09-07',
    null,
    '7.00',
    '60000000',
    'WITHDRAWN',
  ],
  [
    'Halcyon Quarry Convertible Notes',
    null,
    null,
    'bond',
    '2026-10-26',
    '2026-12-14',
    null,
    '4.75',
    '300000000',
    'ANNOUNCED',
  ],
  [
    'Tidemark Stack Preferred',
    null,
    'TDMK',
    'preferred_share',
    '2026-10-19',
    '2026-11-23',
    null,
    '9.50',
    '90000000',
    'PRICING',
  ],
] as const;

/** A next version of the framework, which exists only in the demo. It takes effect so late that version 1.0 stays current. */
export const ANNOUNCEMENT = {
  date: '2026-05-19',
  frameworkName: 'RF Framework (demo)',
  version: '2.0',
  effectiveFrom: '2099-01-01',
  /** Module weights in percent. */
  weights: { reserves: 22, technology: 3 } as Record<string, number>,
  notes:
    'A fictional next version, for the demo only: backing counts for 22 percent instead of 20, technology for 3 instead of 5.',
};

export const SCORE_REQUESTS = [
  {
    date: '2026-05-06',
    provider_name: 'Halcyon Quarry',
    planner_type: 'fiat',
    message: 'We hold their notes and would like an indicator.',
    status: 'accepted',
  },
  {
    date: '2026-06-30',
    provider_name: 'Copperfin Savings',
    planner_type: 'stablecoin',
    message: 'Is this on your list?',
    status: 'declined',
  },
  {
    date: '2026-11-03',
    provider_name: 'Tidemark Stack',
    planner_type: 'fiat',
    message: 'Please score before the pricing.',
    status: 'received',
  },
] as const;
