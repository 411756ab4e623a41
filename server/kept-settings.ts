import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Config } from './config.ts'
import { StartError } from './failures.ts'

/**
 * What the hub that serves was started with, as far as commands need it: they are often run without its environment. It
 * is kept in the database, which both of them know; of several hubs the last to start is asked.
 */
export interface KeptSettings {
  publicUrl: string
  /** Tells secrets apart without telling them. */
  secretMark: string
}

const names = { publicUrl: 'public_url', secretMark: 'secret_mark' } as const satisfies Record<
  keyof KeptSettings,
  string
>

/**
 * Keeps the settings of a hub that is about to serve. Returns what to tell whoever started it, where the last one signed with
 * another secret: it may have been forgotten, and what it breaks is seen later and elsewhere.
 */
export async function keepSettings(
  db: Kysely<Schema>,
  { publicUrl, secretMark }: KeptSettings,
): Promise<string | null> {
  const before = await readKeptSettings(db)
  await db
    .insertInto('hub_settings')
    .values([
      { key: names.publicUrl, value: publicUrl },
      { key: names.secretMark, value: secretMark },
    ])
    .onConflict((conflict) => conflict.column('key').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })))
    .execute()
  if (before.secretMark === undefined || before.secretMark === secretMark) return null
  return 'The hub that served from this database before had another HUB_SECRET: everybody is signed out, and neither second steps nor secrets of webhooks can be read. If that is not meant, or that hub still serves, start this one again with the same.'
}

/** The settings that were kept; nothing where no hub has served from this database yet. */
export async function readKeptSettings(db: Kysely<Schema>): Promise<Partial<KeptSettings>> {
  const rows = await db
    .selectFrom('hub_settings')
    .select(['key', 'value'])
    .where('key', 'in', Object.values(names))
    .execute()
  const valueOf = (name: keyof KeptSettings) => rows.find(({ key }) => key === names[name])?.value
  return { publicUrl: valueOf('publicUrl'), secretMark: valueOf('secretMark') }
}

/** What two hubs, or a hub and a command, have in common if they sign alike. */
export function markOf(secret: string): string {
  return createHmac('sha256', secret).update('which secret').digest('base64url')
}

/**
 * What a command signs must hold in the hub.
 *
 * @throws StartError where the hub signs with another secret.
 */
export function requireSameSecret(secret: string, { secretMark }: Partial<KeptSettings>): void {
  if (secretMark !== undefined && secretMark !== markOf(secret))
    throw new StartError(
      'The hub on this database signs with another secret: give this command the HUB_SECRET that the hub has.',
    )
}

/**
 * The configuration of a command: the environment's own, and where it does not say under which address browsers reach the
 * hub, the address that the hub has.
 */
export function asTheHub(config: Config, env: Record<string, string | undefined>, kept: Partial<KeptSettings>): Config {
  const isSaid = Boolean(env.PUBLIC_URL || env.PORT)
  return isSaid || kept.publicUrl === undefined ? config : { ...config, publicUrl: kept.publicUrl }
}
