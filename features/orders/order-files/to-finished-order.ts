import type { FinishedLine, FinishedOrder } from '#features/orders/order-intake/finished-order.ts'
import type { OrderHistory } from '#features/orders/order-intake/history-order.ts'
import { unknownCarrier } from '#features/orders/order-intake/plan-history.ts'
import type { PushedAddress } from '#features/orders/order-intake/pushed-order.ts'
import { countryOfThree } from '#lib/country-of-three.ts'
import { isCountry } from '#lib/is-country.ts'
import { isShortened } from '#lib/damaged-digits.ts'
import { isCurrency, countryCodes } from '#lib/iso-codes.ts'
import { maxTotalMinor } from '#lib/money.ts'
import { readAmounts, totalOf, type OrderAmounts, type ToldAmounts, type ToldParts } from './order-amounts.ts'
import type { ItemCells, OrderCells } from './order-cells.ts'
import type { OrderColumnKind } from './order-columns.ts'
import type { OrderReading } from './order-record.ts'
import { cancelledWords, isMarked, shippedWords } from './state-words.ts'

const [longestSku, mostUnits] = [50, 1_000_000]
const unknown = { text: '–', country: 'ZZ' }

/** Builds an order from a file's cells. Reports problems to `cells.refuse` and then returns null. */
export function toFinishedOrder(cells: OrderCells, { source, shipped }: OrderReading): FinishedOrder | null {
  const { text, refuse, currency } = cells
  if (!isCurrency(currency)) {
    refuse('currency', 'currency', currency)
    return null
  }
  const placedAt = cells.moment('placed')
  if (!placedAt && text('placed') === '') refuse('placed', 'placed')
  if (isEmpty(cells)) {
    refuse(null, 'empty')
    return null
  }
  const lines = linesOf(cells)
  const told = lines && toldOf(cells, lines)
  const amounts = told && amountsOf(cells, told)
  if (!placedAt || !lines || !amounts) return null
  const totalMinor = totalOf(told, amounts)
  if (totalMinor + amounts.discountMinor > maxTotalMinor) {
    refuse('price', 'amount', text('price'))
    return null
  }
  const delivery = deliveryOf(cells)
  const history = historyOf(cells, { placedAt, totalMinor, delivery, shipped })
  if (!history) return null
  const country = text('country') === '' ? unknown.country : readCountry(text('country'))
  const unusable = [
    ...(country === null ? [{ field: '/shipTo/country', value: text('country') }] : []),
    ...(isShortened(text('phone')) ? [{ field: '/shipTo/phone', value: text('phone') }] : []),
  ]
  const shipTo = delivery && !hasAddress(cells) ? null : shipToOf(cells, country ?? unknown.country)
  const username = /\(([^()]+)\)$/.exec(text('buyer'))?.[1] ?? text('buyer')
  return {
    id: cells.number,
    placedAt,
    buyer: {
      // Prefixed, since another marketplace's user names mean nothing here.
      id: username === '' ? null : `${source}:${username}`,
      username: null,
      name: text('buyerName') || (shipTo?.name ?? nameOf(cells)),
      email: text('email') || null,
    },
    ...(delivery ? { delivery } : {}),
    shipTo,
    currency,
    lines: lines.map(({ quantity, title, sku }, at) => ({
      quantity,
      title,
      sku,
      unitPriceMinor: amounts.unitPrices[at] ?? 0,
      discountMinor: amounts.lineDiscounts[at] ?? 0,
    })),
    discountMinor: amounts.discountMinor,
    shippingMinor: amounts.shippingMinor,
    taxMinor: amounts.taxMinor,
    shippingService: text('service') || null,
    buyerNote: text('note') || null,
    history,
    ...(unusable.length > 0 ? { unusable } : {}),
  }
}

type UnpricedLine = Pick<FinishedLine, 'quantity' | 'title' | 'sku'> & { priceMinor: number; cells: ItemCells }

/** As `2`, `2.0`, `2x`, `x 2` and `2 pcs`. */
const unitsWritten = /^(?:[x×] ?)?(\d{1,7})(?:[.,]0+)?(?: ?(?:[x×]|pcs?\.?|stk\.?|stück))?$/i

