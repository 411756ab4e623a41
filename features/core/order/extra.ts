import type { Texts } from '#texts/texts.ts'
import { addedMinor as taxesMinor, type LineTax } from './line-tax.ts'

export const extraKinds = ['GIFT_WRAP', 'TIP', 'SURCHARGE', 'FEE', 'ADJUSTMENT', 'OTHER'] as const
type ExtraKind = (typeof extraKinds)[number]

/** An amount of an order that is no item: it has no units, no stock and no place in a parcel. */
export interface OrderExtra {
  kind: ExtraKind
  /** As the shop calls it: "Gift wrap, red". */
  title: string
  /** In minor units of the order's currency. Below zero, it reduces what the order costs. */
  minor: number
  taxes: readonly LineTax[]
}

/** Sums of an order's extras, none below zero. */
interface ExtraSums {
  addedMinor: number
  reducedMinor: number
  /** Reductions that exceed the additions, included in the lines' discounts. */
  fromLinesMinor: number
  /** Tax that is added for them. */
  taxMinor: number
}

/** Sums extras. Reductions lower other extras first, and then the lines, so that nothing costs less than zero. */
export function sumExtras(extras: readonly OrderExtra[] | null): ExtraSums {
  const minors = (extras ?? []).map(({ minor }) => minor)
  const addedMinor = minors.reduce((sum, minor) => sum + Math.max(0, minor), 0)
  const reducedMinor = minors.reduce((sum, minor) => sum + Math.max(0, -minor), 0)
  return {
    addedMinor,
    reducedMinor,
    fromLinesMinor: Math.max(0, reducedMinor - addedMinor),
    taxMinor: (extras ?? []).reduce((sum, { taxes }) => sum + taxesMinor(taxes), 0),
  }
}

/** Extras that were paid for, with their tax: what can be refunded of them. */
export function paidExtras(extras: readonly OrderExtra[] | null): number {
  const { addedMinor, reducedMinor, taxMinor } = sumExtras(extras)
  return Math.max(0, addedMinor - reducedMinor) + taxMinor
}

/** Names of paid extras: "Gift wrap and Tip". */
export const extraTitles = (extras: readonly OrderExtra[] | null, texts: Pick<Texts, 'list'>): string =>
  texts.list((extras ?? []).filter(({ minor }) => minor > 0).map(({ title }) => title))

/** The shop's name of the gift wrap that the packer uses. */
export const giftWraps = (extras: readonly OrderExtra[] | null): string[] =>
  (extras ?? []).filter(({ kind }) => kind === 'GIFT_WRAP').map(({ title }) => title)
