// Why the framework has each hard rule, by the id of the rule. The framework file holds only what the engine calculates with.

export const RULE_REASONS: Record<string, string> = {
  HR01: 'Claims on an insolvent provider are frozen in court, often for years.',
  HR02: 'Lenders have limited or stopped withdrawals shortly before insolvency.',
  HR03: 'Figures from a provider that misstated its backing or misused client money cannot be relied on.',
  HR04: 'Where backing is smaller than the claims, the last holders to leave bear the loss.',
  HR05: 'Own paper loses its value at the moment when it is needed.',
  HR06: 'Holders of mixed assets may be unsecured creditors when the provider fails.',
  HR07: 'One person can lose or take everything.',
  HR08: 'A yield that nobody earns ends when the subsidy, or the inflow of new money, ends.',
  HR09: 'The same assets, lent and borrowed in a loop, turn a small loss into a total one.',
  HR10: 'The failure of one debtor is then the failure of the provider.',
  HR11: 'Without an independent check, assets and liabilities are what the provider says they are.',
  HR12: 'A claim that only the provider makes, or that nobody renews, cannot be in the lowest-risk band.',
};
