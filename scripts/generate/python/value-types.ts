// rf_indicators/models/values.py: the types of enumerations. The service may add values, so each type takes any other string too.

import { SCHEMAS } from '@rf-indicators/contract';
import { plain, type Schema } from './schemas.ts';
import { docstring, fitted, HEADER, literal } from './text.ts';

/** By their values, because a schema with a description of its own has the same type. */
const NAMES = new Map(
  Object.entries(SCHEMAS).flatMap(([name, schema]) => {
    const { enum: values } = plain(schema);
    return values === undefined ? [] : [[JSON.stringify(values), name] as const];
  }),
);

/** The types that the modules of models use. */
export class ValueTypes {
  readonly #values = new Map<string, string[]>();
  readonly #names = new Map(NAMES);

  get names(): string[] {
    return [...this.#values.keys()].sort();
  }

  /** The name of the type: that of the schema, or the suggested one if the contract has none. */
  add({ enum: values }: Schema, suggestedName: string): string {
    const text = JSON.stringify(values);
    const name = this.#names.get(text) ?? suggestedName;
    const known = this.#values.get(name);
    if (known !== undefined && JSON.stringify(known) !== text) {
      throw new Error(`Two different enumerations would become the type ${name}.`);
    }
    this.#names.set(text, name);
    this.#values.set(name, values!.map(String));
    return name;
  }

  module(): string {
    const types = this.names.map((name) => {
      const values = this.#values.get(name)!.map(literal);
      const line = `${name} = Union[Literal[${values.join(', ')}], str]`;
      if (line.length <= 120) return line;
      return [`${name} = Union[`, fitted('    ', 'Literal[', values, '],'), '    str,', ']'].join('\n');
    });
    const purpose = [
      'The values of enumerations.',
      'Each type lists the values that this version knows. The service may add others at any time, so any other string is a value too.',
    ];
    return [HEADER, docstring('', purpose), '', 'from typing import Literal, Union', '', ...types, ''].join(
      '\n',
    );
  }
}
