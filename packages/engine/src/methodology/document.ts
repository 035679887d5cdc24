// The JSON format of a framework file. The digest of a framework is computed over exactly these members.

export const PLANNER_TYPES = ['btc', 'fiat', 'stablecoin'] as const;
export type PlannerType = (typeof PLANNER_TYPES)[number];

/** A decimal as text, such as "79.99". */
export type Decimal = string;

export interface ModuleEntry {
  id: string;
  label: string;
  /** Percent of the total; the weights of all modules add up to 100. */
  weight: number;
}

export interface NumberInput {
  type: 'number';
  /** The number of decimals that an input may have. */
  scale: number;
  /** Pairs of input and points. Points are linear between breakpoints and flat outside them. */
  breakpoints: [Decimal, Decimal][];
}

export interface EnumInput {
  type: 'enum';
  /** Pairs of option and points, worst first. */
  options: [string, Decimal][];
}

export interface CriterionEntry {
  module: string;
  id: string;
  label: string;
  planner_types: PlannerType[];
  requires_flag: string | null;
  input: NumberInput | EnumInput;
  unit: string;
  direction: 'higher' | 'lower';
  /** Percent of the module; the weights of a module's criteria add up to 100. */
  weight: number;
  max_age_days: number;
  evidence: string[];
  measure: string;
  option_definitions?: Record<string, string>;
  /** The service must check this input itself; without it there is no score. */
  gate?: true;
}

export interface GateEntry {
  id: string;
  /** Worst first. */
  options: string[];
  max_age_days: number;
  option_definitions: Record<string, string>;
}

export type ComparisonOperator = 'lt' | 'le' | 'gt' | 'ge';

export type Condition =
  | { input: string; op: ComparisonOperator; value: Decimal }
  | { input: string; op: 'eq'; value: string }
  | { input: string; op: 'in'; value: string[] }
  | { any_missing: string[] };

export interface HardRuleEntry {
  id: string;
  name: string;
  /** Pairs of condition and cap. The lowest cap whose condition holds applies. */
  tiers: [Condition, Decimal][];
}

export interface MethodologyDocument {
  /** Optional in a draft, required for sign-off. */
  framework_name?: string;
  methodology_version: string;
  effective_from: string;
  modules: ModuleEntry[];
  criteria: CriterionEntry[];
  gates: GateEntry[];
  flags: string[];
  /** Confidence of each evidence grade, in percent. */
  grades: Record<string, number>;
  /** Pairs of name and inclusive lower bound, lowest-risk band first. */
  bands: [string, Decimal][];
  hard_rules: HardRuleEntry[];
  listed_factors: number;
  floor_factor_min_points: Decimal;
}