function linesOf({ items, refuse }: OrderCells): UnpricedLine[] | null {
  const lines = items.map((cells): UnpricedLine | null => {
    const [title, sku, written] = [
      cells.text('title').replaceAll(/\s+/g, ' '),
      cells.text('sku'),
      cells.text('quantity'),
    ]
    if (title === '') refuse('title', 'title')
    if (isShortened(sku)) refuse('sku', 'shortened', sku)
    const quantity = written === '' ? 1 : Number(unitsWritten.exec(written)?.[1] ?? 0)
    if (quantity < 1 || quantity > mostUnits) refuse('quantity', 'quantity', written)
    const priceMinor = cells.amount('price')
    if (priceMinor === null && cells.text('price') === '') refuse('price', 'amount')
    if (title === '' || isShortened(sku) || quantity < 1 || quantity > mostUnits || priceMinor === null) return null
    return { quantity, title, sku: sku !== '' && sku.length <= longestSku ? sku : null, priceMinor, cells }
  })
  const good = lines.filter((line) => line !== null)
  return good.length === lines.length && good.length > 0 ? good : null
}

/** Whether nothing of an order is left: Amazon writes cancelled ones without units and prices. */
const isEmpty = ({ items, text }: OrderCells) =>
  cancelledWords.test(text('fulfilment')) &&
  items.every((item) => /^0?$/.test(item.text('quantity')) && item.text('price') === '')

function toldOf({ head, amount }: OrderCells, lines: readonly UnpricedLine[]): ToldAmounts {
  const sumOf = (cells: ItemCells, kinds: readonly OrderColumnKind[]) => {
    const told = kinds.flatMap((kind) => cells.amount(kind) ?? [])
    return told.length === 0 ? null : told.reduce((sum, minor) => sum + minor, 0)
  }
  const partsOf = (cells: ItemCells): ToldParts => ({
    discountMinor: sumOf(cells, ['discount', 'shippingDiscount']),
    shippingMinor: sumOf(cells, ['shipping', 'giftWrap']),
    taxMinor: sumOf(cells, ['tax', 'shippingTax', 'giftWrapTax']),
  })
  return {
    lines: lines.map(({ quantity, priceMinor, cells }) => ({
      ...partsOf(cells),
      quantity,
      priceMinor,
      lineTotalMinor: cells.amount('lineTotal'),
      itemDiscountMinor: cells.amount('itemDiscount'),
    })),
    head: head && partsOf(head),
    totalMinor: amount('total'),
  }
}

function amountsOf({ form, currency, text, ask, refuse }: OrderCells, told: ToldAmounts): OrderAmounts | null {
  const read = readAmounts(told, form)
  if (read && 'amounts' in read) return read.amounts
  if (read) {
    ask({ currency, told, asks: read.asks })
    refuse('price', 'reading', text('price'))
  } else refuse('total', 'total', text('total'))
  return null
}

/** The order's outcome; null if it is still open, or if its refund exceeds its total. */
function historyOf(
  cells: OrderCells,
  {
    placedAt,
    totalMinor,
    delivery,
    shipped,
  }: Pick<OrderReading, 'shipped'> & { placedAt: Date; totalMinor: number; delivery: FinishedOrder['delivery'] },
): OrderHistory | null {
  const { text, moment, refuse, currency, number, saysShipped } = cells
  const marked = isMarked(text('shipped'))
  const [paidAt, cancelledAt] = [moment('paid'), moment('cancelled')]
  const shippedAt = marked === null ? moment('shipped') : null
  const refundedMinor = cells.amount('refunded') ?? 0
  if (refundedMinor > totalMinor) {
    refuse('refunded', 'refunded', text('refunded'))
    return null
  }
  const isCancelled =
    cancelledAt !== null || [text('payment'), text('fulfilment')].some((word) => cancelledWords.test(word))
  const isShipped =
    (!saysShipped && shipped === 'YES') ||
    marked === true ||
    shippedAt !== null ||
    shippedWords.test(text('fulfilment')) ||
    (delivery === 'DIGITAL' && paidAt !== null)
  const isRefunded = refundedMinor > 0 && refundedMinor === totalMinor
  if (!isCancelled && !isShipped && !isRefunded) {
    const status = text('fulfilment')
    refuse(status === '' ? null : 'fulfilment', saysShipped || shipped ? 'open' : 'shipped', status)
    return null
  }
  const sentAt = shippedAt && shippedAt < placedAt ? placedAt : shippedAt
  const trackingNumber = text('tracking') || null
  if (trackingNumber && isShortened(trackingNumber)) {
    refuse('tracking', 'shortened', trackingNumber)
    return null
  }
  const payment = {
    id: number,
    method: 'UNKNOWN',
    state: 'PAID',
    amountMinor: totalMinor,
    currency,
    paidAt: paidAt ?? placedAt,
  } as const
  return {
    status: isCancelled ? 'CANCELLED' : !isShipped ? 'REFUNDED' : delivery ? 'DELIVERED' : 'SHIPPED',
    shipBy: null,
    // A cancelled order counts as paid if it was refunded.
    payments: isCancelled && refundedMinor === 0 ? [] : [payment],
    parcels:
      isShipped && !isCancelled && !delivery && (sentAt || trackingNumber)
        ? [
            {
              carrier: unknownCarrier,
              service: text('service') || null,
              trackingNumber,
              shippedAt: sentAt,
              deliveredAt: null,
              contents: null,
            },
          ]
        : [],
    refunds:
      refundedMinor > 0
        ? [
            {
              reason: 'OTHER_ADJUSTMENT',
              amountMinor: refundedMinor,
              // Files have no time of a refund: use the latest known time.
              refundedAt: cancelledAt ?? sentAt ?? paidAt ?? placedAt,
              line: null,
            },
          ]
        : [],
    cancellations: isCancelled
      ? [{ initiator: 'MARKETPLACE', reason: 'OTHER', at: cancelledAt ?? placedAt, lines: null }]
      : [],
    feedback: null,
  }
}

