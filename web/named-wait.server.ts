import type { SellerDb } from '#db/client.ts'
import { awaitNamed, defaultWaitTimeout, type WaitOutcome } from '#lib/named-wait.ts'
import type { SellerArgs } from './guard.server.ts'
import { wantsWholePage } from './whole-page.ts'

/** Milliseconds to wait for a page's parts before sending the shell; parts ready by then need no placeholder. */
const headStartMs = 100

/** PostgreSQL cancels a statement this many milliseconds after the page's timeout, so that the page reports it. */
const graceMs = 100

export type WaitVisit = Pick<SellerArgs, 'hub' | 'requestId' | 'logFailure'>

type WaitArgs = WaitVisit & Pick<SellerArgs, 'read'>

/**
 * Starts reading a part of a page in its own transaction, opened by `read`. Never rejects: see `awaitNamed`. On timeout
 * also cancels the statement, to free its connection. `work` should build the entire view model, so that its failure
 * affects this part only.
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

/** Result of a wait: the outcome, or a promise of it if it takes longer. */
export type Waited<T> = WaitOutcome<T> | Promise<WaitOutcome<T>>

type Waits = Record<string, Promise<WaitOutcome<unknown>>>

/**
 * Gives the parts of a page a short head start. Those ready are returned as values for the first HTML, the others as
 * promises to stream. If the reader wants the whole page, waits for all.
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
