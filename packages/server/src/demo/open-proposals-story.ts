// What the demo's analyst proposed last, and the documents behind it, as data. All names are fictional.

export interface OpenProposal {
  /** Null for a reference rate, which has a currency. */
  provider: string | null;
  currency?: string;
  input: string;
  /** The new value, or "unchanged". */
  value: string;
  grade: string;
  kind: string;
  title: string;
  page: string | null;
  quote: string;
  /** The stored copy; null for a page of the provider that was only linked. */
  text: string | null;
  url?: string;
}

export const OPEN_PROPOSALS: readonly OpenProposal[] = [
  {
    provider: 'FX-01',
    input: 'reserve_coverage',
    value: '171.20',
    grade: 'B',
    kind: 'independent reserve attestation',
    title: 'Brindlewick Vaults: independent assurance report',
    page: '7',
    quote:
      'the market value of the assets backing customer claims was USD 412,335,600. Claims ranking equal to or ahead of ' +
      'customers amounted to USD 240,850,000, a coverage of 171.20 %.',
    text: `Tarnholt & Pryce LLP
Independent assurance report · Brindlewick Vaults Ltd

3  Scope

We were engaged to report on the assets that back the claims of
customers, and on all claims that rank equal to or ahead of them, at the
reporting date.

4  Findings

We obtained balance confirmations directly from both custodians, agreed
customer balances to the ledger, and valued bitcoin at the reference
price of the reporting date, 23:59 UTC.

4.1  At the reporting date the market value of the assets backing
customer claims was USD 412,335,600. Claims ranking equal to or ahead of
customers amounted to USD 240,850,000, a coverage of 171.20 %.

Table 3  Assets and claims                        BTC              USD
Bitcoin in segregated vaults, custodian A    2,914.60      250,655,600
Bitcoin in segregated vaults, custodian B    1,880.00      161,680,000
Assets backing claims                        4,794.60      412,335,600
Customer balances                                          231,400,000
Accrued yield and senior facility                            9,450,000
Claims ranking equal or ahead                              240,850,000

4.2  No asset in Table 3 was pledged or lent at the reporting date. We
inspected the custody agreements for restrictions on withdrawal and
found none beyond the approvals described in section 2.

5  Conclusion

Based on the procedures performed, nothing has come to our attention
that causes us to believe that Table 3 is not fairly stated in all
material respects.
`,
  },
  {
    provider: 'FX-08',
    input: 'assurance_level',
    value: 'audited_and_quarterly_attested',
    grade: 'A',
    kind: 'audited financial statements',
    title: 'Cobaltine Markets: annual report',
    page: '31',
    quote:
      'we audited the financial statements of the year, and attested the assets and liabilities at the end of each of its ' +
      'four quarters.',
    text: `Wexmoor Audit LLP
Report of the independent auditor to the members of Cobaltine Markets

Opinion

In our opinion, the financial statements give a true and fair view of
the assets, liabilities and financial position of Cobaltine Markets.

Scope

As engaged by the members, we audited the financial statements of the
year, and attested the assets and liabilities at the end of each of its
four quarters.

Basis for opinion

We confirmed on-chain positions at the reporting date with the keys of
the company, and liabilities with a sample of 412 account holders.

Key audit matter

Loans to two related borrower groups are disclosed in note 14. We agreed
their collateral to the pools that hold it.
`,
  },
  {
    provider: 'FX-01',
    input: 'key_quorum',
    value: '1',
    grade: 'B',
    kind: 'control report',
    title: 'Brindlewick Vaults: control report, key ceremonies',
    page: '11',
    quote: 'During the migration one approval was sufficient to move client assets from vault B.',
    text: `Brindlewick Vaults
Control report · Key ceremonies and approvals

2.3  Approvals

Transfers from vault A required three of five approvals throughout the
period.

During the migration one approval was sufficient to move client assets
from vault B. The exception was approved by the operations lead and was
open when fieldwork ended.

2.4  Management response

Management expects to restore three approvals before the end of the
quarter.
`,
  },
  {
    provider: 'FX-02',
    input: 'yield_max',
    value: '11.50',
    grade: 'A',
    kind: 'regulatory filing',
    title: 'Ferrocline Treasury: terms of Series C',
    page: '4',
    quote: 'Dividends accrue at 11.50 % per year and are payable monthly in arrears.',
    text: `Ferrocline Treasury
Series C Perpetual Preferred · Terms

Dividends

Dividends accrue at 11.50 % per year and are payable monthly in arrears.
Unpaid dividends compound at the same rate.

Ranking

Series C ranks equally with Series A and Series B, and ahead of the
common shares.
`,
  },
  {
    provider: 'FX-03',
    input: 'weighted_ltv',
    value: '49.10',
    grade: 'B',
    kind: 'independent reserve attestation',
    title: 'Quillmere Bitcoin Bonds: collateral report',
    page: '3',
    quote: 'The average loan to value, weighted by outstanding amount, was 49.10 percent.',
    text: `Quillmere Bitcoin Bonds
Collateral report

Loans outstanding        USD 61,204,000
Collateral, bitcoin            1,449.51
Collateral at market    USD 124,651,000

The average loan to value, weighted by outstanding amount, was 49.10
percent. No loan was above the margin call level of 75 percent.
`,
  },
  {
    provider: 'FX-11',
    input: 'withdrawal_status',
    value: 'on_terms',
    grade: 'A',
    kind: 'test withdrawal',
    title: 'Pennythrift: test withdrawal',
    page: null,
    quote: 'Requested at 08:15 UTC, received at 14:30 UTC on the following business day, in full.',
    text: `Test withdrawal, Pennythrift

Amount     USD 250.00
Requested at 08:15 UTC, received at 14:30 UTC on the following business day, in full.
Terms      two business days

The two earlier tests of the year took six and five business days.
`,
  },
  {
    provider: 'FX-12',
    input: 'withdrawal_status',
    value: 'unchanged',
    grade: 'A',
    kind: 'test withdrawal',
    title: 'Sundialow Cash: test withdrawal',
    page: null,
    quote: 'Requested 09:02 UTC, received 11:47 UTC on the same day, in full.',
    text: `Test withdrawal, Sundialow Cash

Amount     USD 250.00
Requested 09:02 UTC, received 11:47 UTC on the same day, in full.
Terms      one business day
`,
  },
  {
    provider: 'FX-04',
    input: 'reserve_coverage',
    value: '104.00',
    grade: 'D',
    kind: 'statement of the provider',
    title: 'Gossamerle Yield: reserves fully restored',
    page: null,
    quote: 'Our reserves once more exceed what we owe, at 104 percent.',
    text: null,
    url: 'https://gossamerle-yield.example/news/reserves',
  },
  {
    provider: null,
    currency: 'USD',
    input: 'reference_rate',
    value: '3.50',
    grade: 'A',
    kind: 'central bank',
    title: 'Fictional policy rate: decision of the committee',
    page: null,
    quote: 'The committee lowered the policy rate by a quarter of a point to 3.50 percent.',
    text: `Decision of the committee

The committee lowered the policy rate by a quarter of a point to 3.50
percent. The decision was unanimous and takes effect tomorrow.
`,
  },
];
