import { createContext, type LoaderFunctionArgs } from '#web/router/router.ts'
import type { SignedIn } from './signed-in.ts'
import type { Texts } from '#texts/texts.ts'
import type { FailureLog } from './failure-log.ts'
import type { Hub } from './hub.ts'
import type { RefusalBody } from './refusals.ts'

export interface Visit {
  hub: Hub
  /** Request id in logs and on error pages. */
  requestId: string
  /** CSP nonce for scripts of this response. */
  nonce: string
  /** Client IP address; taken from proxy headers only if the configuration trusts them. */
  clientIp: string
  logFailure: FailureLog
  /** Runs a callback after the response is sent or the client disconnects. */
  whenAnswered: (work: () => void) => void
  signedIn: SignedIn | null
  texts: Texts
  /** Anti-forgery token of the session, or of the browser if signed out. */
  srt: string
  /** Identifies the reader of cached pages (`restored-page.ts`); empty if signed out. */
  reader: string
  /** Whether the page answers a form sent without script: it must show the result even if the state changed. */
  isAnswer: boolean
  /** Reads the session again if it is older than `holdsFor`, and replaces the visit of this request. */
  again: () => Promise<Visit>
}

export interface VisitArgs extends Visit {
  request: Request
  url: URL
  params: LoaderFunctionArgs['params']
}

/** What the server knows before the router runs. */
export interface Arrival extends Pick<
  Visit,
  'hub' | 'requestId' | 'nonce' | 'clientIp' | 'logFailure' | 'whenAnswered'
> {
  /**
   * Receives a complete page directly, bypassing the router's stream; the router's response then has no body. Null
   * reverts this.
   */
  takePage?: (page: Buffer<ArrayBuffer> | null) => void
}

/** Set by the server. */
export const arrivalContext = createContext<Arrival>()
/** Set by the root middleware. */
export const visitContext = createContext<Visit>()
/** Why a loader or action refused the request; set by the guard. */
export const refusalContext = createContext<RefusalBody | null>(null)
