import type { Texts } from '#texts/texts.ts'
import type { Permission } from './roles.ts'

/** Milliseconds without a poll after which work counts as unwatched: its page was closed or its process died. */
export const unwatchedAfterMs = 10_000

/** A notice to a shop about work that ended while nobody was watching. */
export interface ShopNotice {
  /** Identifies the notice, which is sent once. */
  key: string
  sellerId: number
  /** Permission of the members who receive it. */
  access: Permission
  words: (texts: Texts) => { title: string; content: readonly string[]; link: { text: string; href: string } }
  /** When it is removed from the list. */
  endsAt: Date
}