const [collectedWords, digitalWords] = [
  /(?<!\p{L})(?:pick.?up|picked up|collect(?:ed|ion)?|(?:selbst)?abholung|abgeholt)(?!\p{L})/iu,
  /(?<!\p{L})(?:digital|download)(?!\p{L})/iu,
]
/** Services by which a buyer collects from the seller. Carriers have some of similar names, such as Collect+. */
const collectedServices =
  /^(?:(?:local|in.?store|store) )?(?:pick.?up|collection|abholung|selbstabholung|click (?:&|and) collect|collect(?:ed)? in)\b/i

function deliveryOf({ text, items }: OrderCells): FinishedOrder['delivery'] {
  if (digitalWords.test(text('delivery'))) return 'DIGITAL'
  const isCollected = collectedServices.test(text('service')) && text('tracking') === ''
  if (collectedWords.test(text('delivery')) || isCollected) return 'COLLECT'
  const isDigital = items.every((item) => /^(?:false|no|nein|0)$/i.test(item.text('needsShipping')))
  return isDigital ? 'DIGITAL' : undefined
}

const hasAddress = ({ text }: OrderCells) =>
  (['line1', 'city', 'postcode', 'country'] as const).some((kind) => text(kind))

const nameOf = ({ text }: OrderCells) =>
  [text('name'), text('lastName')].filter(Boolean).join(' ') || text('buyerName') || text('buyer') || unknown.text

function shipToOf(cells: OrderCells, country: string): PushedAddress {
  const { text } = cells
  return {
    name: nameOf(cells),
    company: text('company') || null,
    line1: text('line1') || null,
    line2: text('line2') || null,
    line3: null,
    city: text('city') || unknown.text,
    region: text('region') || null,
    postal_code: postcodeOf(text('postcode'), country) || null,
    country,
    phone: isShortened(text('phone')) ? null : text('phone') || null,
  }
}

/** Countries with postcodes of five digits, some of which begin with zeros that spreadsheets drop. */
const fiveDigitCountries: ReadonlySet<string> = new Set(['DE', 'ES', 'FI', 'FR', 'IT', 'MX', 'US'])

const postcodeOf = (written: string, country: string) =>
  fiveDigitCountries.has(country) && /^\d{3,4}$/.test(written) ? written.padStart(5, '0') : written

/** Languages in which marketplaces write the names of countries. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl']

/** Names that programs use beside those of Unicode. */
const others: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  usa: 'US',
  'united states of america': 'US',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  'korea, south': 'KR',
  'republic of ireland': 'IE',
  eire: 'IE',
  rsa: 'ZA',
  'russian federation': 'RU',
  turkey: 'TR',
  'viet nam': 'VN',
  unspecified: unknown.country,
  unknown: unknown.country,
  unbekannt: unknown.country,
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()

let known: ReadonlyMap<string, string> | undefined

function byName(): ReadonlyMap<string, string> {
  known ??= new Map([
    ...languages.flatMap((language) => {
      const words = new Intl.DisplayNames([language], { type: 'region' })
      return countryCodes.map((code) => [plain(words.of(code) ?? code), code] as const)
    }),
    ...Object.entries(others),
  ])
  return known
}

/** Parses a country's code or name; null if it is unknown. */
export function readCountry(text: string): string | null {
  const code = text.trim().toUpperCase()
  return isCountry(code) ? code : (byName().get(plain(text)) ?? countryOfThree(code))
}
