import { sql, type Kysely } from 'kysely'
import {
  callsOf,
  divisionOf,
  functionsOverSellers,
  isUnsteadyUpdate,
  unsteadyFunctions,
  type Division,
} from './testing-scale-out.ts'
import type { Schema } from './schema.ts'
import { oneRow } from './one-row.ts'

export interface SentStatement {
  text: string
  /** Whether its transaction was bound to a seller. */
  isBound: boolean
}

/** Facts for checking statements: the placement of tables, functions that are not immutable, and those over sellers' tables. */
export interface SchemaFacts {
  division: Division
  unsteady: ReadonlySet<string>
  reading: ReadonlySet<string>
}

/** Reads the facts of a schema; they are the same for all databases with the same migrations. */
export async function schemaFacts(owner: Kysely<Schema>): Promise<SchemaFacts> {
  return {
    division: await divisionOf(owner),
    unsteady: await unsteadyFunctions(owner),
    reading: await functionsOverSellers(owner),
  }
}

/**
 * Finds page statements that would query nodes other than the seller's: one line each. Uses PostgreSQL's generic plan
 * without row-level security: each sellers' table must get its seller from a parameter, and none may be joined with a
 * coordinator table.
 */
export async function statementBreaches(
  owner: Kysely<Schema>,
  statements: Iterable<SentStatement>,
  { division, unsteady, reading }: SchemaFacts,
): Promise<string[]> {
  const breaches = new Set<string>()
  for (const { text, isBound } of statements) {
    const nodes = await plannedTables(owner, text)
    const found = [
      ...(isBound
        ? [...unboundTables(nodes, division), ...writtenEverywhere(nodes), ...selectedRows(text, nodes, division)]
        : unmarkedTables(text, nodes, division)),
      ...mixedTables(nodes, division),
      ...textBreaches(text, nodes, { division, unsteady, reading }),
    ]
    for (const breach of found) breaches.add(`${breach}: ${text.replaceAll(/\s+/g, ' ')}`)
  }
  return [...breaches]
}

interface PlanNode {
  'Node Type': string
  Operation?: string
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
  Plans?: PlanNode[]
}

type TableNode = PlanNode & { 'Relation Name': string }

async function plannedTables(owner: Kysely<Schema>, statement: string): Promise<TableNode[]> {
  const explain = sql.raw<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (generic_plan, format json) ${statement}`)
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
  return nodesOf((await oneRow(owner, explain))['QUERY PLAN'][0].Plan).filter(
    (node): node is TableNode => 'Relation Name' in node,
  )
}

function unboundTables(nodes: readonly TableNode[], { sellers }: Division): string[] {
  const isInsert = nodes.some((node) => node.Operation === 'Insert')
  return nodes
    .filter((node) => node['Node Type'].endsWith('Scan'))
    .flatMap((node) => {
      const table = node['Relation Name']
      const column = sellers.get(table)
      if (column === undefined) return []
      if (isInsert) return [`rows are inserted from ${table}, not from arrays`]
      return namesSeller(node, column) ? [] : [`${table} without ${column} = a parameter`]
    })
}

/** Whether a table is read by `seller_id = $1`, or by a literal. */
function namesSeller(node: TableNode, column: string): boolean {
  const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ')
  return new RegExp(String.raw`\(${column} = (\$\d+|'?\d+'?(::bigint)?)\)`).test(conditions)
}

/** An unbound statement may read many sellers only if marked. */
function unmarkedTables(text: string, nodes: readonly TableNode[], division: Division): string[] {
  if (text.includes('/* over all sellers */')) return []
  return unboundTables(nodes, division).map((breach) => `${breach}, and no /* over all sellers */`)
}

/** Replicated tables are written on every node at once, so pages must not write them. */
const writtenEverywhere = (nodes: readonly TableNode[]) =>
  nodes.some((node) => node['Node Type'] === 'ModifyTable' && node['Relation Name'] === 'products')
    ? ['products are on every server, and written by a page']
    : []

/** Row-level security lets a cluster insert VALUES only. */
const selectedRows = (text: string, nodes: readonly TableNode[], { sellers }: Division) =>
  /^\s*insert\s+into\b[^()]*(\([^()]*\))?\s*(select|with)\b/i.test(text) &&
  nodes.some((node) => node['Node Type'] === 'ModifyTable' && sellers.has(node['Relation Name']))
    ? ['rows are inserted by a SELECT, not by VALUES']
    : []

function textBreaches(
  text: string,
  nodes: readonly TableNode[],
  { division, unsteady, reading }: SchemaFacts,
): string[] {
  const isDivided = nodes.some((node) => division.sellers.has(node['Relation Name']))
  return [
    ...(isUnsteadyUpdate(text, unsteady) ? ['a SELECT works out what is not immutable before an UPDATE'] : []),
    ...(isDivided
      ? callsOf(text, reading).map((name) => `${name} is called on a seller’s server, and reads there`)
      : []),
    ...(isDivided && /\bpg_(try_)?advisory/i.test(text) ? ['an advisory lock is taken on a seller’s server'] : []),
    ...(isDivided &&
    text.includes('/* over all sellers */') &&
    /\bfor\s+(no\s+key\s+)?(key\s+)?(update|share)\b/i.test(text)
      ? ['rows of all sellers are locked by one statement']
      : []),
    ...(isDivided && /\b(from|join)\s+(order|listing)_search\b/i.test(text)
      ? ['words are searched through the views of the owner’s']
      : []),
  ]
}

function mixedTables(nodes: readonly TableNode[], { sellers, coordinator }: Division): string[] {
  const tables = [...new Set(nodes.map((node) => node['Relation Name']))]
  const sellersTables = tables.filter((table) => sellers.has(table))
  const kept = tables.filter((table) => coordinator.has(table))
  return sellersTables.length > 0 && kept.length > 0 ? [`${sellersTables.join(', ')} beside ${kept.join(', ')}`] : []
}
