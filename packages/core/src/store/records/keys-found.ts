// Which recorded rows a statement is about, whether they are there or not: from its condition and the index of authority.

import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  ValueListNode,
  ValueNode,
  type WhereNode,
} from 'kysely';
import { holderColumns, orderOf, type Table } from '../schema.ts';
import type { AuthorityIndex } from './authority.ts';
import { type RowKey, rowKey } from './tracker.ts';

/** By column, the values that its condition permits. */
type Wanted = ReadonlyMap<string, ReadonlySet<unknown>>;

/**
 * More than the statement finds if its condition says more than the values of columns: what else it asks for may have been
 * changed to hide a row.
 */
export function keysFound(authority: AuthorityIndex, table: Table, where: WhereNode | undefined): RowKey[] {
  const wanted: Wanted = new Map(where === undefined ? [] : valuesIn(where.where));
  const [only, ...others] = orderOf(table);
  const keys = others.length === 0 ? wanted.get(only!) : undefined;
  if (keys !== undefined)
    return [...keys]
      .map((value) => rowKey(table, { [only!]: value }))
      .filter((key) => authority.isRecorded(table, key));
  const byHolder = holderColumns(table).filter((column) => wanted.has(column));
  return authority.keysHeld(table, (held) =>
    byHolder.every((column) => wanted.get(column)!.has(held[column])),
  );
}

/** Only of conditions that must all be true. */
function valuesIn(node: OperationNode): [string, ReadonlySet<unknown>][] {
  if (ParensNode.is(node)) return valuesIn(node.node);
  if (AndNode.is(node)) return [...valuesIn(node.left), ...valuesIn(node.right)];
  if (!BinaryOperationNode.is(node)) return [];
  const { leftOperand, operator, rightOperand } = node;
  if (!ReferenceNode.is(leftOperand) || !ColumnNode.is(leftOperand.column)) return [];
  const values = OperatorNode.is(operator) ? valuesOf(operator.operator, rightOperand) : undefined;
  return values === undefined ? [] : [[leftOperand.column.column.name, new Set(values)]];
}

function valuesOf(operator: string, node: OperationNode): readonly unknown[] | undefined {
  if (operator === '=' && ValueNode.is(node)) return [node.value];
  if (operator !== 'in') return undefined;
  if (PrimitiveValueListNode.is(node)) return node.values;
  if (ValueListNode.is(node) && node.values.every((value) => ValueNode.is(value)))
    return node.values.map((value) => (value as ValueNode).value);
  return undefined;
}
