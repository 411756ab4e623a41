import type { UploadKind } from '#web/upload-kinds.ts'

/** What speaks for a file being about something. */
export interface Fit {
  kind: UploadKind
  /** Meanings of its columns, if it is about that. */
  means: readonly string[]
  /** Headers of these columns. */
  names: readonly string[]
  /** CHOSEN: the seller chose the meaning of these headers before. KNOWN: a program or a word that is of this kind alone. */
  by: 'CHOSEN' | 'KNOWN' | 'COLUMNS'
  /** Whether it has tracking numbers of the shop's own orders. */
  isOfOwnOrders: boolean
}

export interface Ranked {
  /** Most likely first. */
  fits: readonly Fit[]
  /** Whether the first one needs no question. */
  isSure: boolean
}

/** Orders what a file may be about, most likely first. */
export function rankFits(found: readonly Fit[]): Ranked {
  const fits = found.toSorted((a, b) => placeOf(a, found) - placeOf(b, found))
  const [first, ...others] = fits
  return { fits, isSure: first !== undefined && !isOpen(first, others) }
}

/** The more likely, the lower. */
function placeOf({ kind, by, isOfOwnOrders, means }: Fit, all: readonly Fit[]): number {
  if (by === 'CHOSEN') return 0
  const isKnown = by === 'KNOWN'
  switch (kind) {
    case 'tracking':
      return isOfOwnOrders ? 1 : 5
    case 'orders':
      return isKnown ? 2 : 4
    case 'report':
      return isKnown ? 3 : 10
    case 'listings':
      // A price list often says what its goods cost.
      return isKnown ? 6 : means.includes('price') || means.includes('title') ? 8 : 9.5
    case 'costs':
      return 9
    case 'count':
      return isKnown && !all.some((fit) => fit.kind === 'listings' && fit.by === 'KNOWN') ? 7 : 11
  }
}

/** Whether something else is about as likely. */
function isOpen({ kind, by, means }: Fit, others: readonly Fit[]): boolean {
  const also = (other: UploadKind) => others.find((fit) => fit.kind === other)
  if (by !== 'COLUMNS') return false
  if (kind === 'listings') return !!also('costs') || (!!also('count') && !means.includes('price'))
  return kind === 'costs' && also('listings')?.means.includes('quantity') === true
}
