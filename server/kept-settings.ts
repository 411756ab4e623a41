import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Config } from './config.ts'
import { StartError } from './failures.ts'

/**
 * Settings of the serving hub for commands, which often run without its environment. Stored in the database; of several
 * hubs, the last to start wins.
 */
export interface KeptSettings {
  publicUrl: string
  /** Fingerprint of the secret; does not reveal it. */
  secretMark: string
}

const names = { publicUrl: 'public_url', secretMark: 'secret_mark' } as const satisfies Record<
  keyof KeptSettings,
  string
>

/**
 * Stores the settings of a hub about to serve. Returns a warning if the last hub used another secret: a lost secret
 * breaks links and sessions much later.
 */
export async function storeSettings(
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
  return 'HUB_SECRET differs from the one last used with this database: everybody is signed out, and two-step and webhook secrets cannot be read. If this is a mistake, or another hub still uses the database, restart this hub with the old HUB_SECRET.'
}

/** The stored settings; empty if no hub has served from this database. */
export async function readKeptSettings(db: Kysely<Schema>): Promise<Partial<KeptSettings>> {
  const rows = await db
    .selectFrom('hub_settings')
    .select(['key', 'value'])
    .where('key', 'in', Object.values(names))
    .execute()
  const valueOf = (name: keyof KeptSettings) => rows.find(({ key }) => key === names[name])?.value
  return { publicUrl: valueOf('publicUrl'), secretMark: valueOf('secretMark') }
}

/** Fingerprint of a secret, to compare hubs and commands. */
export function secretFingerprint(secret: string): string {
  return createHmac('sha256', secret).update('which secret').digest('base64url')
}

/**
 * Ensures that the hub accepts what a command signs.
 * @throws StartError if the hub uses another secret
 */
export function requireSameSecret(secret: string, { secretMark }: Partial<KeptSettings>): void {
  if (secretMark !== undefined && secretMark !== secretFingerprint(secret))
    throw new StartError(
      'The hub on this database uses another secret: set HUB_SECRET for this command to the hub’s value.',
    )
}

/** The configuration of a command: its own environment, with the hub's public URL if none is set. */
export function withHubAddress(
  config: Config,
  env: Record<string, string | undefined>,
  kept: Partial<KeptSettings>,
): Config {
  const isConfigured = Boolean(env.PUBLIC_URL || env.PORT)
  return isConfigured || kept.publicUrl === undefined ? config : { ...config, publicUrl: kept.publicUrl }
}
