import { trimmed } from '#lib/trimmed.ts'

export const noteLimits = {
  /** Characters of a note. */
  note: 2000,
  /** Characters of a tag. */
  tag: 24,
  tags: 10,
  /** Tags per seller; longer lists are not usable. */
  tagsOfSeller: 100,
} as const

export type TagProblem = 'empty' | 'long' | 'comma'

/** Parses a tag: one trimmed line. No commas, which separate values in URLs. */
export function readTag(typed: string): { ok: true; tag: string } | { ok: false; problem: TagProblem } {
  const tag = trimmed(typed.normalize('NFC').replaceAll(/\s+/g, ' '))
  if (tag === '') return { ok: false, problem: 'empty' }
  if (tag.includes(',')) return { ok: false, problem: 'comma' }
  return [...tag].length > noteLimits.tag ? { ok: false, problem: 'long' } : { ok: true, tag }
}

const folded = (tag: string) => tag.toLowerCase()

/** Returns the existing spelling of a tag: "gift" becomes "Gift". */
export function knownSpelling(tag: string, known: readonly string[]): string {
  return known.find((other) => folded(other) === folded(tag)) ?? tag
}

export interface TagRequest {
  add: readonly string[]
  remove: readonly string[]
}

/** Tags of an order after the change, sorted; null if there would be too many. */
export function tagsAfter(before: readonly string[], { add, remove }: TagRequest): string[] | null {
  const kept = before.filter((tag) => !remove.some((gone) => folded(gone) === folded(tag)))
  const added = add.filter(
    (tag, index) => add.indexOf(tag) === index && !kept.some((own) => folded(own) === folded(tag)),
  )
  const after = [...kept, ...added].toSorted()
  return after.length > noteLimits.tags ? null : after
}
