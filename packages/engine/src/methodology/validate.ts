// Validates a framework file. The properties that the framework guarantees for every score (bounds, monotonicity,
// exact weights) depend on these checks.

import { dayNumber } from '../arithmetic/dates.ts';
import { FULL } from '../arithmetic/fixed.ts';
import { step } from '../json/pointer.ts';
import { Checker, type MethodologyProblem } from './checker.ts';
import { PLANNER_TYPES } from './document.ts';
import { checkInput, checkOptionDefinitions } from './validate-input.ts';
import { checkHardRules, type RuleTargets } from './validate-rules.ts';

// Freshness is counted in units of 1/10000. With a longer age limit, the loss per day would round to zero.
const MOST_AGE_DAYS = 3650;

const REQUIRED = [
  'methodology_version',
  'effective_from',
  'modules',
  'criteria',
  'gates',
  'flags',
  'grades',
  'bands',
  'hard_rules',
  'listed_factors',
  'floor_factor_min_points',
];

export function methodologyProblems(value: unknown): MethodologyProblem[] {
  const check = new Checker();
  const document = check.members(value, '', REQUIRED, ['framework_name']);
  if (document === null) return check.problems;

  check.text(document.framework_name, '/framework_name');
  checkVersion(check, document.methodology_version);
  checkEffectiveDate(check, document.effective_from);
  const modules = checkModules(check, document.modules);
  const flags = checkFlags(check, document.flags);
  const targets: RuleTargets = { numbers: new Map(), enums: new Map(), gates: new Map() };
  checkCriteria(check, document.criteria, modules, flags, targets);
  checkGates(check, document.gates, targets);
  checkGrades(check, document.grades);
  checkBands(check, document.bands);
  checkHardRules(check, document.hard_rules, targets);
  check.wholeNumber(document.listed_factors, '/listed_factors', 1, 100);
  if (check.decimal(document.floor_factor_min_points, '/floor_factor_min_points', 2, FULL) === 0) {
    check.report(
      '/floor_factor_min_points',
      'not_positive',
      'must be above 0.00, because a criterion without points cannot support a score',
    );
  }
  return check.problems;
}

