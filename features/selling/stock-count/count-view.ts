import { paths } from '#web/paths.ts'
import type { Texts } from '#texts/texts.ts'
import { readKept } from './sent-counts.ts'
import type { CountedItem, CountRow } from './stock-counts-db.server.ts'
import type { TakenChange } from './take-counts-db.server.ts'

export type CountedModel = ReturnType<typeof countedModel>

export interface UnknownCode {
  code: string
  /** Null if the line could not be read. */
  counted: number | null
}

/** What all SKUs of a count come to. */
export type CountSums = ReturnType<typeof countSums>

/** The hub's answer to what a device sent. */
export interface CountAnswer {
  results: readonly { id: string; outcome: TakenChange['outcome']; isAgain: boolean; numbers: readonly string[] }[]
  /** Those that changed. */
  rows: readonly CountedModel[]
  /** Null if the count is gone. */
  sums: CountSums | null
}

export function countedModel(
  { title, variation, expected, counted, state, found, ...item }: CountedItem,
  texts: Texts,
) {
  return {
    number: item.stock_number,
    sku: item.sku,
    href: paths.stockItem(item.stock_number),
    title: variation === null ? title : `${title} (${variation})`,
    bin: item.bin ?? '',
    expected,
    counted,
    isDone: state === 'DONE',
    note: state === 'OPEN' ? '' : texts.t(`inventory.count.state.${state}`, { n: found ?? 0 }),
  }
}

export const countSums = ({ rows, differing, unknown_codes: kept }: CountRow) => ({
  rows,
  differing,
  unknown: kept
    .map(readKept)
    .filter(({ item }) => item === null)
    .map(({ code, counted }) => ({ code, counted })),
})
