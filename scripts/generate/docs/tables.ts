// The tables of the docs that follow from settings, retries, agent tools, events, proofs and problems.

import {
  AGENT_TOOL_SCHEMAS,
  AGENT_TOOLS,
  EVENT_DEFINITIONS,
  OPERATIONS,
  type Operation,
  PROBLEMS,
  problemsOf,
  requiredTier,
  SPREADSHEETS,
  WEBHOOK_EVENT_TYPES,
} from '@rf-indicators/contract';
import { MIGRATION_TABLES } from '@rf-indicators/core/store/migrations';
import { proofOf, TABLE_NAMES, TABLES } from '@rf-indicators/core/store/schema';
import { TOOLS } from '../../../packages/server/src/agent/tools.ts';
import { SETTING_LIST } from '../../../packages/server/src/service/config.ts';
import { pathsOf } from '../../inspector/attempt.ts';
import { SUBJECTS } from '../../inspector/attempts.ts';
import { code, table, yesNo } from './markdown.ts';

export function settingsTable(): string {
  return table(
    ['setting', 'default', 'meaning'],
    // An address with words in capitals would become a link that leads nowhere.
    SETTING_LIST.map(({ name, default: value, what }) => [
      code(name),
      value.replaceAll(/https?:\/\/[^\s;]+/g, code),
      what,
    ]),
  );
}

export function attemptsTables(): string {
  const all = Object.values(SUBJECTS).flat();
  const sections = Object.entries(SUBJECTS).map(([subject, attempts]) => {
    const rows = attempts.map((attempt) => [attempt.title, pathsOf(attempt).join(', '), attempt.refusal]);
    return `### ${subject}\n\n${table(['attempt', 'paths', 'refusal'], rows)}`;
  });
  return [`${all.length} attempts:`, ...sections].join('\n\n');
}

export function spreadsheetTables(): string {
  return Object.entries(SPREADSHEETS)
    .map(([name, { title, access, columns }]) => {
      const rows = columns.map((column) => [code(column.name), column.type, column.meaning]);
      const files = `${code(`/exports/v1/${name}.csv`)} and ${code(`/exports/v1/${name}.xlsx`)}`;
      const lead = `${files}, from the tier ${requiredTier(access)}:`;
      return `### ${title}\n\n${lead}\n\n${table(['column', 'type', 'meaning'], rows)}`;
    })
    .join('\n\n');
}

export function toolTable(): string {
  return table(
    ['tool', 'input', 'example', 'result'],
    AGENT_TOOLS.map((name) => {
      const { input, result } = AGENT_TOOL_SCHEMAS[name];
      const members = Object.keys(input.properties).map(code).join(', ');
      const { description = '' } = result as { description?: string };
      const example = code(JSON.stringify(TOOLS[name].example));
      return [code(name), members, example, description.replace(' Members may be added.', '')];
    }),
  );
}

const DELIVERY = {
  default: 'by default',
  opt_in: 'if listed',
  on_request: 'on request',
} as const;

export function eventTable(): string {
  return table(
    ['type', 'sent when', 'subscription', 'detail'],
    WEBHOOK_EVENT_TYPES.map((type) => {
      const { description, delivery, hasDetail } = EVENT_DEFINITIONS[type];
      return [code(type), description, DELIVERY[delivery], yesNo(hasDetail)];
    }),
  );
}

export function proofTable(): string {
  const rows = TABLE_NAMES.map((name) => {
    const proofs = Object.keys(TABLES[name].columns).map((column) => ({
      column,
      proof: proofOf(name, column),
    }));
    const named = (wanted: string) =>
      proofs
        .filter(({ proof }) => proof === wanted)
        .map(({ column }) => code(column))
        .join(' ');
    const reasons = Map.groupBy(
      proofs.flatMap(({ column, proof }) =>
        typeof proof === 'string' ? [] : [{ column, reason: proof.operational }],
      ),
      ({ reason }) => reason,
    );
    const operational = [...reasons].map(
      ([reason, all]) => `${all.map(({ column }) => code(column)).join(' ')}: ${reason}`,
    );
    return [code(name), named('chained'), named('signed'), named('recomputed'), operational.join(' ')];
  });
  const migrator = Object.entries(MIGRATION_TABLES).map(([name, { columns, reason }]) => [
    ...[code(name), '', '', ''],
    `${columns.map(code).join(' ')}: ${reason}`,
  ]);
  return table(['table', 'chained', 'signed', 'recomputed', 'operational'], [...rows, ...migrator]);
}

const operations: Operation[] = Object.values(OPERATIONS);

/** The heading is the code alone, because the address in a problem's `type` ends with it. */
export function problemSections(): string {
  return Object.entries(PROBLEMS)
    .map(([name, { status, title, detail, remedy }]) => {
      const able = operations.filter((operation) => problemsOf(operation).some((told) => told === name));
      const all = able.length === operations.length;
      const from = all ? 'all operations.' : `${able.map(({ id }) => code(id)).join(', ')}.`;
      return [
        `## ${name}`,
        `**${status} ${title}.** ${detail}`,
        `What to do: ${remedy}`,
        ...(able.length === 0 ? [] : [`Returned by: ${from}`]),
      ].join('\n\n');
    })
    .join('\n\n');
}
