import type { SellerDb } from '#db/client.ts'
import { awaitNamed, defaultWaitTimeout, type WaitOutcome } from '#lib/named-wait.ts'
import type { SellerArgs } from './guard.server.ts'
import { wantsWholePage } from './whole-page.ts'

/** Milliseconds a page waits for its parts before it sends the shell: what is there by then needs no placeholder. */
const headStartMs = 100

/** PostgreSQL gives a statement up this many milliseconds after the page has, so that the page is the one that says so. */
const graceMs = 100

/** Whose page waits. */
export type WaitVisit = Pick<SellerArgs, 'hub' | 'requestId' | 'logFailure'>

type WaitArgs = WaitVisit & Pick<SellerArgs, 'read'>

/**
 * Starts reading one part of a page in a transaction of its own, which `read` opens. Never rejects: see `awaitNamed`.
 * Past the time-out the statement is cancelled in PostgreSQL too, so that an abandoned part does not keep its
 * connection; one that never got a connection does not begin any more. `work` should make the whole view model, so that
 * a failure of any of it is this part's alone.
 */
export function readNamed<T>(
  { hub, requestId, logFailure, read }: WaitArgs,
  name: string,
  work: (db: SellerDb) => Promise<T>,
  timeoutMs = defaultWaitTimeout,
): Promise<WaitOutcome<T>> {
  let abandoned = false
  const statementMs = timeoutMs > 0 ? timeoutMs + graceMs : undefined
  const begin = () =>
    read(async (db) => {
      if (abandoned) throw new Error(`${name} was given up before it began`)
      return work(db)
    }, statementMs)
  return awaitNamed(name, begin, {
    timeoutMs,
    log: (message, error) => {
      if (error !== undefined) return logFailure(error, message)
      abandoned = true
      hub.log.warn({ requestId }, message)
    },
  })
}

/** What a loader returns for a wait: how it ended, or, where it takes longer, the promise of it. */
export type Waited<T> = WaitOutcome<T> | Promise<WaitOutcome<T>>

type Waits = Record<string, Promise<WaitOutcome<unknown>>>

/**
 * Gives the parts of a page a short head start. Those that are there by then are returned as values and stand in the
 * first HTML, also without scripts; the others as promises, which stream. The first parts do not wait for the slow ones
 * longer than that. Whoever asks for the whole page gets all as values.
 */
export async function withHeadStart<W extends Waits>(
  url: URL,
  waits: W,
  milliseconds = headStartMs,
): Promise<{ [Name in keyof W]: Awaited<W[Name]> | W[Name] }> {
  const outcomes = new Map<string, WaitOutcome<unknown>>()
  const all = Promise.all(
    Object.entries(waits).map(async ([name, wait]) => {
      outcomes.set(name, await wait)
    }),
  )
  if (wantsWholePage(url)) await all
  let timer: NodeJS.Timeout | undefined
  const gun = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([all, gun])
  clearTimeout(timer)
  const settled = Object.entries(waits).map(([name, wait]) => [name, outcomes.get(name) ?? wait])
  return Object.fromEntries(settled) as { [Name in keyof W]: Awaited<W[Name]> | W[Name] }
}
