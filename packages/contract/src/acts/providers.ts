// Providers, and the reference rates of the currencies that they pay in.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Done, Id, listOf, NextCursor, PageInput, Requested, row, strict, text } from './forms.ts';
import { Documents } from './inputs.ts';
import { ListedProvider, ProviderStanding } from './listed-provider.ts';

const recorders = { staff: ['analyst', 'operator'] } as const;
const namers = {
  ...recorders,
  secondPerson:
    'for a provider that was published, or is in an approved draft: an operator, reviewer or chief risk officer who approves the request',
};
const NamingReason = text('Why. It is published if the provider is.', 2000);
const WhichProvider = text('Id or slug of a provider.', 100);

const ProviderRow = row(
  'Members: id, slug, name, aliases, provider_subtype, website, identifiers; and facts, which are proposed with the evidence of the ' +
    'row: planner_type, yield_min, yield_max, payout_currency, bitcoin_part, flags, evidence. ' +
    'A row for an existing provider updates it; absent members stay unchanged. What the public calls a published ' +
    'provider is not changed by a row.',
);

export const providerRecords = {
  'providers.imported': {
    topics: ['published'],
    sentence: 'Added or changed providers from a file',
    news: '{count|count import} of providers',
  },
  'provider.renamed': {
    topics: ['published', 'events'],
    sentence: 'Renamed the provider {name}[ to {after.name}][: {after.reason}]',
    news: '{count|count provider} renamed',
  },
  'provider.slug_changed': {
    topics: ['published', 'events'],
    sentence: 'Changed the slug of the provider {name}[ to {after.slug}][: {after.reason}]',
  },
  'provider.described': {
    topics: ['published', 'events'],
    sentence:
      'Changed the website, subtype, other names or identifiers of the provider {name}[: {after.reason}]',
  },
  'provider.retired': {
    topics: ['published'],
    sentence: 'Retired the provider {before.name ?? name}',
    news: '{count|count provider} retired',
  },
  'provider.noted': { sentence: 'Added a note on the provider {name}' },
} satisfies AuditTable;

