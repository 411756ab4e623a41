import type { Erasure, FoundBuyer } from '#features/operator/erasure/erasures-db.server.ts'
import type { OpenOrder } from '#features/operator/erasure/open-orders-db.server.ts'
import type { Texts } from '#texts/texts.ts'

export function foundBuyerModels(found: readonly FoundBuyer[], texts: Texts) {
  const { number, t } = texts
  return found.map((row) => ({
    key: `${row.sellerId} ${row.buyerId}`,
    seller: row.sellerName,
    cells: [
      row.username ?? row.externalId ?? '–',
      number(row.orders),
      number(row.addresses),
      number(row.messages),
      number(row.cases),
      row.open.length === 0 ? t('operator.erase.atOnce') : openWords(row.open, texts),
    ],
  }))
}

/** Erasure requests and their state, one row per seller. */
export function erasureModels(erasures: readonly Erasure[], texts: Texts) {
  const { moment, t } = texts
  return erasures.flatMap(({ key, requestedAt, requestedBy, sellers }) =>
    sellers.map(({ seller, sellerName, doneAt, open }) => ({
      key: `${key} ${seller}`,
      requested: moment(requestedAt, 'dateTime'),
      cells: [
        requestedBy,
        sellerName,
        doneAt
          ? t('operator.erase.done', { at: moment(doneAt, 'dateTime') })
          : t('operator.erase.waits', { for: openWords(open, texts) }),
      ],
    })),
  )
}

/** Maximum orders named in a sentence. */
const namedOrders = 3

function openWords(open: readonly OpenOrder[], { t }: Texts): string {
  const named = open.slice(0, namedOrders).map(({ number, because }) => t('operator.erase.open', { number, because }))
  const more = open.length - named.length
  return [...named, ...(more > 0 ? [t('operator.erase.more', { n: more })] : [])].join(', ')
}
