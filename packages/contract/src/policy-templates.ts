// Policies to begin with, for the command and the console. Each says what it is for, and when it is not the right one.

export const POLICY_TEMPLATES = {
  lender: {
    title: 'Counterparties of a lender',
    purpose:
      'For a lender that holds bitcoin or cash with counterparties, and decides daily on new deposits.',
    not_when:
      'Do not use it where a deposit cannot be taken back within days: it reacts to what has happened, and a score says nothing about an event that no document shows yet. Limits by amount are not part of a policy.',
    document: {
      format: 'rf-policy-1',
      name: 'lender_counterparties',
      version: 1,
      scope: 'all',
      frameworks: ['RF Framework v1.0'],
      verified_within_hours: 24,
      valid_minutes: 15,
      rules: [
        {
          id: 'high_risk',
          decision: 'BLOCK',
          sentence: 'The provider is in the band of high risk.',
          when: { value: 'band', is: 'equal_to', to: 'HIGH' },
        },
        {
          id: 'fell_fast',
          decision: 'BLOCK',
          sentence: 'The score fell by more than 15 points within 30 days.',
          when: { value: 'change', within_days: 30, is: 'below', to: '-15.00' },
        },
        {
          id: 'may_get_worse',
          decision: 'REVIEW',
          sentence: 'The score is under review, and may fall.',
          when: { value: 'under_review', is: 'one_of', to: ['down', 'developing'] },
        },
        {
          id: 'was_worse',
          decision: 'REVIEW',
          sentence: 'The provider was in a worse band than medium risk within the last 90 days.',
          when: { value: 'worst_band', within_days: 90, is: 'worse_than', to: 'MEDIUM' },
        },
        {
          id: 'old_evidence',
          decision: 'REVIEW',
          sentence: 'The newest evidence is older than 60 days.',
          when: { value: 'newest_evidence', is: 'older_than', to: 60 },
        },
      ],
      existing: {
        cure_days: 10,
        rules: [
          {
            id: 'leave_high_risk',
            decision: 'BLOCK',
            sentence: 'The provider is in the band of high risk; the exposure has to end.',
            when: { value: 'band', is: 'equal_to', to: 'HIGH' },
          },
        ],
      },
      exceptions: [],
    },
  },
  treasury: {
    title: 'Investment policy of a treasury',
    purpose:
      'For the treasury of a company that keeps its reserve in few products, under a written investment policy.',
    not_when:
      'Do not use it to choose between products: it says which of them are not allowed, and not which is better. It knows neither the size of a position nor the terms that were negotiated.',
    document: {
      format: 'rf-policy-1',
      name: 'treasury_investments',
      version: 1,
      scope: 'all',
      frameworks: ['RF Framework v1.0'],
      verified_within_hours: 48,
      valid_minutes: 60,
      rules: [
        {
          id: 'not_low_or_medium',
          decision: 'BLOCK',
          sentence: 'The investment policy allows low and medium risk alone.',
          when: { value: 'band', is: 'worse_than', to: 'MEDIUM' },
        },
        {
          id: 'held_by_a_rule',
          decision: 'BLOCK',
          sentence: 'A hard rule of the framework applies to the provider.',
          when: { value: 'capped', is: 'equal_to', to: true },
        },
        {
          id: 'weak_module',
          decision: 'REVIEW',
          sentence: 'A module scores below 40 points.',
          when: { value: 'module_minimum', is: 'below', to: '40.00' },
        },
        {
          id: 'weak_evidence',
          decision: 'REVIEW',
          sentence: 'The evidence is weak, or its quality is not known.',
          when: {
            any: [
              { value: 'evidence_quality', is: 'below', to: '0.60' },
              { value: 'evidence_quality', is: 'missing' },
            ],
          },
        },
        {
          id: 'corrected_lately',
          decision: 'REVIEW',
          sentence: 'A score of the provider was corrected within the last 90 days.',
          when: { value: 'corrected', within_days: 90, is: 'equal_to', to: true },
        },
      ],
      exceptions: [],
    },
  },
} as const;

export type PolicyTemplate = keyof typeof POLICY_TEMPLATES;
