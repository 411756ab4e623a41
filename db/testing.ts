import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from './client.ts'
import { connect } from './connection.ts'
import { minute } from '#lib/duration.ts'
import type { SchemaFacts } from './testing-sent-statements.ts'
import { afterTestFile } from './testing-cleanup.ts'
import { dividedDatabase } from './testing-divided.ts'
import { reportPlans } from './testing-plans.ts'
import { watchStatements } from './testing-statements.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL, owner URL, name of the migrated template, and the data folder of the run. */
    cluster: { superuserUrl: string; ownerUrl: string; template: string; dataDir: string }
    /** Facts of the template's schema, read once for all tests. */
    schemaFacts: SchemaFacts
    /** URL of the divided schema in which `npm run test:cluster` runs database tests. */
    dividedUrl?: string
  }
}

/** A test's own database. */
export interface TestDatabase extends Database {
  /** Connects as the tables' owner, as the hub does. */
  url: string
}

/**
 * A database for the calling test file, cloned from a template and dropped afterwards. Bound statements must fit a
 * cluster, unless `forgetsSeller`. With `reportsPlans` its sessions report every plan (`watchPlans`). On a cluster the
 * file gets the run's divided schema, emptied, unless it asks for a database `onOneServer`.
 */
export async function testDatabase(
  options: { poolSize?: number; template?: string; forgetsSeller?: true; reportsPlans?: true; onOneServer?: true } = {},
): Promise<TestDatabase> {
  const dividedUrl = inject('dividedUrl')
  if (dividedUrl !== undefined && !options.onOneServer) return dividedDatabase(dividedUrl, options.poolSize ?? 4)
  const { ownerUrl, template: migrated } = inject('cluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = options.template ?? migrated
  // In memory, copying files is many times faster than logging blocks.
  await asSuperuser(`create database ${name} template ${template} owner hub strategy file_copy`)
  const url = withDatabase(ownerUrl, name)
  if (options.reportsPlans) {
    for (const [setting, value] of Object.entries(reportPlans))
      await asSuperuser(`alter database ${name} set ${setting} = '${value}'`)
  }
  const database = openDatabase({ url, poolSize: options.poolSize ?? 4 })
  // Tests may request many connections at once, so they wait longer for one than a page does.
  database.pool.options.connectionTimeoutMillis = minute
  afterTestFile(async () => {
    await database.close()
    await asSuperuser(`drop database ${name} with (force)`)
  })
  if (!options.forgetsSeller) watchStatements(database, database.pool, { isHub: false })
  return { ...database, url }
}

/** A database without tables, for a program that is not the hub; dropped after the test file. Returns its URL. */
export async function emptyDatabase(): Promise<string> {
  const { ownerUrl } = inject('cluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asSuperuser(`create database ${name} owner hub`)
  afterTestFile(() => asSuperuser(`drop database ${name} with (force)`))
  return withDatabase(ownerUrl, name)
}

/** The name of a template database filled by `fill`, made once per test run. */
export async function testTemplate(name: string, fill: (database: Database) => Promise<unknown>): Promise<string> {
  const { ownerUrl, template } = inject('cluster')
  await withTestLock(name, async (client) => {
    const made = await client.query('select from pg_database where datname = $1 and datistemplate', [name])
    if (made.rowCount) return
    await client.query(`create database ${name} template ${template} owner hub strategy file_copy`)
    const database = openDatabase({ url: withDatabase(ownerUrl, name) })
    await fill(database)
    await database.close()
    await client.query(`alter database ${name} is_template true`)
  })
  return name
}

/** Runs `work` while no other process of the test run runs work of this name; `client` is a superuser's. */
export async function withTestLock(name: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await connect(inject('cluster').superuserUrl)
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    await work(client)
  } finally {
    await client.end()
  }
}

/** The connection URL with another database name. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** One connection per worker for creating and dropping databases: a new one costs as much as the database. */
let superuser: pg.Pool | undefined

function asSuperuser(statement: string): Promise<unknown> {
  superuser ??= new pg.Pool({ connectionString: inject('cluster').superuserUrl, max: 1, allowExitOnIdle: true }).on(
    'error',
    // It ends with the run's PostgreSQL.
    () => {},
  )
  return superuser.query(statement)
}
