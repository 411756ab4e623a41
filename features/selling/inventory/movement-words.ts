import { parseStockCause, type StockCause } from '#features/core/listing/stock-cause.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { signedNumber } from './signed-number.ts'
import type { MovementRow } from './stock-movements-db.server.ts'

/** A movement as it is shown; `cause` links to what caused it. */
export type MovementModel = ReturnType<typeof movementModel>

/** Texts for a movement. `isVariation`: corrections name the variation, since the listing keeps those of all. */
export function movementModel(
  row: MovementRow,
  { now, texts, isVariation }: { now: Date; texts: Texts; isVariation: boolean },
) {
  const stored = parseStockCause(row.cause)
  return {
    when: momentWords(row.moved_at, now, texts),
    what: whatWords(row, stored, { texts, isVariation }),
    cause: causeLink(row, stored, texts),
    onHand: signed(row.on_hand_change, texts),
    reserved: signed(row.reserved_change, texts),
    // What was on hand then.
    stands: texts.number(row.on_hand),
  }
}

/** Nothing is shown where nothing changed. */
const signed = (change: number, texts: Texts) => (change === 0 ? '' : signedNumber(change, texts))

/** What happened, with the variation and the location that it names. */
const about = (words: string, names: readonly (string | null | undefined)[]) => {
  const known = names.filter((name) => name !== null && name !== undefined)
  return known.length === 0 ? words : `${words} (${known.join(', ')})`
}

const ofOrders = ['RESERVED', 'RELEASED', 'SHIPPED', 'TAKEN_BACK'] as const

function whatWords(
  { kind, order_number: order }: MovementRow,
  cause: StockCause | null,
  { texts: { t }, isVariation }: { texts: Texts; isVariation: boolean },
): string {
  const ofOrder = ofOrders.find((each) => each === kind)
  if (ofOrder && order !== null) return t(`inventory.moved.${ofOrder}`)
  if (!cause) return t('inventory.moved.edited')
  switch (cause.kind) {
    case 'CORRECTION': {
      const reason = t(`inventory.reason.${cause.reason}`)
      return about(t('inventory.moved.CORRECTION', { reason, by: cause.by }), [
        isVariation ? cause.sku : null,
        cause.at,
      ])
    }
    case 'COUNT':
    case 'PURCHASE':
      return about(t(`inventory.moved.${cause.kind}`, { by: cause.by }), [isVariation ? cause.sku : null, cause.at])
    case 'CANCELLATION':
    case 'REPLACEMENT':
    case 'RETURN':
    case 'BULK_EDIT':
    case 'UPLOAD':
    case 'OFFER':
    case 'API':
    case 'SHARED':
    case 'PARTS':
      return t(`inventory.moved.${cause.kind}`)
  }
}

function causeLink({ order_number: order, item_number: item }: MovementRow, cause: StockCause | null, { t }: Texts) {
  if (order !== null) return { text: order, href: paths.orderDetails(order) }
  if (!cause) return { text: item, href: paths.listing(item) }
  switch (cause.kind) {
    case 'CANCELLATION':
    case 'REPLACEMENT':
    case 'RETURN':
      return { text: cause.order, href: paths.orderDetails(cause.order) }
    case 'BULK_EDIT':
      return { text: t('inventory.cause.edit'), href: paths.bulkEdit(cause.edit) }
    case 'UPLOAD':
      return { text: t('inventory.cause.file'), href: paths.upload(cause.file) }
    case 'COUNT':
      return { text: t('inventory.cause.count'), href: paths.stockCount(cause.count) }
    case 'OFFER':
      return { text: t('inventory.cause.offer'), href: paths.offer(cause.offer) }
    case 'PURCHASE':
      return { text: cause.purchase, href: paths.purchase(cause.purchase) }
    case 'CORRECTION':
      return null
    case 'API':
    case 'SHARED':
    case 'PARTS':
      return { text: item, href: paths.listing(item) }
  }
}
