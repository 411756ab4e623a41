/** Fired on `window` when a form was rejected for a reason other than its fields. */
export const unsentEvent = 'hub:unsent'

/** Why a form was rejected; texts are in `unsent.*` and `error.*`. */
export type UnsentReason =
  | 'signedOut'
  | 'forbidden'
  | 'otherReader'
  | 'token'
  | 'origin'
  | 'tooLarge'
  | 'tooMany'
  | 'lost'
  | 'offline'

export interface UnsentDetail {
  reason: UnsentReason
  /** The hub's own address, if the form must come from there. */
  address?: string | undefined
}

declare global {
  interface WindowEventMap {
    [unsentEvent]: CustomEvent<UnsentDetail>
  }
}
