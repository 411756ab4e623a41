import { createSlotQueue } from '#lib/slot-queue.ts'

/** Limits each member's concurrent work in this process, so that none blocks the others. */
export type MemberSlots = ReturnType<typeof createMemberSlots>

/** More than one page with its parts needs, and few enough that others always get some of the ten connections. */
const pagesAtOnce = 4
/** Enough for a member with many open windows. */
const pagesWaiting = 40

export function createMemberSlots() {
  return {
    /** Pages and changes, from first query to last byte. */
    pages: createSlotQueue({
      atOnce: Number.POSITIVE_INFINITY,
      waiting: Number.POSITIVE_INFINITY,
      each: { atOnce: pagesAtOnce, waiting: pagesWaiting },
    }),
    /** Forms with files, which are held in memory. */
    bigForms: createSlotQueue({ atOnce: 3, waiting: 20, each: { atOnce: 1, waiting: 2 } }),
  }
}
