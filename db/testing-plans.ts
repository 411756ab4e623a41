import type pg from 'pg'
import { inject } from 'vitest'
import { assertDefined } from '#lib/assert-defined.ts'
import { connect } from './connection.ts'
import { afterTestFile } from './testing-cleanup.ts'

/** A node of an executed plan from `auto_explain`. Rows are averages over its loops. */
interface RunNode {
  'Node Type': string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: RunNode[]
}

interface RunPlan {
  'Query Text': string
  Plan: RunNode
}

/** Wasted comparisons allowed in a join: below this, a nested loop over two short lists is fastest. */
const wastedComparisons = 2_000

/** Settings of a database whose sessions report every executed plan, including those of triggers and functions. */
export const reportPlans: Readonly<Record<string, string>> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

/**
 * Fails the calling test file if a statement of the pool compares all pairs of two row sets: its join filter removes
 * more rows than it keeps. The database must report its plans and be analysed.
 */
export function watchPlans(pool: pg.Pool): void {
  const found = new Set<string>()
  const watched = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    client.on('notice', ({ message }) => {
      for (const finding of comparedPairs(message ?? '')) found.add(finding)
    })
  })
  afterTestFile(async () => {
    if (found.size > 0) throw new Error(`Joined by comparing all pairs:\n${[...found].join('\n')}`)
  })
}

function comparedPairs(notice: string): string[] {
  const json = /^duration: .* plan:\n(\{.*)$/s.exec(notice)?.[1]
  if (json === undefined) return []
  const { 'Query Text': text, Plan: plan }: RunPlan = JSON.parse(json)
  return nodesOf(plan).flatMap((node) => {
    const loops = node['Actual Loops'] ?? 0
    const removed = (node['Rows Removed by Join Filter'] ?? 0) * loops
    const kept = (node['Actual Rows'] ?? 0) * loops
    if (removed <= Math.max(kept, wastedComparisons)) return []
    return [`${node['Node Type']} removed ${removed} rows and kept ${kept}: ${text.replaceAll(/\s+/g, ' ')}`]
  })
}

const nodesOf = (node: RunNode): RunNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/**
 * Copies one seller's rows to other sellers, so that the planner sees a marketplace in which each seller has a small
 * share. Triggers and foreign keys do not run; the sellers exist only in these rows.
 */
export async function copySeller(
  { url, sellerId, copies }: { url: string; sellerId: number; copies: number },
  tables: readonly string[],
): Promise<void> {
  const superuser = new URL(inject('cluster').superuserUrl)
  superuser.pathname = new URL(url).pathname
  const client = await connect(superuser.href)
  try {
    await client.query(`set search_path = hub; set session_replication_role = replica`)
    for (const table of tables) {
      const { rows } = await client.query<{ columns: string; values: string }>(
        `select string_agg(quote_ident(column_name), ', ') as columns, string_agg(quote_ident(column_name) ||
           case when data_type = 'bigint' and column_name ~ '(^|_)id$' then ' + copy * 1000000' else '' end, ', ') as values
         from information_schema.columns
         where table_schema = 'hub' and table_name = $1 and column_name <> 'seller_id' and is_generated = 'NEVER'`,
        [table],
      )
      const { columns, values } = assertDefined(rows[0], 'the table has columns')
      await client.query(
        `insert into ${table} (seller_id, ${columns}) overriding system value
         select seller_id + copy, ${values} from ${table}, generate_series(1, $2::bigint) copy where seller_id = $1`,
        [sellerId, copies],
      )
    }
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
