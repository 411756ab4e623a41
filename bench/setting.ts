import { openDatabase, type Database } from '#db/client.ts'
import { createSignInLink } from '#features/people/accounts/sign-in-links.server.ts'
import { startHub, type HubProcess } from './hub-process.ts'
import { measuredMember, readKnown, type Known } from './known.ts'
import type { Options } from './options.ts'
import type { Table } from './table.ts'
import { createVisitor, type Visitor } from './visitor.ts'

export interface Setting {
  options: Options
  databaseUrl: string
  db: Database
  known: Known
  hub: HubProcess
  say: (line: string) => void
  /** Signs a member in, by default the largest seller's owner; null stays signed out. */
  visit(options?: { email?: string | null; connections?: number }): Promise<Visitor>
  /** A one-time link that signs a member in, by default the largest seller's owner. */
  signInLink(email?: string): Promise<string>
}

export type RunSuite = (setting: Setting) => Promise<Table[]>

export async function withSetting<T>(
  { options, databaseUrl, say }: Pick<Setting, 'options' | 'databaseUrl' | 'say'>,
  work: (setting: Setting) => Promise<T>,
): Promise<T> {
  const db = openDatabase({ url: databaseUrl, poolSize: 12 })
  const hub = await startHub({ DATABASE_URL: databaseUrl, DATA_DIR: options.dataDir })
  try {
    return await work({
      options,
      databaseUrl,
      db,
      known: await readKnown(db, new Date()),
      hub,
      say,
      visit: visitsTo(hub, db),
      signInLink: (email = measuredMember.email) => linkFor(hub, db, email),
    })
  } finally {
    await hub.stop()
    await db.close()
  }
}

/** Signs members in at a hub, by default the largest seller's owner; null stays signed out. */
export function visitsTo(hub: HubProcess, db: Database): Setting['visit'] {
  return async ({ email = measuredMember.email, connections } = {}) =>
    createVisitor({ url: hub.url, link: email === null ? null : await linkFor(hub, db, email), connections })
}

const linkFor = (hub: HubProcess, db: Database, email: string) =>
  createSignInLink({ config: { publicUrl: hub.url }, db, now: () => new Date() }, email)
