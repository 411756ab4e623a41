import type pg from 'pg'
import { inject } from 'vitest'
import type { Database } from './client.ts'
import { statementBreaches, type SentStatement } from './scale-out-statements.ts'
import { afterTestFile } from './testing-cleanup.ts'

/** Statements already accepted, shared by the worker's files: every test has the same schema. */
const fit = new Set<string>()

/**
 * Fails the calling file if a page statement of the pool would query nodes other than its seller's (docs/scale-out.md).
 * With `isHub`, unbound statements are checked too; otherwise they are the tests' own.
 */
export function watchStatements(
  { owner }: Pick<Database, 'owner'>,
  pool: pg.Pool,
  { isHub }: { isHub: boolean },
): void {
  const sent = new Map<string, SentStatement>()
  pool.on('connect', (client) =>
    listenTo(client, (statement) => {
      const key = `${statement.isBound} ${statement.text}`
      if ((statement.isBound || isHub) && !fit.has(key)) sent.set(key, statement)
    }),
  )
  afterTestFile(async () => {
    const breaches = await statementBreaches(owner, sent.values(), inject('schemaFacts'))
    if (breaches.length > 0) throw new Error(`Not fit for a cluster, see docs/scale-out.md:\n${breaches.join('\n')}`)
    for (const key of sent.keys()) fit.add(key)
  })
}

/** Wraps the driver's `query` to record statements; failed ones are ignored. */
function listenTo(client: pg.PoolClient, tell: (statement: SentStatement) => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  let isBound = false
  const telling = (...args: unknown[]) => {
    const [first] = args as [string | { text?: string } | undefined]
    const text = (typeof first === 'string' ? first : first?.text) ?? ''
    // The doctor uses a negative seller id, which binds nothing.
    if (/\bselect bind_seller\(\d|\bset local hub\.seller_id = '\d/.test(text)) isBound = true
    else if (text === 'commit' || text === 'rollback') isBound = false
    const answer = query(...args)
    const statement = { text, isBound }
    if (!/^\s*(\/\*.*?\*\/\s*)?(with|select|insert|update|delete|declare)\b/i.test(text)) return answer
    // A pool passes a callback.
    if (!(answer instanceof Promise)) tell(statement)
    else
      void answer.then(
        () => tell(statement),
        () => {},
      )
    return answer
  }
  client.query = telling as typeof client.query
}
