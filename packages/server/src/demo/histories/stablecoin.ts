// Stablecoins and products on them. All names are fictional and refer to no company.

import type { History } from './history.ts';

export const STABLECOIN: readonly History[] = [
  // A depeg and the way back: low risk, medium risk, low risk.
  {
    name: 'Lanternwick Dollar',
    subtype: 'payment stablecoin, reserves in bills and bank deposits',
    like: 'FX-05',
    date: '2026-03-31',
    values: {
      reserve_coverage: '100.90',
      reserve_quality: '94.00',
      liquid_cover_7d: '90.00',
      largest_counterparty_share: '14.00',
      operating_history_months: '31',
    },
    renewedEvery: 6,
    reports: {
      title: 'attested reserve report',
      grade: 'A',
      inputs: ['reserve_coverage', 'reserve_quality', 'liquid_cover_7d', 'largest_counterparty_share'],
      rows: [
        ['2026-05-05', '100.80', '92.00', '88.00', '17.00'],
        ['2026-06-16', '100.10', '71.00', '57.00', '39.00'],
        ['2026-07-14', '100.20', '77.00', '66.00', '33.00'],
        ['2026-08-11', '100.50', '86.00', '78.00', '22.00'],
        ['2026-09-15', '101.00', '94.00', '91.00', '14.00'],
        ['2026-10-20', '101.30', '96.00', '94.00', '12.00'],
      ],
    },
    findings: [
      {
        date: '2026-06-09',
        title: 'Lanternwick Dollar: daily closes of two venues',
        grade: 'A',
        values: { par_deviation: '4.10' },
        note: 'A bank that held a seventh of the reserves closed for three days.',
      },
      {
        date: '2026-06-16',
        title: 'Lanternwick Dollar: redemptions of the last 30 days',
        grade: 'A',
        values: { withdrawal_status: 'delayed' },
      },
      {
        date: '2026-07-21',
        title: 'Lanternwick Dollar: redemptions of the last 30 days, all on time',
        grade: 'A',
        values: { withdrawal_status: 'on_terms' },
      },
    ],
  },
  // Leverage comes down and a rule no longer holds the score; then leverage returns, and so does the rule.
  {
    name: 'Quartzhollow Vault',
    subtype: 'leveraged vault token on lending markets',
    like: 'FX-07',
    date: '2026-06-02',
    yields: ['9.00', '12.00'],
    grade: 'B',
    values: {
      leverage_multiple: '3.40',
      endogenous_share: '9.00',
      equity_ratio: '1.20',
      earnings_quality: 'break_even',
    },
    renewedEvery: 5,
    reports: {
      title: 'on-chain positions, loops counted',
      grade: 'A',
      inputs: ['leverage_multiple', 'endogenous_share', 'weighted_ltv', 'liquid_cover_7d'],
      rows: [
        ['2026-06-09', '3.10', '8.00', '72.00', '50.00'],
        ['2026-07-07', '2.70', '6.00', '67.00', '56.00'],
        ['2026-08-04', '2.20', '4.00', '61.00', '63.00'],
        ['2026-09-01', '1.80', '2.00', '56.00', '70.00'],
        ['2026-09-29', '1.90', '2.00', '58.00', '67.00'],
        ['2026-10-27', '3.05', '3.00', '73.00', '45.00'],
      ],
    },
  },
  // Bad debt in July, made good by October; for two weeks nobody checked it.
  {
    name: 'Mossbarrow Markets',
    subtype: 'on-chain lending market with isolated pools',
    like: 'FX-08',
    date: '2026-04-28',
    yields: ['2.80', '5.40'],
    values: { equity_ratio: '5.20', liquid_cover_7d: '68.00', weighted_ltv: '50.00' },
    renewedEvery: 6,
    reports: {
      title: 'on-chain positions',
      grade: 'A',
      inputs: [
        'reserve_coverage',
        'liquid_cover_7d',
        'weighted_ltv',
        'largest_counterparty_share',
        'equity_ratio',
      ],
      rows: [
        ['2026-05-05', '103.20', '66.00', '52.00', '14.00', '5.40'],
        ['2026-06-09', '102.60', '60.00', '56.00', '18.00', '5.00'],
        ['2026-07-07', '100.10', '34.00', '71.00', '33.00', '0.60'],
        ['2026-08-04', '100.60', '45.00', '64.00', '26.00', '1.50'],
        ['2026-09-01', '101.80', '58.00', '57.00', '18.00', '3.00'],
        ['2026-09-29', '103.00', '67.00', '51.00', '14.00', '4.60'],
        ['2026-10-27', '103.60', '71.00', '48.00', '12.00', '5.80'],
      ],
    },
    findings: [
      {
        date: '2026-07-07',
        title: 'Mossbarrow Markets: loss in one pool',
        grade: 'A',
        values: { uncollateralised_share: '13.00', earnings_quality: 'loss_runway_over_24m' },
      },
      {
        date: '2026-09-29',
        title: 'Mossbarrow Markets: the loss is covered by the treasury',
        grade: 'A',
        values: { uncollateralised_share: '0.00', earnings_quality: 'break_even' },
      },
    ],
    unchecked: { from: '2026-09-07', until: '2026-09-21' },
  },
  // Its yield follows the market for hedges, and its score follows the yield.
  {
    name: 'Saffronby Synthetic',
    subtype: 'synthetic dollar, hedged futures positions',
    like: 'FX-06',
    date: '2026-05-12',
    yields: ['5.00', '8.00'],
    values: {
      reserve_quality: '52.00',
      par_deviation: '0.80',
      largest_counterparty_share: '28.00',
      equity_ratio: '2.40',
    },
    renewedEvery: 5,
    reports: {
      title: 'report on hedges and reserves',
      grade: 'B',
      inputs: ['yield_max', 'reserve_quality', 'liquid_cover_7d', 'largest_counterparty_share'],
      rows: [
        ['2026-05-19', '10.50', '47.00', '60.00', '31.00'],
        ['2026-06-16', '14.00', '36.00', '52.00', '37.00'],
        ['2026-07-14', '9.00', '49.00', '63.00', '29.00'],
        ['2026-08-11', '6.50', '60.00', '74.00', '23.00'],
        ['2026-09-08', '7.50', '56.00', '70.00', '25.00'],
        ['2026-10-06', '12.50', '40.00', '55.00', '35.00'],
        ['2026-11-03', '8.00', '55.00', '68.00', '26.00'],
      ],
    },
  },
];
