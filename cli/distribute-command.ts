import { DatabaseInUseError, refuseWhileInUse } from '#db/backup.ts'
import { withClient } from '#db/connection.ts'
import { divide, NoClusterError, planDivision, type DivisionPlan } from '#db/divide.ts'
import { readArguments } from './arguments.ts'
import type { Command } from './command.ts'

/** Measured with 32 shards: seconds for an empty table, and bytes copied a second. */
const [secondsATable, bytesASecond] = [0.3, 20_000_000]

export const distributeCommand: Command = {
  name: 'distribute',
  summary: 'distribute the database by seller over the servers of a cluster',
  help: `npm run hub -- distribute [--dry-run]

Distributes sellers' tables and their rows over the servers of a Citus cluster. Products are copied to every server;
accounts, API keys, webhooks and messages stay on the coordinator (DATABASE_URL). Foreign keys and triggers are dropped
and added again where a cluster supports them. Stop all hubs first. Each table is locked while its rows are copied. The
command is idempotent: run it again if it was interrupted, and after an update that adds tables. Requirements:
docs/scale-out.md.

  --dry-run   print the changes, the locks and their estimated duration; change nothing`,
  async run(args, { openDatabase, say }) {
    const { values } = readArguments(args, {
      options: { 'dry-run': { type: 'boolean', default: false } },
      takes: [],
    })
    const { db, url, applied } = await openDatabase()
    if (applied.isNewer) {
      say('The database is of a newer version of the hub: divide it with that version. Nothing was changed.')
      return 1
    }
    try {
      await withClient(url, async (client) => {
        const plan = await planDivision(client)
        if (isDone(plan)) return say('Everything is already divided.')
        describePlan(plan, say)
        if (values['dry-run']) return say('Nothing was changed (--dry-run).')
        await refuseWhileInUse(client, 'divide')
        await divide(client, db.schema, { plan, say })
        say('Done. You can start the hubs now.')
      })
      return 0
    } catch (error) {
      if (!(error instanceof NoClusterError || error instanceof DatabaseInUseError)) throw error
      say(error.message)
      return 1
    }
  },
}

const isDone = ({ placements, references, insertRights, lackingTriggers }: DivisionPlan) =>
  placements.length === 0 && references.length === 0 && insertRights.length === 0 && lackingTriggers === 0

function describePlan(
  { servers, placements, references, looseKeys, insertRights }: DivisionPlan,
  say: (line: string) => void,
): void {
  const bytes = placements.reduce((sum, table) => sum + table.bytes, 0)
  const seconds = Math.ceil(placements.length * secondsATable + bytes / bytesASecond)
  const divided = placements.filter(({ column }) => column !== null)
  const copied = placements.filter(({ column }) => column === null)
  say(`Servers for sellers' tables: ${servers}.`)
  say(`Divided by seller: ${divided.map(({ name }) => name).join(', ') || 'none'}.`)
  say(`On every server: ${copied.map(({ name }) => name).join(', ') || 'none'}.`)
  say(
    `Foreign keys dropped and added again: ${references.length}; ${looseKeys.length} unique keys become plain indexes.`,
  )
  say(`Tables whose column privileges to insert become table privileges: ${insertRights.length}.`)
  say(`Each of these ${placements.length} tables is locked while its rows are copied: about ${seconds} s in total.`)
}
