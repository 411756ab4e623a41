import type { Preferences } from './preferences.ts'
import type { Role } from './roles.ts'

/** A member as pages know them. */
export interface Member {
  id: string
  name: string
  email: string
  isOperator: boolean
  twoFactorEnabled: boolean
  preferences: Preferences
  /** Whether the member chose the previous tool in place of the overview. */
  previousTool: boolean
}

/** A seller as the pages of a signed-in member know it. */
export interface Seller {
  id: number
  username: string
  displayName: string
  timeZone: string
  currency: string
  country: string
  feedbackScore: number
  storeUrl: string | null
  /** Since when the marketplace keeps all of the seller off offer; null where it does not. */
  suspendedAt: Date | null
}

/** Who is asking: a live session, its member, and the seller it works for now. */
export interface SignedIn {
  sessionId: string
  member: Member
  /** Null for an operator, or for a member whom no seller has (any more). */
  seller: (Seller & { role: Role }) | null
  /** All sellers the member may switch to. */
  sellers: { id: number; username: string; displayName: string; role: Role }[]
}
