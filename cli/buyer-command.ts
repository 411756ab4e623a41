import { findBuyers, readErasures, requestErasure } from '#features/operator/erasure/erasures-db.server.ts'
import { runErasures } from '#features/operator/erasure/run-erasures.server.ts'
import type { Database } from '#db/client.ts'
import { readAction, readArguments, UsageError } from './arguments.ts'
import type { Command } from './command.ts'

export interface BuyerActionContext {
  db: Database
  say: (line: string) => void
  now: () => Date
}

type Action = (context: BuyerActionContext) => Promise<void>

export const buyerCommand: Command = {
  name: 'buyer',
  summary: 'erase the personal data of a buyer',
  help: `npm run hub -- buyer erase <buyer> [--confirm <buyer>]

      Erases a buyer's personal data at all sellers: names, addresses, phones, e-mails, messages, notes, photos and
      feedback texts. <buyer> is the marketplace's id or the user name. Order numbers, dates, items, amounts and the
      country are kept; invoices are kept unchanged as long as the law requires. Without --confirm, prints what would
      be erased and changes nothing. If orders are open, the hub erases the data once they are closed.`,
  async run(args, { openDatabase, say, now }) {
    const { action, rest } = readAction('buyer', args, ['erase'])
    const act = buyerActions[action](rest)
    const { db } = await openDatabase()
    await act({ db, say, now })
  },
}

/** The actions; each throws UsageError for invalid arguments before opening anything. */
export const buyerActions = { erase } satisfies Record<string, (args: string[]) => Action>

function erase(args: string[]): Action {
  const { given, values } = readArguments(args, { options: { confirm: { type: 'string' } }, takes: ['the buyer'] })
  const [buyer] = given
  return async ({ db, say, now }) => {
    const found = await findBuyers(db.owner, { buyer, now: now() })
    if (found.length === 0) throw new UsageError(`No buyer has the id or user name “${buyer}”.`)
    for (const { seller, orders, addresses, messages, cases, open } of found) {
      say(`${seller}: ${orders} orders, ${addresses} addresses, ${messages} messages, ${cases} cases`)
      for (const { number, because } of open) say(`  ${number} is open: ${because}`)
    }
    if (values.confirm === undefined) {
      say(`Nothing erased yet. To erase, repeat the command with --confirm ${buyer}.`)
      return
    }
    if (values.confirm !== buyer) throw new UsageError(`--confirm must be ${buyer}. Nothing was erased.`)
    const key = await requestErasure(db.owner, { buyers: found, requestedBy: 'hub buyer erase', now: now() })
    const failed: unknown[] = []
    await runErasures(db, now(), { key, report: (error) => failed.push(error) })
    if (failed.length > 0) throw new AggregateError(failed, 'Some data could not be erased. Run the command again.')
    const [erasure] = await readErasures(db.owner, { key, limit: 1000, now: now() })
    for (const { seller, doneAt, open } of erasure?.sellers ?? [])
      say(
        doneAt
          ? `${seller}: erased.`
          : `${seller}: waiting for ${open.length} open orders; the hub erases the data when they are closed.`,
      )
  }
}
