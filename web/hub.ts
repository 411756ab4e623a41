import type { Logger } from 'pino'
import type { Database } from '#db/client.ts'
import type { Locale } from '#texts/texts.ts'
import type { MemberTurns } from './member-turns.ts'

/**
 * What the process offers every request: made once at start by `server/hub.ts` and handed in, so that no module keeps
 * state. `web` knows no feature: one that offers a service of the process adds it here, beside the code that makes it
 * (`declare module '#web/hub.ts'`).
 */
export interface Hub {
  config: HubConfig
  db: Database
  log: Logger
  turns: MemberTurns
  /** Milliseconds in which the messages and counts around a page must be there; journeys take longer ones, for a busy machine. */
  sideTimeoutMs: number
  /** Key of all signatures of the hub; never shown or logged. */
  secret: string
  /** The time; tests pass their own. */
  now: () => Date
}

/** What pages may know of the configuration (`server/config.ts`); features add what is theirs in the same way. */
export interface HubConfig {
  /** Where browsers reach the hub, without a slash at its end. */
  publicUrl: string
  /** Where neither member nor browser says. */
  defaultLocale: Locale
  /** The store link of sellers who have none of their own; `{seller}` stands for the user name. */
  storeUrl: string | null
  brand: Brand
  /** Page views and site speed: whether at all, whether with the member's id, and for how many days. */
  tracking: { on: boolean; members: boolean; days: number; cookieDays: number }
}

/** The marketplace's face: `docs/configuration.md`. */
export interface Brand {
  name: string
  logoUrl: string | null
  /** A CSS colour; null is the hub's own. */
  accent: string | null
  accentDark: string | null
  supportEmail: string | null
}
