import { createContext } from 'react-router'
import type { SignedIn } from './signed-in.ts'
import type { Texts } from '#texts/texts.ts'
import type { FailureLog } from './failure-log.ts'
import type { Hub } from './hub.ts'

/** Who asks, and how they read: known after the root middleware has run. */
export interface Visit {
  hub: Hub
  /** Names this request in the log and on error pages. */
  requestId: string
  /** For scripts of this answer, under the Content-Security-Policy. */
  nonce: string
  /** The asking machine's address; behind a proxy what it says, where the configuration trusts it. */
  clientIp: string
  /** Logs what went wrong with this request. */
  logFailure: FailureLog
  /** Does it once the answer has been sent, or its reader is gone. */
  whenAnswered: (work: () => void) => void
  signedIn: SignedIn | null
  texts: Texts
  /** Anti-forgery token for the forms of this session, or of this browser while nobody is signed in. */
  srt: string
  /** Names whom pages are for, see `kept-page.ts`; empty while nobody is signed in. */
  reader: string
  /** Whether a form was sent without script: the page that its action answers with says what became of it, whatever else has happened. */
  isAnswer: boolean
  /** Who asks by now: read anew where that was some time ago, and from then on the visit of this request. */
  again: () => Promise<Visit>
}

/** What the server knows of a request before the router runs. */
export interface Arrival extends Pick<
  Visit,
  'hub' | 'requestId' | 'nonce' | 'clientIp' | 'logFailure' | 'whenAnswered'
> {
  /** Takes a page that is there as a whole, past the router, whose answer then has no body: as one it would be a stream. Null gives it back. */
  takePage?: (page: Buffer<ArrayBuffer> | null) => void
}

/** The arrival, set by the server. */
export const arrivalContext = createContext<Arrival>()
/** The visit, set by the root middleware. */
export const visitContext = createContext<Visit>()
