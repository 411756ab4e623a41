import { momentWords } from '#features/orders/order-words.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { stateWords, timeLeftWords } from './listing-words.ts'
import type { ListingRow } from './listings-db.server.ts'

/** A listing's page. */
export interface ListingModel {
  title: string
  note: string
  status: { tone: StatusTone; text: string }
  facts: { label: string; value: string }[]
}

/** A listing in words. Texts are in the shop's zone. */
export function listingModel(row: ListingRow, now: Date, texts: Texts): ListingModel {
  const { t } = texts
  const { tone, text, second } = stateWords(row, now, texts)
  const time = (at: Date | null) => at && momentWords(at, now, texts)
  const isOver = row.state === 'ENDED'
  const facts: [label: string, value: string | null][] = [
    [t('listings.column.price'), texts.money({ minor: row.price_minor, currency: row.currency })],
    [t('listings.column.available'), texts.number(row.quantity_available)],
    [t('listings.column.sold'), texts.number(row.quantity_sold)],
    [t('listings.column.views.long'), texts.number(row.views_30d)],
    [t('listings.column.watchers'), texts.number(row.watchers)],
    [t('listings.column.lastSold'), time(row.last_sold_at)],
    [t('listings.column.start'), time(row.starts_at)],
    [t('listings.column.end'), time(row.ended_at ?? row.ends_at)],
    [t('listings.column.timeLeft'), isOver || row.state === 'DRAFT' ? null : timeLeftWords(row.ends_at, now, texts)],
    [t('listings.filter.format'), t(`listings.format.${row.format}`)],
    [t('listings.column.condition'), t(`listings.condition.${row.condition}`)],
    [t('listings.column.category'), row.category || null],
    [t('listings.column.sku'), row.sku],
    [t('listings.column.item'), row.item_number],
    [t('listings.column.epid'), row.epid],
    [t('listings.export.gtin'), row.gtin],
  ]
  return {
    title: row.title || t('listings.untitled'),
    note: t('common.zone', { zone: texts.zoneName(now) }),
    status: { tone, text: second ? `${text}, ${second}` : text },
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
  }
}