export const providerActs = {
  'providers.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the providers with where each stands and what is open about it, by slug.',
    input: strict({
      all: Type.Optional(Type.Boolean({ description: 'Also retired providers.' })),
      text: Type.Optional(text('Only those with this in a name or the slug; or the id of one.', 200)),
      planner_type: Type.Optional(
        Type.Enum(['btc', 'fiat', 'stablecoin'], { type: 'string', description: 'Only those of this type.' }),
      ),
      standing: Type.Optional(ProviderStanding),
      waiting: Type.Optional(
        Type.Boolean({ description: 'Only those with something that waits for a second person.' }),
      ),
      offset: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description: 'Leaves out this many at the start, for pages that are not read one after the other.',
        }),
      ),
      ...PageInput,
    }),
    answer: strict({
      data: Type.Array(ListedProvider),
      next_cursor: NextCursor,
      total: Type.Integer({ description: 'How many providers match the filters, on all pages.' }),
    }),
    command: {
      name: 'providers list',
      columns: {
        SLUG: '{slug}',
        NAME: '{name}',
        TYPE: '{planner_type}',
        YIELD: '{yield_min}-{yield_max}',
        PAYS: '{payout_currency}',
        STANDING:
          '[{if retired_at}retired][{unless retired_at}{standing}][; waiting for a second person (run {waiting_run})]' +
          '[; {contested|contested}]',
        ID: '{id}',
      },
    },
  }),
  'providers.import': act({
    kind: 'act',
    who: recorders,
    description:
      'Creates and updates providers from rows, and proposes their facts: either all rows or none.',
    input: strict({ rows: Type.Array(ProviderRow), documents: Documents }),
    answer: strict({
      created: Type.Array(Id, { description: 'Ids.' }),
      changed: Type.Array(Id),
      unchanged: Type.Integer(),
      batch_id: nullable(Id, { description: 'The batch of the proposed facts; null if none were proposed.' }),
      proposed: Type.Integer({ description: 'Number of proposed facts.' }),
    }),
    creates: true,
    command: 'providers import',
    audit: ['providers.imported'],
    sometimes: ['inputs.proposed', 'document.stored'],
  }),
  'providers.rename': act({
    kind: 'act',
    request: {
      kind: 'Name of a provider',
      sentence: 'Rename the provider {provider ?? "of this request"} to {name ?? "another name"}[: {reason}]',
    },
    who: namers,
    description: 'Gives a provider a new name; the old one stays as an alias.',
    input: strict({ provider: WhichProvider, name: text('The new name.'), reason: NamingReason }),
    answer: Requested,
    command: {
      name: 'providers rename',
      description: 'Rename a provider; the old name becomes an alias.',
      arguments: ['provider', 'name'],
      prints: '{provider} is now called {name}',
    },
    audit: ['provider.renamed'],
    sometimes: ['request.made'],
  }),
  'providers.change_slug': act({
    kind: 'act',
    request: {
      kind: 'Slug of a provider',
      sentence:
        'Change the slug of the provider {provider ?? "of this request"} to {slug ?? "another one"}[: {reason}]',
    },
    who: namers,
    description: 'Gives a provider a new slug; links with the old one keep working.',
    input: strict({ provider: WhichProvider, slug: text('The new slug.'), reason: NamingReason }),
    answer: Requested,
    command: {
      name: 'providers slug',
      description: 'Change the slug of a provider; links with the old slug keep working.',
      arguments: ['provider', 'slug'],
      prints: '{provider} now has the slug {slug}',
    },
    audit: ['provider.slug_changed'],
    sometimes: ['request.made'],
  }),
  'providers.describe': act({
    kind: 'act',
    request: {
      kind: 'Description of a provider',
      sentence:
        'Change the description of the provider {provider ?? "of this request"}[: website {website}][: subtype {provider_subtype}][: other names {aliases|list}][: identifiers {identifiers|list}][: {reason}]',
    },
    who: namers,
    description: 'Changes the website, the subtype, the other names and the identifiers of a provider.',
    input: strict({
      provider: WhichProvider,
      website: Type.Optional(text('An https address; an empty text removes it.', 2000)),
      provider_subtype: Type.Optional(text('What kind of provider it is, such as cefi.')),
      aliases: Type.Optional(
        Type.Array(text('Another name.', 200), {
          maxItems: 50,
          description: 'All other names, in place of those on record.',
        }),
      ),
      identifiers: Type.Optional(
        Type.Array(text('Kind, value and source.', 600), {
          maxItems: 20,
          description:
            'All identifiers, in place of those on record: each a kind (lei, isin, ticker, address or domain), the value and the https address of a page that says so, separated by spaces. An identifier belongs to one provider at a time.',
        }),
      ),
      reason: NamingReason,
    }),
    answer: Requested,
    command: {
      name: 'providers describe',
      arguments: ['provider'],
      prints: '{provider} is described anew',
    },
    audit: ['provider.described'],
    sometimes: ['request.made'],
  }),
  'providers.retire': act({
    kind: 'act',
    who: recorders,
    description: 'Retires a provider: runs no longer score it, and nothing about it is deleted.',
    input: strict({ provider: WhichProvider }),
    answer: Done,
    command: { name: 'providers retire', arguments: ['provider'], prints: '{provider} retired' },
    audit: ['provider.retired'],
  }),
  'providers.add_note': act({
    kind: 'act',
    who: { staff: STAFF_ROLES },
    description: 'Writes a note about a provider, for the record: it is never changed, and never published.',
    input: strict({
      provider: WhichProvider,
      text: Type.String({ format: 'lines', minLength: 1, maxLength: 2000, description: 'The note.' }),
    }),
    answer: strict({ note_id: Id }),
    creates: true,
    command: { name: 'providers note', arguments: ['provider', 'text'], prints: 'noted about {provider}' },
    audit: ['provider.noted'],
  }),
  'rates.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the reference rates that count now, by currency.',
    input: strict({}),
    answer: listOf(
      strict({
        currency: Type.String(),
        rate: Type.String({ description: 'Percent per year.' }),
        evidence_date: Type.String({ description: 'The day on which it was last checked.' }),
        grade: Type.String(),
        source: Type.String(),
      }),
    ),
    command: {
      name: 'rates list',
      columns: {
        CURRENCY: '{currency}',
        RATE: '{rate}',
        CHECKED: '{evidence_date}',
        GRADE: '{grade}',
        SOURCE: '{source}',
      },
    },
  }),
};
