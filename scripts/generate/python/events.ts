// rf_indicators/models/events.py: a class for each event type of webhooks.

import { WEBHOOK_EVENTS } from '@rf-indicators/contract';
import { ClassCollector, type Member, type ModelClass } from './classes.ts';
import { classText, memberText, modelsModule } from './models.ts';
import { className, docstring, literal } from './text.ts';
import type { ValueTypes } from './value-types.ts';

const BASE = 'WebhookEvent';

const BASE_PURPOSE =
  'An event of a webhook. Every delivery attempt of an event carries the same id. An event type that this version does not know is an instance of this class itself, with plain JSON as its data.';

interface EventsModule {
  text: string;
  names: string[];
  /** The classes of the data of events, which other modules can use. */
  data: ModelClass[];
}

export function eventsModule(answers: readonly ModelClass[], valueTypes: ValueTypes): EventsModule {
  const collector = new ClassCollector(valueTypes, answers);
  const classNames = Object.entries(WEBHOOK_EVENTS).map(([type, schema]) => [
    type,
    collector.add(schema, `${className(type)}Event`),
  ]);
  const eventNames = classNames.map(([, name]) => name);
  const events = collector.classes.filter(({ name }) => eventNames.includes(name));
  const data = collector.classes.filter(({ name }) => !eventNames.includes(name));
  const table = classNames.map(([type, name]) => `    ${literal(type!)}: ${name},`);
  const text = modelsModule({
    purpose: ['The events that webhooks deliver.'],
    classes: data,
    importable: { answers: answers.map(({ name }) => name), values: valueTypes.names },
    more: [
      baseText(events[0]!),
      ...events.map(eventText),
      [`EVENTS: Dict[str, Type[${BASE}]] = {`, ...table, '}', '"""The class of each event type."""'].join(
        '\n',
      ),
    ],
  });
  return { text, names: [...data.map(({ name }) => name), BASE, ...eventNames.map(String), 'EVENTS'], data };
}

/** What all events share; in each type only data is different. */
function baseText({ members }: ModelClass): string {
  const shared = members.filter(({ name }) => name !== 'data').map(ofAnyType);
  return [
    `class ${BASE}(Model):`,
    docstring('    ', [BASE_PURPOSE]),
    '',
    '    __slots__ = ()',
    `    _may_be_absent = frozenset({${shared.flatMap((each) => (each.mayBeAbsent ? [literal(each.wireName)] : [])).join(', ')}})`,
    '',
    ...shared.map(memberText),
    '    data: Any',
  ].join('\n');
}

/** The type is a constant in each class, and any text in the base class. */
function ofAnyType(member: Member): Member {
  return member.name === 'type' ? { ...member, schema: { type: 'string' } } : member;
}

function eventText(event: ModelClass): string {
  const members = event.members.filter(({ name }) => name === 'data');
  return classText({ ...event, members }, BASE);
}
