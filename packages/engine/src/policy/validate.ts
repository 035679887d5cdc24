// What is wrong with the document of a policy, each problem with its place, so that its author sees all of them at once.

import { formatHundredths } from '../arithmetic/fixed.ts';
import { isObject } from '../json/canonical.ts';
import { Checker, type MethodologyProblem } from '../methodology/checker.ts';
import {
  BANDS,
  LONGEST_WINDOW,
  POLICY_OPERATORS,
  POLICY_VALUES,
  type PolicyValue,
  type ValueName,
  valueNamed,
} from './catalogue.ts';
import { POLICY_FORMAT, type Policy } from './document.ts';
import { dayOf, hundredthsOf } from './scale.ts';

const MOST_RULES = 50;
const MOST_EXCEPTIONS = 200;
const MOST_PARTS = 500;
const DEEPEST = 8;
const LONGEST_LIST = 100;
const LONGEST_SENTENCE = 200;
const LONGEST_WORD = 100;
/** The longest that a decision may be valid: it never outlasts a UTC day. */
const MOST_MINUTES = 24 * 60;
const MOST_HOURS = 48;
const MOST_WORDS = 10_000;

export type PolicyProblem = MethodologyProblem;

export function policyProblems(document: unknown): PolicyProblem[] {
  const checker = new PolicyChecker();
  checker.policy(document);
  return checker.problems;
}

/** Throws nothing: a document without problems is a policy. */
export function isPolicy(document: unknown): document is Policy {
  return policyProblems(document).length === 0;
}

class PolicyChecker extends Checker {
  // Not beside the class, where bundles that do not use it would keep it.
  readonly #valueNames = new Set(Object.keys(POLICY_VALUES));
  #parts = 0;

  policy(document: unknown): void {
    const required = ['format', 'name', 'version', 'scope', 'frameworks', 'rules', 'exceptions'];
    required.push('verified_within_hours', 'valid_minutes');
    const policy = this.members(document, '', required, ['existing']);
    if (policy === null) return;
    this.known(policy.format, new Set([POLICY_FORMAT]), '/format', 'format');
    this.id(policy.name, '/name');
    this.wholeNumber(policy.version, '/version', 1, 1_000_000);
    this.scope(policy.scope);
    this.words(policy.frameworks, '/frameworks');
    this.wholeNumber(policy.verified_within_hours, '/verified_within_hours', 1, MOST_HOURS);
    this.wholeNumber(policy.valid_minutes, '/valid_minutes', 1, MOST_MINUTES);
    const ids = new Set<string>();
    this.rules(policy.rules, '/rules', ids);
    if (policy.existing !== undefined) this.existing(policy.existing, ids);
    this.exceptions(policy.exceptions, ids);
  }

  scope(value: unknown): void {
    if (value === 'all') return;
    if (!isObject(value)) {
      this.words(value, '/scope');
      return;
    }
    const scope = this.members(value, '/scope', ['book']);
    if (scope?.book !== undefined) this.word(scope.book, '/scope/book');
  }

  existing(value: unknown, ids: Set<string>): void {
    const existing = this.members(value, '/existing', ['rules', 'cure_days']);
    if (existing === null) return;
    this.rules(existing.rules, '/existing/rules', ids);
    this.wholeNumber(existing.cure_days, '/existing/cure_days', 0, LONGEST_WINDOW);
  }

  rules(value: unknown, pointer: string, ids: Set<string>): void {
    const rules = this.list(value, pointer, 0);
    this.atMost(rules.length, MOST_RULES, pointer, 'rules');
    rules.forEach((one, index) => {
      const at = `${pointer}/${index}`;
      const rule = this.members(one, at, ['id', 'decision', 'sentence', 'when']);
      if (rule === null) return;
      this.unique(this.id(rule.id, `${at}/id`), ids, `${at}/id`);
      this.known(rule.decision, new Set(['REVIEW', 'BLOCK']), `${at}/decision`, 'decision of a rule');
      this.sentence(rule.sentence, `${at}/sentence`);
      if (rule.when !== undefined) this.expression(rule.when, `${at}/when`, 1);
    });
  }

  exceptions(value: unknown, ids: ReadonlySet<string>): void {
    const exceptions = this.list(value, '/exceptions', 0);
    this.atMost(exceptions.length, MOST_EXCEPTIONS, '/exceptions', 'exceptions');
    const lifted = new Set<string>();
    exceptions.forEach((one, index) => {
      const at = `/exceptions/${index}`;
      const exception = this.members(one, at, ['rule', 'provider', 'worst_band', 'reason', 'until']);
      if (exception === null) return;
      this.known(exception.rule, ids, `${at}/rule`, 'rule');
      const provider = this.word(exception.provider, `${at}/provider`);
      // With two of them, the milder one would count, whichever its author replaced by the other.
      if (provider !== null) this.unique(`${exception.rule} for ${provider}`, lifted, at);
      this.known(exception.worst_band, new Set(BANDS), `${at}/worst_band`, 'band');
      this.sentence(exception.reason, `${at}/reason`);
      if (exception.until !== undefined && dayOf(exception.until) === undefined)
        this.report(`${at}/until`, 'not_a_date', 'must be a date, as in "2026-12-31"');
    });
  }

