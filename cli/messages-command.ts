import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { isCurrent } from '#features/home/messages/message.ts'
import { listMessages, storeMessages, type MessageCountsRow } from '#features/home/messages/store-messages-db.server.ts'
import { parseMessages, type MessageRow } from '#features/home/messages/messages-file.ts'
import { FileProblem, InvalidFileError } from '#lib/file-problem.ts'
import { readJsonFile } from '#lib/json-file.ts'
import { readMessage } from '#shui/message/read-message.ts'
import { resolveFromCaller, readAction, readArguments, UsageError } from './arguments.ts'
import type { Command } from './command.ts'

export interface MessagesActionContext {
  db: Kysely<Schema>
  say: (line: string) => void
  now: () => Date
}

export const messagesCommand: Command = {
  name: 'messages',
  summary: 'load and list the marketplace’s messages to members',
  help: `npm run hub -- messages <action>

  load <file.json> [--replace]
      Adds the messages of the file, and updates existing ones with the same key, in one transaction. If the file has
      an error, nothing is changed; each error is reported with its path, such as messages[2].model.config.maxViews.
      Loading the same file again changes nothing. What members have seen and closed is kept, also if a message is
      removed and added again.
      --replace   removes messages that are not in the file. Members keep messages already shown to them in their
                  message centre for 90 days.
  list
      Lists all messages by priority: how often they were shown and dismissed, and to how many members.

docs/operations.md describes the file; docs/examples/messages.json is an example.

npm run hub -- messages load docs/examples/messages.json`,
  async run(args, { openDatabase, say, now }) {
    const action = readMessagesAction(args)
    const { db } = await openDatabase()
    await action({ db: db.owner, say, now })
  },
}

/** Parses `messages <action> ...` and reads its file. Throws UsageError before anything is opened. */
export function readMessagesAction(args: string[]): (context: MessagesActionContext) => Promise<void> {
  const { action, rest } = readAction('messages', args, ['load', 'list'])
  if (action === 'list') {
    readArguments(rest, { options: {}, takes: [] })
    return list
  }
  const { values, given } = readArguments(rest, {
    options: { replace: { type: 'boolean', default: false } },
    takes: ['the file to load'],
  })
  const rows = readRows(resolveFromCaller(given[0]))
  return (context) => load(rows, values, context)
}

async function load(
  rows: readonly MessageRow[],
  { replace }: { replace: boolean },
  { db, say, now }: MessagesActionContext,
): Promise<void> {
  const report = await db
    .transaction()
    .execute((tx) => storeMessages(tx, rows, { now: now(), replace }))
    .catch(refuse)
  for (const done of ['added', 'changed', 'removed'] as const)
    if (report[done].length > 0) say(`${done} ${report[done].length}: ${report[done].join(', ')}`)
  say(`unchanged ${report.unchanged}`)
  if (report.others > 0) say(`${report.others} not in the file are kept; use --replace to remove them`)
}

function readRows(file: string): MessageRow[] {
  try {
    return parseMessages(readJsonFile(file))
  } catch (error) {
    return refuse(error)
  }
}

/** Reports an invalid file as a usage error. */
function refuse(error: unknown): never {
  throw new UsageError(
    ['The file cannot be loaded, and nothing was changed:', ...problemsOf(error).map((line) => `  ${line}`)].join('\n'),
  )
}

function problemsOf(error: unknown): string[] {
  if (error instanceof FileProblem) return [error.message]
  if (error instanceof InvalidFileError) return error.problems
  throw error
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
  if (endsAt && endsAt <= now) return `ended ${endsAt.toISOString()}`
  return startsAt ? `from ${startsAt.toISOString()}` : 'now'
}
