import type { Logger } from 'pino'
import type { Database } from '#db/client.ts'
import type { Locale } from '#texts/texts.ts'
import type { MemberSlots } from './member-slots.ts'

/**
 * Services of the process, created at start by `server/hub.ts` and passed in, so that modules hold no state. `web`
 * knows no feature: features add their services here by declaration merging (`declare module '#web/hub.ts'`).
 */
export interface Hub {
  config: HubConfig
  db: Database
  log: Logger
  turns: MemberSlots
  /** Timeout in milliseconds for messages and counts around a page; journeys use longer ones. */
  sideTimeoutMs: number
  /** How long a page waits for its messages in milliseconds; those that arrive later are not shown on it. */
  messagesHeadStartMs: number
  /** Key of all signatures; never shown or logged. */
  secret: string
  now: () => Date
}

export interface HubConfig {
  /** Public URL without a trailing slash. */
  publicUrl: string
  /** If neither member nor browser chooses one. */
  defaultLocale: Locale
  /** Store link of sellers without their own; `{seller}` is the user name. */
  storeUrl: string | null
  brand: Brand
  /** The folder of the guides and their pictures. */
  guides: string
  /** Page views and site speed: enabled, with member ids, and days of retention. */
  tracking: { on: boolean; members: boolean; days: number; cookieDays: number }
  /** Sales and sellers that are shown to others only together. */
  researchBound: { sales: number; sellers: number }
}

/** Branding: see `docs/configuration.md`. */
export interface Brand {
  name: string
  logoUrl: string | null
  /** CSS colour; null for the default. */
  accent: string | null
  accentDark: string | null
  supportEmail: string | null
}
