// The books of a workspace: positions, limits, rights and figures. Members alone: staff have no act about a book.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, MEMBER_ROLES } from './act.ts';
import {
  BookMeasure,
  CHANNELS,
  Day,
  FILTERS,
  Figures,
  Limit,
  POSITION_SORTS,
  PositionRow,
  RIGHTS,
  Rights,
  versionMembers,
  whichState,
} from './book-figures.ts';
import { bookFileActs } from './book-files.ts';
import {
  Done,
  GivenInstant,
  Id,
  Instant,
  listOf,
  NoInput,
  PageInput,
  pageOf,
  record,
  strict,
  text,
} from './forms.ts';

/** Rights in the book decide further. */
const anyMember = { member: MEMBER_ROLES } as const;
const creators = { member: ['contract_admin', 'risk_officer'] } as const;
const admins = { member: ['contract_admin'] } as const;

const Book = text('Id of the book.', 64);
const BookName = text('Name of the book.', 120);
const Currency = text('Reporting currency: 3 to 10 capital letters, such as EUR or USDC.', 10);
const PolicyOfBook = text('Name of the policy that decides about its names; empty for none.', 64);
const Person = text('Id or name of a member.', 120);
const RightsGiven = Type.Array(Type.Enum([...RIGHTS], { type: 'string' }), {
  description: 'see, edit or approve_limits.',
  minItems: 1,
  maxItems: RIGHTS.length,
});

/** Open pages read again what belongs to the workspace. */
const topics = ['access'] as const;

export const bookRecords = {
  'book.created': { topics, sentence: 'Created a book', news: '{count|count book} created' },
  'book.renamed': { topics, sentence: 'Renamed a book' },
  'book.settings_changed': { topics, sentence: 'Changed the settings of a book' },
  'book.saved': {
    topics,
    sentence: ['Saved version {after.version} of a book', 'Saved a book'],
    news: '{count|count version} of books saved',
  },
  'book.limits_changed': { topics, sentence: 'Changed the limits of a book, and raised none' },
  'book.limits_asked': {
    topics,
    sentence: 'Asked to raise limits of a book',
    news: 'higher limits of books asked for {count|count time}',
  },
  'book.limits_approved': { topics, sentence: 'Approved higher limits of a book' },
  'book.limits_refused': { topics, sentence: 'Refused higher limits of a book' },
  'book.rights_given': { topics, sentence: 'Gave rights in a book' },
  'book.rights_taken': { topics, sentence: 'Took rights in a book' },
  'book.deleted': { topics, sentence: 'Deleted a book', news: '{count|count book} deleted' },
} satisfies AuditTable;

const Settings = strict({
  id: Id,
  name: Type.String(),
  currency: Type.String(),
  measure: BookMeasure,
  policy: nullable(Type.String()),
  amounts_to: Type.Array(Type.Enum([...CHANNELS], { type: 'string' }), {
    description: 'The channels into which amounts of the book may be sent.',
  }),
  rights: Rights,
});

const ChangedRights = strict({ person: Id, person_name: Type.String(), rights: Rights });

const Limits = strict({
  newest: Type.Integer({ description: 'Number of the newest document; 0 if there is none.' }),
  active: nullable(
    strict({
      number: Type.Integer(),
      limits: Type.Array(Limit),
      since: Instant,
      asked_by_name: Type.String(),
      approved_by_name: nullable(Type.String(), {
        description: 'The second person; null where one was enough.',
      }),
    }),
  ),
  asked: nullable(
    strict({
      number: Type.Integer(),
      limits: Type.Array(Limit),
      asked_at: Instant,
      asked_by: Id,
      asked_by_name: Type.String(),
      loosened: Type.Array(
        strict({
          id: Type.String(),
          how: Type.Enum(['raised', 'removed', 'measure_changed', 'scope_changed'], { type: 'string' }),
        }),
        { description: 'Why it takes a second person.' },
      ),
    }),
    { description: 'The change that waits for a second person.' },
  ),
});

