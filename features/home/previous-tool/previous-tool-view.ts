import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { pagesModel, type PagesModel } from '#features/machinery/file-runs/pages-model.ts'
import { readPageNumber } from '#lib/page-number.ts'
import { addMinor } from '#lib/exact-sums.ts'
import { paths, withSearch } from '#web/paths.ts'
import { dueWords, type StateWords } from '#features/orders/order-list/order-words.ts'
import type { DueBounds } from '#features/core/order/order.ts'
import type { Texts } from '#texts/texts.ts'
import type { ActiveListingRow, DaySales, Listed, ToShipRow } from './previous-tool-db.server.ts'
import { pageSize } from './previous-tool-size.ts'

export interface ToShipModel {
  number: string
  href: string
  due: StateWords | null
  buyer: string
  item: string
  units: string
  service: string
  /** Null if the reader may see no amounts. */
  total: string | null
  /** Idempotency key of the form's parcel. */
  parcelKey: string
}

export type PreviousToolModel = ReturnType<typeof previousToolModel>

interface PreviousToolData {
  shop: string
  mayShip: boolean
  /** Set if the reader may see no amounts. */
  hidesAmounts?: boolean
  done: string | null
  toShip: Listed<ToShipRow>
  listings: Listed<ActiveListingRow>
  sales: readonly DaySales[]
  bounds: DueBounds
  url: URL
  newParcelKey: () => string
}

type PageParameter = 'ship' | 'listings'

/** Formats the data. `texts` are in the shop's zone. */
export function previousToolModel(data: PreviousToolData, texts: Texts) {
  const { toShip, listings, sales, bounds, url, hidesAmounts } = data
  return {
    shop: data.shop,
    today: `${texts.moment(bounds.now, 'long')}, ${texts.zoneName(bounds.now)}`,
    mayShip: data.mayShip,
    toShip: {
      count: texts.number(toShip.total),
      rows: toShip.rows.map((row) => ({
        ...toShipModel(row, bounds, texts),
        ...(hidesAmounts ? { total: null } : {}),
        parcelKey: data.newParcelKey(),
      })),
      pages: pagesOf('ship', toShip, url, texts),
    },
    listings: {
      count: texts.number(listings.total),
      rows: listings.rows.map((row) => ({ ...listingModel(row, texts), ...(hidesAmounts ? { price: null } : {}) })),
      pages: pagesOf('listings', listings, url, texts),
    },
    // Null if the reader may see no amounts.
    sales: hidesAmounts
      ? null
      : {
          rows: sales.map((row) => salesModel(row, texts.moment(row.day, 'day'), texts)),
          totals: totalsOf(sales).map((row) => salesModel(row, texts.t('word.total'), texts)),
        },
    done: data.done,
  }
}

function toShipModel(row: ToShipRow, bounds: DueBounds, texts: Texts): Omit<ToShipModel, 'parcelKey'> {
  const more = row.line_count > 1 ? ` ${texts.t('orders.moreItems', { n: row.line_count - 1 })}` : ''
  return {
    number: row.order_number,
    href: paths.orderDetails(row.order_number),
    due: dueWords(row.ship_by, bounds, texts),
    buyer: shownBuyer(row.buyer_username, texts),
    item: `${row.title ?? texts.t('orders.noItem')}${more}`,
    units: texts.number(row.open_units),
    service: row.shipping_service ?? '',
    total: texts.money({ minor: row.total_minor, currency: row.currency }),
  }
}

function listingModel(row: ActiveListingRow, texts: Texts) {
  return {
    number: row.item_number,
    title: row.title,
    sku: row.sku ?? '',
    // Null if the reader may see no amounts.
    price: texts.money({ minor: row.price_minor, currency: row.currency }),
    available: texts.number(row.quantity_available),
    sold: texts.number(row.quantity_sold),
    ends: row.ends_at ? texts.moment(row.ends_at, 'dateTime') : texts.t('previous.listings.noEnd'),
  }
}

type Sum = Omit<DaySales, 'day'>

function salesModel(row: Sum, day: string, texts: Texts) {
  return {
    day,
    orders: texts.number(row.orders),
    units: texts.number(row.units),
    gross: texts.money({ minor: row.grossMinor, currency: row.currency }),
  }
}

/** One total per currency, most orders first. */
function totalsOf(sales: readonly DaySales[]): Sum[] {
  const byCurrency = Object.entries(Object.groupBy(sales, ({ currency }) => currency))
  return byCurrency
    .map(([currency, days = []]) => ({
      currency,
      orders: days.reduce((sum, day) => sum + day.orders, 0),
      units: days.reduce((sum, day) => sum + day.units, 0),
      grossMinor: days.reduce<number | bigint>((sum, day) => addMinor(sum, day.grossMinor), 0),
    }))
    .toSorted((a, b) => b.orders - a.orders)
}

function pagesOf(name: PageParameter, { total }: Listed<unknown>, url: URL, texts: Texts): PagesModel | null {
  const href = (to: number) => {
    const parameters = new URLSearchParams(url.search)
    parameters.delete('shipped')
    parameters.set(name, String(to))
    return `${withSearch(paths.overview, parameters)}#${name}`
  }
  const page = readPageNumber(url.searchParams.get(name))
  return pagesModel({ page, last: Math.max(1, Math.ceil(total / pageSize)), href }, texts)
}
