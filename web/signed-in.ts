import type { LocalDate } from '#lib/zoned-time.ts'
import { paths } from './paths.ts'
import type { Preferences } from './preferences.ts'
import type { Role } from './roles.ts'

export interface Member {
  id: string
  name: string
  email: string
  isOperator: boolean
  twoFactorEnabled: boolean
  preferences: Preferences
  /** Whether the member prefers the previous tool to the overview. */
  previousTool: boolean
}

export interface Seller {
  id: number
  username: string
  displayName: string
  timeZone: string
  currency: string
  country: string
  feedbackScore: number
  storeUrl: string | null
  /** As last evaluated; null if never. */
  level: 'TOP_RATED' | 'ABOVE_STANDARD' | 'BELOW_STANDARD' | null
  registeredAt: Date
  /** Since when the marketplace has suspended the seller; null if it has not. */
  suspendedAt: Date | null
  timeAway: { from: LocalDate; to: LocalDate; listings: 'STAY' | 'PAUSE' } | null
}

export interface SignedIn {
  sessionId: string
  member: Member
  /** Null for operators and members without a seller. */
  seller: (Seller & { role: Role }) | null
  sellers: { id: number; username: string; displayName: string; role: Role }[]
}

/** Whether an address shows this member the previous tool: a plain page without frame and script. */
export function showsPreviousTool({ seller, member }: SignedIn, pathname: string): boolean {
  return seller !== null && member.previousTool && pathname === paths.overview
}
