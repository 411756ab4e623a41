import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { StatementSync } from 'node:sqlite'
import { outboxIn, outboxSchema, type Outbox, type OutboxStore } from './outbox.ts'

/** Opens the outbox in a file, or in `:memory:`, and creates missing tables. */
export function openOutbox(file: string, now?: () => Date): Outbox {
  if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  // An import would fail on a Node without it, before that can be said.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma busy_timeout = 5000')
  for (const statement of outboxSchema) database.exec(statement)
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  const store: OutboxStore = {
    all: async (sql, ...values) => prepare(sql).all(...values),
    async runEach(sql, rows) {
      const statement = prepare(sql)
      database.exec('begin immediate')
      try {
        for (const values of rows) statement.run(...values)
        database.exec('commit')
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    close: async () => database.close(),
  }
  return outboxIn(store, now)
}
