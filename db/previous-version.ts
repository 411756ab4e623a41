import { readFile } from 'node:fs/promises'
import pg, { type ClientBase } from 'pg'

/** The version of the hub that goes on serving while and after this one migrates (decision 87). */
export interface PreviousVersion {
  version: string
  /** Its commit, which `server/rolling.process.test.ts` starts. */
  commit: string
  lastMigration: string
}

interface OwnVersion {
  version: string
  migrations: readonly string[]
}

export async function readPreviousVersion(): Promise<PreviousVersion> {
  return JSON.parse(await readFile(new URL('previous-version.json', import.meta.url), 'utf8')) as PreviousVersion
}

const usableFrom = ({ version, lastMigration }: Pick<PreviousVersion, 'version' | 'lastMigration'>) =>
  `Usable by Seller Hub ${version} with ${lastMigration}, and later`

/** Records in the schema the oldest version that can use it: as a comment, which backups leave out. */
export async function recordUsableFrom(client: ClientBase, schema: string, oldest: PreviousVersion): Promise<void> {
  if ((await recordedComment(client, schema)) === usableFrom(oldest)) return
  await client.query(`comment on column migrations.name is ${pg.escapeLiteral(usableFrom(oldest))}`)
}

/** Whether a hub can use the schema of a later version, which has migrations or functions that the hub lacks. */
export async function isUsableBy(client: ClientBase, schema: string, own: OwnVersion): Promise<boolean> {
  const recorded = (await recordedComment(client, schema)) ?? ''
  const [, version, lastMigration] = /^Usable by Seller Hub (\S+) with (\S+), and later$/.exec(recorded) ?? []
  if (version === undefined || lastMigration === undefined) return false
  return own.migrations.includes(lastMigration) && own.version.localeCompare(version, 'en', { numeric: true }) >= 0
}

async function recordedComment(client: ClientBase, schema: string): Promise<string | null> {
  const { rows } = await client.query<{ comment: string | null }>(
    `select col_description(a.attrelid, a.attnum) as comment from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = to_regnamespace($1) and c.relname = 'migrations' and a.attname = 'name'`,
    [pg.escapeIdentifier(schema)],
  )
  return rows[0]?.comment ?? null
}
