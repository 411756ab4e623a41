import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { isCurrent } from '#features/messages/message.ts'
import { listMessages, storeMessages, type MessageCountsRow } from '#features/messages/messages-db.server.ts'
import { parseMessages, type MessageRow } from '#features/messages/messages-file.ts'
import { readJsonFile, ViewModelFileError } from '#features/view-models/view-model-file.ts'
import { readMessage } from '#shui/message/read-message.ts'
import { UsageError, type Command } from './command.ts'

/** What the actions need. */
export interface MessagesActionContext {
  db: Kysely<Schema>
  say: (line: string) => void
  now: () => Date
}

/** Loads and lists what the marketplace has to say to its members. */
export const messagesCommand: Command = {
  name: 'messages',
  summary: 'load and list what the marketplace tells its members',
  help: `npm run hub -- messages <action>

  load <file.json>
      Makes the messages of the file the messages of the hub, in one transaction: new ones are added, others
      changed, and what is not in the file is removed. Nothing is changed where anything in the file is wrong;
      each fault is named by its place, such as messages[2].model.config.maxViews. The same file again changes
      nothing. What members have seen and closed stays, also for a message that comes back later; what was shown
      to them stays in their message centre for 90 days.
  list
      Lists all messages by priority, with how often they were shown and dismissed, and to how many members.

The file is described in docs/operations.md; docs/examples/messages.json is one.

npm run hub -- messages load docs/examples/messages.json`,
  async run(args, { openDatabase, say, now }) {
    const action = readAction(args)
    const { db } = await openDatabase()
    await action({ db: db.owner, say, now })
  },
}

/** Reads `messages <action> ...` and, for a load, its file. Throws UsageError; nothing has been opened by then. */
export function readAction([action = '', ...args]: string[]): (context: MessagesActionContext) => Promise<void> {
  switch (action) {
    case 'load': {
      const [file, ...more] = args
      if (file === undefined || more.length > 0) throw new UsageError('Name the one file to load.')
      const rows = readRows(file)
      return (context) => load(rows, context)
    }
    case 'list':
      if (args.length > 0) throw new UsageError('messages list takes nothing more.')
      return list
    default:
      throw new UsageError('Say what to do: messages load <file.json> | list.')
  }
}

async function load(rows: readonly MessageRow[], { db, say, now }: MessagesActionContext): Promise<void> {
  const report = await db
    .transaction()
    .execute((tx) => storeMessages(tx, rows, now()))
    .catch(refuse)
  for (const done of ['added', 'changed', 'removed'] as const)
    if (report[done].length > 0) say(`${done} ${report[done].length}: ${report[done].join(', ')}`)
  say(`unchanged ${report.unchanged}`)
}

function readRows(file: string): MessageRow[] {
  try {
    // Paths are meant from where the person is; npm itself moves to the project's folder.
    return parseMessages(readJsonFile(path.resolve(process.env.INIT_CWD ?? '.', file)))
  } catch (error) {
    return refuse(error)
  }
}

/** Says what is wrong with a file as the person's mistake, not the hub's. */
function refuse(error: unknown): never {
  if (!(error instanceof ViewModelFileError)) throw error
  const problems = error.problems.map((line) => `  ${line}`)
  throw new UsageError(['The file cannot be loaded, and nothing was changed:', ...problems].join('\n'))
}

async function list(context: MessagesActionContext): Promise<void> {
  const { db, say, now } = context
  const rows = await listMessages(db)
  if (rows.length === 0) return say('No messages yet: npm run hub -- messages --help')
  for (const row of rows) {
    const { key, locale, priority, members, views, dismissals, dismissed_by } = row
    say(`${key}${locale === 'all' ? '' : ` (${locale})`}  ${stateOf(row, now())}, priority ${priority}`)
    say(`  shown ${views} times to ${members} members, dismissed ${dismissals} times by ${dismissed_by}`)
  }
}

function stateOf({ model, starts_at: startsAt, ends_at: endsAt }: MessageCountsRow, now: Date): string {
  if (readMessage(model) === null) return 'broken: Invalid model for shui-messages'
  if (isCurrent({ startsAt, endsAt }, now)) return endsAt ? `until ${endsAt.toISOString()}` : 'now'
  return endsAt && endsAt <= now ? `ended ${endsAt.toISOString()}` : `from ${startsAt!.toISOString()}`
}
