// The members of a body or an answer as nested lists, each with its type, meaning and constraints, and an anchor.

import { withCode } from '../../packages/server/src/rendering/pages/code-in-text.ts';
import { type Html, html } from '../../packages/server/src/rendering/pages/html.ts';
import { type Document, nameOf, resolved, type Schema } from './open-api.ts';
import { constraintsOf, typeInWords, withoutNull } from './schema-words.ts';

/** A list inside a list is open if it is short. */
const MOST_OPEN = 6;
const MOST_DEPTH = 8;

interface Place {
  /** Begins the anchors, such as answer or body. */
  anchor: string;
  /** In a request members are required or not; in an answer they are there, or may be absent. */
  isRequest: boolean;
  depth: number;
  /** Schemas that this one is inside of, because one can contain itself. */
  inside: readonly string[];
}

export function membersOf(document: Document, given: Schema, anchor: string, isRequest: boolean): Html {
  return contentOf(document, given, { anchor, isRequest, depth: 0, inside: [] });
}

/** What is inside a value: the members of an object or of the entries of a list, or the forms that it can have. */
function contentOf(document: Document, given: Schema, place: Place): Html {
  const { schema } = withoutNull(document, given);
  if (schema.type === 'array' && schema.items !== undefined)
    return contentOf(document, schema.items, entered(place, given));
  if (typeof schema.additionalProperties === 'object' && schema.properties === undefined)
    return contentOf(document, schema.additionalProperties, entered(place, given));
  const forms = (schema.anyOf ?? schema.oneOf ?? []).filter((form) => hasContent(document, form));
  if (forms.length > 1) return formsOf(document, forms, entered(place, given));
  if (forms.length === 1) return contentOf(document, forms[0]!, entered(place, given));
  if (schema.properties === undefined) return html``;
  const { properties, required = [] } = schema;
  return html`<dl class="members">${Object.entries(properties).map(([name, member]) =>
    memberOf(document, name, member, required.includes(name), entered(place, given)),
  )}
</dl>`;
}

function entered(place: Place, given: Schema): Place {
  const name = nameOf(given);
  return name === null ? place : { ...place, inside: [...place.inside, name] };
}

function memberOf(document: Document, name: string, given: Schema, isRequired: boolean, place: Place): Html {
  const anchor = `${place.anchor}.${name}`;
  const { schema } = withoutNull(document, given);
  const description = given.description ?? schema.description;
  const within = { ...place, anchor, depth: place.depth + 1 };
  return html`
<div id="${anchor}"><dt><a class="member-name" href="#${anchor}"><code>${name}</code></a> <span class="muted">${withCode(typeInWords(document, given))}</span>${presence(isRequired, place)}</dt>
<dd>${description !== undefined && html`<p>${withCode(description)}</p>`}${constraints(document, given)}${nested(document, given, within)}</dd></div>`;
}

function presence(isRequired: boolean, { isRequest }: Place): Html | false {
  if (isRequest) return isRequired && html` <strong>required</strong>`;
  return !isRequired && html` <span class="muted">may be absent</span>`;
}

export function constraints(document: Document, given: Schema): Html | false {
  const each = constraintsOf(document, given);
  return each.length > 0 && html`<p class="constraints">${each.map((text) => html`${withCode(text)}. `)}</p>`;
}

function nested(document: Document, given: Schema, place: Place): Html | false {
  if (!hasContent(document, given)) return false;
  if (place.depth > MOST_DEPTH || names(document, given).some((name) => place.inside.includes(name)))
    return html`<p class="muted">Has the same members as the object that it is inside of.</p>`;
  const { count, word } = sizeOf(document, given);
  return html`<details${count <= MOST_OPEN && place.depth === 1 && html` open`}><summary>${count} ${word}</summary>
${contentOf(document, given, place)}
</details>`;
}

/** The names of the schemas on the way to the members. */
function names(document: Document, given: Schema): string[] {
  const { schema } = withoutNull(document, given);
  const own = nameOf(given);
  const inner = schema.type === 'array' && schema.items !== undefined ? names(document, schema.items) : [];
  return own === null ? inner : [own, ...inner];
}

function hasContent(document: Document, given: Schema): boolean {
  const { schema } = withoutNull(document, given);
  if (schema.properties !== undefined) return Object.keys(schema.properties).length > 0;
  if (schema.type === 'array' && schema.items !== undefined) return hasContent(document, schema.items);
  if (typeof schema.additionalProperties === 'object')
    return hasContent(document, schema.additionalProperties);
  return (schema.anyOf ?? schema.oneOf ?? []).some((form) => hasContent(document, form));
}

function sizeOf(document: Document, given: Schema): { count: number; word: string } {
  const { schema } = withoutNull(document, given);
  if (schema.type === 'array') {
    const { count, word } = sizeOf(document, schema.items!);
    return { count, word: `${word} of each` };
  }
  if (typeof schema.additionalProperties === 'object' && schema.properties === undefined)
    return sizeOf(document, schema.additionalProperties);
  const forms = (schema.anyOf ?? schema.oneOf ?? []).filter((form) => hasContent(document, form));
  if (forms.length === 1) return sizeOf(document, forms[0]!);
  if (forms.length > 1) return { count: forms.length, word: 'forms' };
  const count = Object.keys(schema.properties ?? {}).length;
  return { count, word: count === 1 ? 'member' : 'members' };
}

function formsOf(document: Document, forms: readonly Schema[], place: Place): Html {
  return html`${forms.map((form, at) => {
    const { schema } = withoutNull(document, form);
    const anchor = `${place.anchor}.${at + 1}`;
    return html`<details class="form-of" id="${anchor}"><summary>${titleOfForm(document, form, at)}</summary>
${schema.description !== undefined && html`<p>${withCode(schema.description)}</p>`}${contentOf(document, form, { ...place, anchor, depth: place.depth + 1 })}
</details>`;
  })}`;
}

/** By the member that tells the forms apart, if one has a constant; else by the name of the schema. */
function titleOfForm(document: Document, form: Schema, at: number): Html {
  const { properties = {} } = withoutNull(document, form).schema;
  for (const [name, member] of Object.entries(properties)) {
    const constant = resolved(document, member).const;
    if (constant !== undefined) return html`If <code>${name}</code> is <code>${String(constant)}</code>`;
  }
  const name = nameOf(form);
  return name === null ? html`Form ${at + 1}` : html`${inWords(name)}`;
}

/** ScoreSnapshot becomes "Score snapshot". */
function inWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words[0]!.toUpperCase() + words.slice(1);
}