function checkVersion(check: Checker, version: unknown): void {
  if (version === undefined) return;
  if (typeof version !== 'string' || !/^(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(version)) {
    check.report('/methodology_version', 'not_a_version', 'must have the form "major.minor", such as "1.0"');
  }
}

function checkEffectiveDate(check: Checker, date: unknown): void {
  if (date === undefined) return;
  if (typeof date !== 'string' || typeof dayNumber(date) !== 'number') {
    check.report('/effective_from', 'not_a_date', 'must be a calendar date in the form YYYY-MM-DD');
  }
}

/** Returns the module ids in canonical order. */
function checkModules(check: Checker, value: unknown): string[] {
  const ids = new Set<string>();
  let total = 0;
  const modules = check.list(value, '/modules', 1);
  for (const [index, entry] of modules.entries()) {
    const pointer = `/modules/${index}`;
    const module = check.members(entry, pointer, ['id', 'label', 'weight']);
    if (module === null) continue;
    check.unique(check.id(module.id, `${pointer}/id`), ids, `${pointer}/id`);
    check.text(module.label, `${pointer}/label`);
    total += check.wholeNumber(module.weight, `${pointer}/weight`, 1, 100) ?? 0;
  }
  check.addsUp(total, 100, '/modules', 'module weights');
  return [...ids];
}

function checkFlags(check: Checker, value: unknown): Set<string> {
  const flags = new Set<string>();
  for (const [index, entry] of check.list(value, '/flags', 0).entries()) {
    check.unique(check.id(entry, `/flags/${index}`), flags, `/flags/${index}`);
  }
  return flags;
}

const CRITERION_MEMBERS = [
  'module',
  'id',
  'label',
  'planner_types',
  'requires_flag',
  'input',
  'unit',
  'direction',
  'weight',
  'max_age_days',
  'evidence',
  'measure',
];

function checkCriteria(
  check: Checker,
  value: unknown,
  modules: string[],
  flags: ReadonlySet<string>,
  targets: RuleTargets,
): void {
  const ids = new Set(['confidence', 'other']);
  const moduleIds = new Set(modules);
  const weights = new Map(modules.map((id) => [id, 0]));
  const alwaysApplies = new Set<string>();
  let lastModule = 0;
  for (const [index, entry] of check.list(value, '/criteria', 1).entries()) {
    const pointer = `/criteria/${index}`;
    const criterion = check.members(entry, pointer, CRITERION_MEMBERS, ['option_definitions', 'gate']);
    if (criterion === null) continue;
    const id = check.id(criterion.id, `${pointer}/id`);
    check.unique(id, ids, `${pointer}/id`);
    check.known(criterion.module, moduleIds, `${pointer}/module`, 'module');
    const position = modules.indexOf(String(criterion.module));
    if (position >= 0 && position < lastModule) {
      check.report(`${pointer}/module`, 'out_of_order', 'criteria must be in the order of their modules');
    }
    lastModule = Math.max(lastModule, position);
    check.text(criterion.label, `${pointer}/label`);
    check.text(criterion.measure, `${pointer}/measure`);
    for (const [at, document] of check.list(criterion.evidence, `${pointer}/evidence`, 1).entries()) {
      check.text(document, `${pointer}/evidence/${at}`);
    }
    const plannerTypes = check.list(criterion.planner_types, `${pointer}/planner_types`, 1);
    const typesSeen = new Set<string>();
    for (const [at, type] of plannerTypes.entries()) {
      check.known(type, new Set(PLANNER_TYPES), `${pointer}/planner_types/${at}`, 'planner type');
      check.unique(String(type), typesSeen, `${pointer}/planner_types/${at}`);
      if (criterion.requires_flag === null) alwaysApplies.add(`${criterion.module} ${type}`);
    }
    if (criterion.requires_flag !== null) {
      check.known(criterion.requires_flag, flags, `${pointer}/requires_flag`, 'structure flag');
    }
    const weight = check.wholeNumber(criterion.weight, `${pointer}/weight`, 1, 100) ?? 0;
    weights.set(String(criterion.module), (weights.get(String(criterion.module)) ?? 0) + weight);
    check.wholeNumber(criterion.max_age_days, `${pointer}/max_age_days`, 1, MOST_AGE_DAYS);
    checkInput(check, criterion, id, pointer, targets);
  }
  for (const [index, module] of modules.entries()) {
    check.addsUp(
      weights.get(module) ?? 0,
      100,
      `/modules/${index}`,
      `the weights of the criteria of ${module}`,
    );
    for (const type of PLANNER_TYPES) {
      if (alwaysApplies.has(`${module} ${type}`)) continue;
      const message = `${module} could be empty: it needs a criterion without a flag for ${type}`;
      check.report(`/modules/${index}`, 'module_can_be_empty', message);
    }
  }
}

function checkGates(check: Checker, value: unknown, targets: RuleTargets): void {
  const ids = new Set(['confidence', ...targets.numbers.keys(), ...targets.enums.keys()]);
  for (const [index, entry] of check.list(value, '/gates', 0).entries()) {
    const pointer = `/gates/${index}`;
    const gate = check.members(entry, pointer, ['id', 'options', 'max_age_days', 'option_definitions']);
    if (gate === null) continue;
    const id = check.id(gate.id, `${pointer}/id`);
    check.unique(id, ids, `${pointer}/id`);
    const options = new Set<string>();
    for (const [at, option] of check.list(gate.options, `${pointer}/options`, 2).entries()) {
      const place = `${pointer}/options/${at}`;
      check.unique(check.id(option, place), options, place);
    }
    check.wholeNumber(gate.max_age_days, `${pointer}/max_age_days`, 1, MOST_AGE_DAYS);
    checkOptionDefinitions(check, gate.option_definitions, pointer, options);
    if (id !== null) targets.gates.set(id, { options: [...options] });
  }
}

/** Grade A is the best; a later letter must not earn more than an earlier one. */
function checkGrades(check: Checker, value: unknown): void {
  const grades = check.members(value, '/grades', [], value ? Object.keys(value) : []);
  if (grades === null) return;
  if (Object.keys(grades).length === 0) check.report('/grades', 'too_few', 'must have at least one grade');
  let last = 100;
  for (const name of Object.keys(grades).sort()) {
    const pointer = `/grades${step(name)}`;
    if (!/^[A-Z]$/.test(name)) check.report(pointer, 'not_a_grade', 'must be one capital letter');
    const percent = check.wholeNumber(grades[name], pointer, 1, 100);
    if (percent === null) continue;
    if (percent > last)
      check.report(pointer, 'grades_rise', 'a later letter must not earn more than an earlier one');
    last = percent;
  }
}

function checkBands(check: Checker, value: unknown): void {
  const names = new Set<string>();
  let last = FULL + 1;
  const bands = check.list(value, '/bands', 1);
  for (const [index, entry] of bands.entries()) {
    const pointer = `/bands/${index}`;
    const band = check.pair(entry, pointer);
    if (band === null) continue;
    if (typeof band[0] !== 'string' || !/^[A-Z][A-Z_]*$/.test(band[0])) {
      check.report(`${pointer}/0`, 'not_a_band', 'must be a name in capital letters');
    } else check.unique(band[0], names, `${pointer}/0`);
    const bound = check.decimal(band[1], `${pointer}/1`, 2, FULL);
    if (bound === null) continue;
    if (bound >= last)
      check.report(`${pointer}/1`, 'bounds_do_not_fall', 'lower bounds must decrease from band to band');
    if (index === bands.length - 1 && bound !== 0) {
      check.report(`${pointer}/1`, 'scores_without_band', 'the last band must begin at 0.00');
    }
    last = bound;
  }
}
