import { hash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { inject } from 'vitest'
import type { Database } from './client.ts'
import { statementBreaches, type SentStatement } from './testing-sent-statements.ts'
import { afterTestFile } from './testing-cleanup.ts'

/** Statements that this worker need not look at again. */
const seen = new Set<string>()

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
      if ((statement.isBound || isHub) && !seen.has(key)) sent.set(key, statement)
    }),
  )
  afterTestFile(async () => {
    const fit = await readFit()
    const unknown = new Map([...sent.values()].map((statement) => [planKey(statement), statement]))
    for (const key of fit) unknown.delete(key)
    const breaches = await statementBreaches(owner, unknown.values(), inject('schemaFacts'))
    if (breaches.length > 0) throw new Error(`Not fit for a cluster, see docs/scale-out.md:\n${breaches.join('\n')}`)
    await appendFile(fitFile(), [...unknown.keys()].map((key) => `${key}\n`).join(''))
    for (const key of sent.keys()) seen.add(key)
  })
}

/** Where the run's workers note which statements fit: every test has the same schema. */
const fitFile = () => path.join(inject('cluster').dataDir, 'fit-statements')

async function readFit(): Promise<string[]> {
  return (await readFile(fitFile(), 'utf8').catch(() => '')).split('\n')
}

/** A key that is the same for statements with the same plan: lists of two and of more are planned alike. */
export function planKey({ text, isBound }: SentStatement): string {
  const plan = text
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\bin \(\$(, \$)+\)/g, 'in ($, $)')
    .replaceAll(/(\([^()]*\))(, \1){2,}/g, '$1, $1')
  return `${isBound} ${hash('sha1', plan)}`
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