const whichLimits = {
  book: Book,
  number: Type.Integer({ minimum: 1, description: 'Number of the change that you read.' }),
};

const printsLimits = [
  '{unless active}No limit is active',
  'Active: version {active.number}, {active.limits|count limit}',
  'Asked by {asked.asked_by_name}: version {asked.number}, {asked.limits|count limit}. To approve it:',
  '  rf books approve-limits {given.book} --number {asked.number}',
];

export const bookActs = {
  'books.list': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description:
      'Lists the books that you see, in the order in which they were created; for a Contract Admin the others too, without their names.',
    input: NoInput,
    answer: listOf(
      strict({
        id: Id,
        name: nullable(Type.String(), { description: 'Null for a book that you may not see.' }),
        currency: nullable(Type.String()),
        rights: Rights,
        created_at: Instant,
        created_by_name: Type.String(),
        version: nullable(Type.Integer(), { description: 'The newest one; null while the book is empty.' }),
        saved_at: nullable(Instant),
        limits_asked: Type.Boolean({ description: 'Whether a change of limits waits for a second person.' }),
      }),
    ),
    command: {
      name: 'books list',
      columns: {
        ID: '{id}',
        NAME: '[{name}]',
        CURRENCY: '[{currency}]',
        VERSION: '[{version}]',
        SAVED: '[{saved_at|instant}]',
        RIGHTS: '{rights|list}',
      },
      none: 'There is no book that you see. To create one: rf books create NAME --currency EUR',
    },
  }),
  'books.create': act({
    kind: 'act',
    who: creators,
    description: 'Creates an empty book, in which you have every right.',
    input: strict({
      name: BookName,
      currency: Currency,
      measure: Type.Optional(BookMeasure),
      policy: Type.Optional(PolicyOfBook),
    }),
    answer: strict({ id: Id }),
    command: {
      name: 'books create',
      arguments: ['name'],
      prints: ['Created the book {id}', 'To save a version: rf books save {id} FILE'],
    },
    audit: ['book.created'],
  }),
  'books.rename': act({
    kind: 'act',
    who: anyMember,
    description: 'Renames a book. Takes the right to edit it.',
    input: strict({ book: Book, name: BookName }),
    answer: strict({ id: Id, name: Type.String() }),
    command: { name: 'books rename', arguments: ['book', 'name'], prints: 'The book is called {name}' },
    audit: ['book.renamed'],
  }),
  'books.settings': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description: 'Shows the settings of a book, and your rights in it.',
    input: strict({ book: Book }),
    answer: Settings,
    command: {
      name: 'books settings',
      arguments: ['book'],
      prints: [
        '{name}: {measure} in {currency}[, decided by the policy {policy}]',
        'Amounts may be sent to: {amounts_to|list}',
        'Your rights: {rights|list}',
      ],
    },
  }),
  'books.change_settings': act({
    kind: 'act',
    who: anyMember,
    description:
      'Changes settings of a book: only those that are given. The currency stays once there is a version, and another measure counts from the next version on. Takes the right to edit the book.',
    input: strict({
      book: Book,
      currency: Type.Optional(Currency),
      measure: Type.Optional(BookMeasure),
      policy: Type.Optional(PolicyOfBook),
      amounts_to: Type.Optional(
        Type.Array(Type.Enum([...CHANNELS], { type: 'string' }), {
          maxItems: CHANNELS.length,
          description:
            'The channels into which amounts may be sent: mail, slack, pagerduty, or none of them.',
        }),
      ),
    }),
    answer: Settings,
    command: {
      name: 'books change-settings',
      arguments: ['book'],
      prints: '{name}: changed',
    },
    audit: ['book.settings_changed'],
  }),
  'books.rights': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description:
      'Lists who has rights in a book, or had some, with who last changed them. For those who see the book, and for Contract Admins.',
    input: strict({ book: Book }),
    answer: listOf(
      strict({
        person: Id,
        person_name: Type.String(),
        role: Type.Enum([...MEMBER_ROLES], { type: 'string' }),
        removed: Type.Boolean({ description: 'Whether the person has left the workspace.' }),
        rights: Rights,
        changed_at: Instant,
        changed_by_name: Type.String(),
        by_themselves: Type.Boolean({ description: 'Whether they gave or took these rights themselves.' }),
      }),
    ),
    command: {
      name: 'books rights',
      arguments: ['book'],
      columns: {
        NAME: '{person_name}[{if removed} (left)]',
        ROLE: '{role}',
        RIGHTS: '{rights|list}',
        CHANGED: '{changed_at|instant}',
        BY: '{changed_by_name}',
      },
    },
  }),
  'books.give_rights': act({
    kind: 'act',
    who: admins,
    description: 'Gives a member rights in a book. Every right comes with the right to see it.',
    input: strict({ book: Book, person: Person, rights: RightsGiven }),
    answer: ChangedRights,
    command: {
      name: 'books give-rights',
      arguments: ['book', 'person'],
      prints: '{person_name}: {rights|list}',
    },
    audit: ['book.rights_given'],
  }),
  'books.take_rights': act({
    kind: 'act',
    who: admins,
    description: 'Takes rights in a book from a member: all of them, unless the input names some.',
    input: strict({ book: Book, person: Person, rights: Type.Optional(RightsGiven) }),
    answer: ChangedRights,
    command: {
      name: 'books take-rights',
      arguments: ['book', 'person'],
      prints: 'Rights of {person_name} now: {rights|list}',
    },
    audit: ['book.rights_taken'],
  }),
  'books.save': act({
    kind: 'act',
    who: anyMember,
    description:
      'Saves a whole new version of a book. Earlier versions stay. Takes the right to edit the book.',
    input: strict({
      book: Book,
      contents: record('The contents, in the format rf-book-1.'),
      effective_on: Type.Optional(Day('The day from which on it counts; today if absent.')),
      seen: Type.Optional(
        Type.Integer({
          minimum: 0,
          description:
            'Number of the newest version when the contents were written, 0 for none: refused if there is a newer one.',
        }),
      ),
    }),
    answer: strict({ book: Id, ...versionMembers, positions: Type.Integer() }),
    command: {
      name: 'books save',
      arguments: ['book', 'contents'],
      options: {
        contents: { flag: 'file', help: 'the contents, as JSON; - reads standard input', reads: 'json' },
      },
      prints: 'Version {number} saved: {positions|count position}, from {effective_on} on',
    },
    audit: ['book.saved'],
  }),
  ...bookFileActs,
  'books.versions': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description: 'Lists the versions of a book, newest first.',
    input: strict({ book: Book }),
    answer: listOf(strict(versionMembers)),
    command: {
      name: 'books versions',
      arguments: ['book'],
      columns: {
        VERSION: '{number}',
        COUNTS_FROM: '{effective_on}',
        RECORDED: '{recorded_at|instant}',
        BY: '{recorded_by_name}',
      },
      none: 'The book is empty.',
    },
  }),
  'books.contents': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description: 'Shows the document of a version: the one that counts today, unless the input names one.',
    input: strict({
      book: Book,
      number: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of the version.' })),
    }),
    answer: strict({
      ...versionMembers,
      newest: Type.Integer({ description: 'Number of the newest version.' }),
      contents: record('The contents, in the format rf-book-1.'),
    }),
    command: {
      name: 'books contents',
      arguments: ['book'],
      prints: [
        'Version {number}, from {effective_on} on, recorded {recorded_at|instant} by {recorded_by_name}',
        'Its contents: the same command with --json',
      ],
    },
  }),
  'books.show': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description:
      'Shows the figures of a book: composite score with coverage, what holds it down, shares, limits, decisions, lapses and what changed since a date.',
    input: strict({
      book: Book,
      ...whichState,
      known_at: Type.Optional(GivenInstant),
      since: Type.Optional(Day('Also explains the change of the composite since the end of this day.')),
    }),
    answer: strict(Figures),
    command: {
      name: 'books show',
      arguments: ['book'],
      options: { known_at: { help: 'the book as it was known at this date-time' } },
      prints: [
        '{name}: {names|count name}, {positions|count position}, {total} {currency} {measure}',
        'Composite {composite.score}, coverage {composite.coverage} %, with names without score at 0: {composite.unscored_at_zero}',
        '{unless composite.coverage}No name has a score',
        '{if frameworks.is_mixed}The composite mixes scores of several frameworks',
        '{if outside.positions}Outside the sums: {outside.positions|count position}',
        'Since {change.since}: {change.before} to {change.after}',
        'All figures: the same command with --json',
      ],
    },
  }),
  'books.positions': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description:
      'Lists the positions of a book with what is known of their names: the largest exposure, the lowest score, the largest loss, or the name first.',
    input: strict({
      book: Book,
      ...whichState,
      known_at: Type.Optional(GivenInstant),
      show: Type.Optional(
        Type.Enum([...FILTERS], { type: 'string', description: 'Which positions; all if absent.' }),
      ),
      sort: Type.Optional(
        Type.Enum([...POSITION_SORTS], { type: 'string', description: 'The order; exposure if absent.' }),
      ),
      ...PageInput,
    }),
    answer: pageOf(PositionRow),
    command: {
      name: 'books positions',
      arguments: ['book'],
      options: { known_at: { help: 'the book as it was known at this date-time' } },
      columns: {
        POSITION: '{id}',
        NAME: '{name}',
        EXPOSURE: '[{exposure}]',
        SHARE: '[{share}]',
        SCORE: '[{score}]',
        BAND: '[{band}]',
        DECISION: '[{decision}]',
        OUTSIDE: '[{outside}]',
      },
      none: 'There are no such positions.',
    },
  }),
  'books.limits': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description: 'Shows the limits of a book, and the change of them that waits for a second person.',
    input: strict({ book: Book }),
    answer: Limits,
    command: { name: 'books limits', arguments: ['book'], prints: printsLimits },
  }),
  'books.ask_limits': act({
    kind: 'act',
    who: { ...anyMember, secondPerson: 'to raise a limit: another one with the right to approve limits' },
    description:
      'Replaces the limits of a book. A change that only adds or lowers limits is active at once; one that raises, removes or redirects any waits for a second person. Takes the right to edit the book.',
    input: strict({
      book: Book,
      document: record('All limits, in the format rf-book-limits-1.'),
      seen: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'newest when the limits were read: refused if there is a newer document.',
        }),
      ),
    }),
    answer: Limits,
    command: {
      name: 'books ask-limits',
      arguments: ['book', 'document'],
      options: {
        document: { flag: 'file', help: 'all limits, as JSON; - reads standard input', reads: 'json' },
      },
      prints: printsLimits,
    },
    sometimes: ['book.limits_changed', 'book.limits_asked'],
  }),
  'books.approve_limits': act({
    kind: 'act',
    who: { ...anyMember, secondPerson: 'another one than who asked' },
    description:
      'Approves a change of limits that somebody else asked for. Takes the right to approve limits.',
    input: strict(whichLimits),
    answer: Limits,
    command: { name: 'books approve-limits', arguments: ['book'], prints: printsLimits },
    audit: ['book.limits_approved'],
  }),
  'books.refuse_limits': act({
    kind: 'act',
    who: anyMember,
    description:
      'Refuses a change of limits that waits. Takes the right to approve limits; who asked can take it back in this way.',
    input: strict(whichLimits),
    answer: Limits,
    command: { name: 'books refuse-limits', arguments: ['book'], prints: printsLimits },
    audit: ['book.limits_refused'],
  }),
  'books.delete': act({
    kind: 'act',
    who: anyMember,
    description:
      'Deletes a book for good, with all its versions, by destroying its key. Takes the right to edit it, and a Contract Admin or who created it.',
    input: strict({ book: Book, name: text('Its name, to confirm.', 120) }),
    answer: Done,
    command: {
      name: 'books delete',
      arguments: ['book', 'name'],
      confirm: 'This destroys the key of the book {book}: nobody can open it again.',
      prints: 'Deleted',
    },
    audit: ['book.deleted'],
  }),
};