  expression(value: unknown, pointer: string, depth: number): void {
    this.#parts += 1;
    if (this.#parts === MOST_PARTS + 1)
      this.report(
        pointer,
        'too_many',
        `is more than the ${MOST_PARTS} parts of conditions that a policy may have`,
      );
    if (depth > DEEPEST) {
      this.report(pointer, 'too_deep', `must not be deeper than ${DEEPEST} levels`);
      return;
    }
    if (!isObject(value)) {
      this.report(pointer, 'not_an_object', 'must be an object');
      return;
    }
    if ('value' in value) {
      this.comparison(value, pointer);
      return;
    }
    const [name = ''] = Object.keys(value);
    if (Object.keys(value).length !== 1 || !['all', 'any', 'not'].includes(name)) {
      this.report(pointer, 'not_a_condition', 'must have "value", or one of "all", "any" and "not" alone');
      return;
    }
    const part = value[name];
    if (name === 'not') this.expression(part, `${pointer}/not`, depth + 1);
    else
      this.list(part, `${pointer}/${name}`, 1).forEach((one, index) => {
        this.expression(one, `${pointer}/${name}/${index}`, depth + 1);
      });
  }

  comparison(given: Record<string, unknown>, pointer: string): void {
    if (typeof given.value !== 'string' || !this.#valueNames.has(given.value)) {
      this.known(given.value, this.#valueNames, `${pointer}/value`, 'value');
      return;
    }
    const value = valueNamed(given.value as ValueName);
    const operators: readonly string[] = POLICY_OPERATORS[value.type];
    const needsOperand = given.is !== 'missing';
    const parameters = value.parameter === undefined ? [] : [value.parameter];
    this.members(given, pointer, ['value', 'is', ...parameters, ...(needsOperand ? ['to'] : [])]);
    this.known(given.is, new Set(operators), `${pointer}/is`, `comparison of a ${value.type}`);
    if (value.parameter === 'within_days')
      this.wholeNumber(given.within_days, `${pointer}/within_days`, 1, LONGEST_WINDOW);
    else if (value.parameter !== undefined)
      this.word(given[value.parameter], `${pointer}/${value.parameter}`);
    if (!needsOperand || given.to === undefined) return;
    if (given.is !== 'one_of') {
      this.operand(value, given.to, `${pointer}/to`);
      return;
    }
    const list = this.list(given.to, `${pointer}/to`, 1);
    this.atMost(list.length, LONGEST_LIST, `${pointer}/to`, 'entries');
    list.forEach((one, index) => {
      this.operand(value, one, `${pointer}/to/${index}`);
    });
  }

  operand(value: PolicyValue, given: unknown, pointer: string): void {
    if (value.type === 'band') this.known(given, new Set(BANDS), pointer, 'band');
    else if (value.type === 'word' && value.words !== null)
      this.known(given, new Set(value.words), pointer, 'word for it');
    else if (value.type === 'word') this.word(given, pointer);
    else if (value.type === 'day') this.wholeNumber(given, pointer, 0, 10 * LONGEST_WINDOW);
    else if (value.type === 'hundredths') this.signedDecimal(given, pointer, value);
    else if (typeof given !== 'boolean') this.report(pointer, 'not_a_flag', 'must be true or false');
  }

  signedDecimal(given: unknown, pointer: string, { least, most }: { least: number; most: number }): void {
    const parsed = hundredthsOf(given);
    if (parsed !== undefined && parsed >= least && parsed <= most) return;
    const range = `from ${formatHundredths(least)} to ${formatHundredths(most)}`;
    this.report(
      pointer,
      'not_on_the_scale',
      `must be a decimal in quotes with at most two decimals, ${range}`,
    );
  }

  words(value: unknown, pointer: string): void {
    const words = this.list(value, pointer, 0);
    this.atMost(words.length, MOST_WORDS, pointer, 'entries');
    const seen = new Set<string>();
    words.forEach((one, index) => {
      this.unique(this.word(one, `${pointer}/${index}`), seen, `${pointer}/${index}`);
    });
  }

  word(value: unknown, pointer: string): string | null {
    const text = this.text(value, pointer);
    if (text === null || text.length <= LONGEST_WORD) return text;
    this.report(pointer, 'too_long', `must have at most ${LONGEST_WORD} characters`);
    return null;
  }

  sentence(value: unknown, pointer: string): void {
    if (value === undefined) return;
    if (
      typeof value === 'string' &&
      value.trim() !== '' &&
      value.length <= LONGEST_SENTENCE &&
      value.isWellFormed()
    )
      return;
    this.report(pointer, 'not_a_sentence', `must be a text of 1 to ${LONGEST_SENTENCE} characters`);
  }

  atMost(count: number, most: number, pointer: string, what: string): void {
    if (count > most) this.report(pointer, 'too_many', `must have at most ${most} ${what}`);
  }
}
