import { createTurns, type Turns } from '#lib/turns.ts'

/** What each member may have at work at once in this process (throttling), so that no one of them holds up the others. */
export interface MemberTurns {
  /** Pages and changes, from their first query to the last byte of the answer. */
  pages: Turns
  /** Forms that may bring files: they are in memory while they are worked on. */
  bigForms: Turns
}

/** More than a page with all its parts needs; of the ten connections to the database others always have some. */
const pagesAtOnce = 4
/** What a member with many open windows asks for at once. */
const pagesWaiting = 40

/** Makes the turns; nobody has one yet. */
export function createMemberTurns(): MemberTurns {
  return {
    pages: createTurns({
      atOnce: Number.POSITIVE_INFINITY,
      waiting: Number.POSITIVE_INFINITY,
      each: { atOnce: pagesAtOnce, waiting: pagesWaiting },
    }),
    bigForms: createTurns({ atOnce: 3, waiting: 20, each: { atOnce: 1, waiting: 2 } }),
  }
}
