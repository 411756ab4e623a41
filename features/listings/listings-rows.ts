import { paths } from '#web/paths.ts'
import { makeCells, type CellMakers } from '#features/grid/grid-view.ts'
import { momentWords } from '#features/orders/order-words.ts'
import { formatGridQuery, shownColumns } from '#lib/grid-query.ts'
import type { GridCell, GridRow } from '#shui/grid/grid-model.ts'
import type { Texts } from '#texts/texts.ts'
import { typedValue, type EditColumn } from './listing-edit.ts'
import { stateWords, timeLeftWords } from '#features/listing/listing-words.ts'
import type { ListingRow } from './listings-db.server.ts'
import { listingHref } from './listings-query.ts'
import type { ListingsPageData } from './listings-view.ts'

/** The rows of a tab, with the cells of the columns that are shown. */
export function listingRows({ tab, list, query, definition, now, mayEdit }: ListingsPageData, texts: Texts): GridRow[] {
  const shown = new Set(shownColumns(query, definition))
  const from = `${tab}?${formatGridQuery(query, definition)}`
  return list.rows.map((row) => rowOf(row, { shown, from, now, texts, mayEdit }))
}

interface RowFor {
  shown: ReadonlySet<string>
  /** The list, as `listingHref` takes it. */
  from: string
  now: Date
  texts: Texts
  mayEdit: boolean
}

function rowOf(row: ListingRow, { shown, from, now, texts, mayEdit }: RowFor): GridRow {
  const state = stateWords(row, now, texts)
  const time = (at: Date | null): GridCell =>
    at && { kind: 'time', text: momentWords(at, now, texts), dateTime: at.toISOString() }
  const title = row.title || texts.t('listings.untitled')
  const price = texts.money({ minor: row.price_minor, currency: row.currency })
  const available = texts.number(row.quantity_available)
  const href = row.state === 'DRAFT' && mayEdit ? draftHref(row.item_number) : listingHref(row.item_number, from)
  const canEdit = mayEdit && row.state !== 'DRAFT' && row.state !== 'ENDED'
  const cells: CellMakers = {
    title: () => ({ kind: 'two-line', main: title, second: shown.has('sku') ? null : row.sku, image: row.image_url }),
    status: () => ({ kind: 'status', ...state }),
    sku: () => row.sku,
    price: () => (canEdit ? editCell(row, 'price', price) : { kind: 'money', text: price }),
    available: () => (canEdit ? editCell(row, 'available', available) : available),
    sold: () => texts.number(row.quantity_sold),
    views: () => texts.number(row.views_30d),
    watchers: () => texts.number(row.watchers),
    timeLeft: () => timeLeftWords(row.ends_at, now, texts),
    start: () => time(row.starts_at),
    end: () => time(row.ended_at ?? row.ends_at),
    created: () => time(row.created_at),
    lastSold: () => time(row.last_sold_at),
    condition: () => texts.t(`listings.condition.${row.condition}`),
    category: () => row.category,
    item: () => row.item_number,
    epid: () => row.epid,
  }
  return {
    key: row.item_number,
    href,
    title: texts.t('listings.row', { title, number: row.item_number }),
    cells: makeCells(cells, shown),
    urgent: state.tone === 'bad',
  }
}

/** A draft opens in its form. */
const draftHref = (itemNumber: string) => paths.listingForm({ mode: 'AddItem', draftId: itemNumber })

function editCell(row: ListingRow, column: EditColumn, text: string): GridCell {
  return { kind: 'edit', text, value: typedValue(column, row), version: row.version }
}
