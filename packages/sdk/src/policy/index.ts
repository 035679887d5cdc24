// Decisions by the policies of a workspace. This is an entry point of its own because every answer is checked, and a bundle
// evaluated, with the engine, which the plain client never loads.

import type { RfError } from '../errors.ts';
import { InvalidArgumentError } from '../errors.ts';
import { throwingRfErrors } from '../guard.ts';
import { type RfClientOptions, readSettings, type Settings } from '../settings.ts';
import { readOptions, readQuestion, textArgument } from './arguments.ts';
import { askDecisions } from './ask.ts';
import { HeldBundle } from './bundle.ts';
import { evaluated, notEvaluated } from './evaluated.ts';
import type { BundleOptions, Evaluated, EvaluateOptions, PolicyBundle, Question } from './forms.ts';
import { startStopwatch } from './stopwatch.ts';

export type * from './forms.ts';

/** Decides on providers: through the service for each call, or from a bundle inside this process. */
export class PolicyClient {
  readonly #settings: Settings;

  constructor(options: RfClientOptions) {
    this.#settings = readSettings(options);
  }

  /**
   * Asks the service for decisions. A mistake in the arguments throws. Whatever else happens, `decisionOf` of the result
   * gives a decision: that of the policy, or what `onFailure` says.
   */
  evaluate(question: Question, options: EvaluateOptions): Promise<Evaluated> {
    return throwingRfErrors(async () => {
      const watch = startStopwatch();
      const read = await readOptions(options);
      const asked = readQuestion(question);
      const { idempotencyKey } = options;
      if (idempotencyKey !== undefined && !/^[!-~]+$/.test(idempotencyKey)) {
        const message = 'idempotencyKey must be a string of visible ASCII characters, without spaces.';
        throw new InvalidArgumentError('idempotencyKey', message);
      }
      const asking = { settings: this.#settings, options: read, watch, idempotencyKey };
      try {
        const signed = await throwingRfErrors(() => askDecisions(asked, asking));
        return evaluated(signed, watch, read.onFailure);
      } catch (error) {
        return notEvaluated(error as RfError, asked.at !== null, read.onFailure);
      }
    });
  }

  /** Gets a policy with the values that it reads. Whatever happens, `decisionOf` of the bundle gives a decision. */
  policyBundle(name: string, options: BundleOptions): Promise<PolicyBundle> {
    return throwingRfErrors(async () => {
      const read = await readOptions(options);
      const bundle = new HeldBundle(
        this.#settings,
        textArgument('name', name),
        read,
        options.background ?? true,
      );
      await bundle.refresh();
      return bundle;
    });
  }
}
