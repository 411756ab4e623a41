import type { Texts } from '#texts/texts.ts'
import type { Permission } from './roles.ts'

/** Milliseconds without a look at it after which nobody watches work: its page was closed, or its process died. */
export const unwatchedAfterMs = 10_000

/** A notice to a shop about work that ended while nobody was watching. */
export interface ShopNotice {
  /** Identifies it: told once. */
  key: string
  sellerId: number
  /** Told to members who have it. */
  access: Permission
  words: (texts: Texts) => { title: string; content: readonly string[]; link: { text: string; href: string } }
  /** Until when it is listed. */
  endsAt: Date
}
