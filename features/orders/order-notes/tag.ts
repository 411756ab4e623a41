import { trimmed } from '#lib/trimmed.ts'

/** Rules for what a team writes about an order for itself: a private note, and tags (labels) of the seller's own. */
export const noteLimits = {
  /** Characters of a note. */
  note: 2000,
  /** Characters of a tag. */
  tag: 24,
  /** Tags of an order. */
  tags: 10,
  /** Tags of a seller: more stand in no list that anybody reads. */
  tagsOfSeller: 100,
} as const

/** What is wrong with a tag that was typed. */
export type TagProblem = 'empty' | 'long' | 'comma'

/** Reads a tag as it was typed: one line without spaces at its ends. A comma separates values in addresses. */
export function readTag(typed: string): { ok: true; tag: string } | { ok: false; problem: TagProblem } {
  const tag = trimmed(typed.normalize('NFC').replaceAll(/\s+/g, ' '))
  if (tag === '') return { ok: false, problem: 'empty' }
  if (tag.includes(',')) return { ok: false, problem: 'comma' }
  return [...tag].length > noteLimits.tag ? { ok: false, problem: 'long' } : { ok: true, tag }
}

const folded = (tag: string) => tag.toLowerCase()

/** The seller's own spelling of a tag, where it has it already: "gift" is "Gift". */
export function knownSpelling(tag: string, known: readonly string[]): string {
  return known.find((other) => folded(other) === folded(tag)) ?? tag
}

/** What is to become of some orders' tags. */
export interface TagWish {
  add: readonly string[]
  remove: readonly string[]
}

/** The tags of an order after a wish, sorted; null where there would be too many, and then none is changed. */
export function tagsAfter(before: readonly string[], { add, remove }: TagWish): string[] | null {
  const kept = before.filter((tag) => !remove.some((gone) => folded(gone) === folded(tag)))
  const added = add.filter(
    (tag, index) => add.indexOf(tag) === index && !kept.some((own) => folded(own) === folded(tag)),
  )
  const after = [...kept, ...added].toSorted()
  return after.length > noteLimits.tags ? null : after
}
