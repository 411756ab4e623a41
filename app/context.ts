import type { Logger } from 'pino'
import { createContext } from 'react-router'
import type { Auth } from '#features/accounts/auth.server.ts'
import type { Mailer } from '#features/accounts/mailer.server.ts'
import type { SignedIn } from '#features/accounts/signed-in.ts'
import type { PictureService } from '#features/listing-pictures/picture-service.server.ts'
import type { ExportSlots } from '#features/grid/export-slots.ts'
import type { Database } from '#db/client.ts'
import type { Config } from '#server/config.ts'
import type { Texts } from '#texts/texts.ts'

/** Everything a request may need of the process, made once at start by `server/hub.ts` and handed in: no module keeps state. */
export interface Hub {
  config: Config
  db: Database
  auth: Auth
  mailer: Mailer
  pictures: PictureService
  exports: ExportSlots
  log: Logger
  /** Key of all signatures of the hub; never shown or logged. */
  secret: string
  /** The time; tests pass their own. */
  now: () => Date
}

/** Who asks, and how they read: known after the root middleware has run. */
export interface Visit {
  hub: Hub
  /** Names this request in the log and on error pages. */
  requestId: string
  /** For scripts of this answer, under the Content-Security-Policy. */
  nonce: string
  /** The asking machine's address; behind a proxy what it says, where the configuration trusts it. */
  clientIp: string
  signedIn: SignedIn | null
  texts: Texts
  /** Anti-forgery token for the forms of this session, or of this browser while nobody is signed in. */
  srt: string
  /** Names whom pages are for, see `kept-page.ts`; empty while nobody is signed in. */
  reader: string
}

/** What the server knows of a request before the router runs. */
export type Arrival = Pick<Visit, 'hub' | 'requestId' | 'nonce' | 'clientIp'>

/** The arrival, set by the server. */
export const arrivalContext = createContext<Arrival>()
/** The visit, set by the root middleware. */
export const visitContext = createContext<Visit>()
