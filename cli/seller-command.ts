import { sellersNamed } from '#features/people/accounts/members.server.ts'
import { readRemovable, removeSeller } from '#features/operator/console/remove-seller-db.server.ts'
import type { Database } from '#db/client.ts'
import { readAction, readArguments, UsageError } from './arguments.ts'
import type { Command } from './command.ts'

export interface SellerActionContext {
  db: Database
  say: (line: string) => void
}

type Action = (context: SellerActionContext) => Promise<void>

export const sellerCommand: Command = {
  name: 'seller',
  summary: 'remove a seller and all their data',
  help: `npm run hub -- seller remove <seller> [--confirm <user name>]

      Removes a seller (id, user name or external id) permanently: orders with buyers' names and addresses, listings,
      conversations, cases, invoices, settings, keys and webhooks. Without --confirm, prints what would be removed and
      changes nothing. Suspend the seller first, so that no new orders come in. Members keep their accounts; remove them
      with npm run hub -- user remove. Export the invoices you must keep by law first. If interrupted, run it again.`,
  async run(args, { openDatabase, say }) {
    const { action, rest } = readAction('seller', args, ['remove'])
    const act = sellerActions[action](rest)
    const { db } = await openDatabase()
    await act({ db, say })
  },
}

/** The actions; each throws UsageError for invalid arguments before opening anything. */
export const sellerActions = { remove } satisfies Record<string, (args: string[]) => Action>

function remove(args: string[]): Action {
  const { given, values } = readArguments(args, { options: { confirm: { type: 'string' } }, takes: ['the seller'] })
  return async ({ db, say }) => {
    const [found, ...others] = await sellersNamed(db.owner, given[0])
    if (!found) throw new UsageError(`No seller has the id, user name or external id “${given[0]}”.`)
    if (others.length > 0) throw new UsageError(`“${given[0]}” matches several sellers. Use the user name.`)
    const { username, isSuspended, orders, listings, documents } = await readRemovable(db.owner, found.id)
    const what = `${username}: ${orders} orders, ${listings} listings, ${documents} invoices and credit notes`
    if (!isSuspended)
      throw new UsageError(`${what}. Suspend ${username} first, so that no new orders come in (docs/connect.md).`)
    if (values.confirm === undefined) {
      say(`${what}. Nothing removed yet. Make a backup, then repeat the command with --confirm ${username}.`)
      return
    }
    if (values.confirm !== username) throw new UsageError(`--confirm must be ${username}. Nothing was removed.`)
    await removeSeller(db.owner, found.id, (gone) => say(`${gone} of ${orders} orders …`))
    say(`Removed ${what}.`)
  }
}
