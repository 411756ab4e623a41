import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { ShopItem } from '#features/selling/pushed-listings/shop-listings-db.server.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { sumExtras, type OrderExtra } from '#features/core/order/extra.ts'
import { addedMinor, type LineTax } from '#features/core/order/line-tax.ts'
import type {
  IntakeOutcome,
  PaymentRefusal,
  PushedAddress,
  PushedLine,
  PushedOrder,
} from '#features/orders/order-intake/pushed-order.ts'
import type { PushedPayment } from '#features/orders/order-intake/pushed-payment.ts'
import { minorOf } from './fields.ts'
import { divideAmounts } from '#features/orders/order-intake/divide-amounts.ts'
import { unlistedItem } from '#features/orders/order-intake/unlisted-item.ts'
import { isSold } from './mend-order.ts'
import { historyOf, paymentsOf } from './order-history.ts'
import type { orderBody, paymentBody } from './order-body.ts'
import { ApiProblem } from './problem.ts'
import { brand } from '#lib/brand.ts'
import { trimmed } from '#lib/trimmed.ts'

export type ShopItems = ReadonlyMap<string, ShopItem>

export const shopListingsOf = (orders: readonly Pick<z.output<typeof orderBody>, 'lines'>[]): string[] => [
  ...new Set(orders.flatMap(({ lines }) => lines.flatMap(({ listing }) => listing ?? []))),
]

export function toPushedOrder(pushed: z.output<typeof orderBody>, items: ShopItems = new Map()): PushedOrder {
  // `onShort` is an option, not content: a repeated push may change it.
  const { onShort, ...said } = pushed
  const body = {
    ...said,
    delivery: said.delivery === 'SHIP' ? undefined : said.delivery,
    history: said.history || undefined,
  }
  const { id: own, placedAt, buyer, shipTo } = body
  const content = { ...body, ...withoutGuessedTimes(body) }
  const extras = (body.extras ?? []).map(extraOf)
  return {
    id: own,
    pushedAs: digestOf(JSON.stringify(content, withoutAbsent)),
    placedAt: new Date(placedAt),
    buyer: buyerOf(buyer),
    delivery: body.delivery ?? 'SHIP',
    shipTo: shipTo ? addressOf(shipTo) : null,
    taxNumbers: body.taxNumbers ?? [],
    gift: body.gift ? { message: body.gift.message ?? null, hidePrices: body.gift.hidePrices ?? false } : null,
    billTo: body.billTo ? addressOf(body.billTo) : null,
    metadata: body.metadata && Object.keys(body.metadata).length > 0 ? body.metadata : null,
    group: body.group ?? null,
    currency: body.currency,
    lines: linesOf(body, {
      items,
      isSold: isSold(pushed) && onShort !== 'refuse',
      fromLinesMinor: sumExtras(extras).fromLinesMinor,
    }),
    extras,
    shippingService: body.shippingService ?? null,
    buyerNote: body.buyerNote ?? null,
    coupon: body.coupon?.toUpperCase() ?? null,
    deliveryMin: promisedOf(body.deliveryFrom),
    deliveryMax: promisedOf(body.deliveryTo),
    onShort: onShort ?? null,
    payments: paymentsOf(body).map((payment) => paymentOf(payment, body.currency)),
    history: historyOf(body),
    unusable: body.unusable ?? [],
  }
}

/** Times that the hub has put in place of unusable ones: sent again, the order is the same. */
function withoutGuessedTimes({ unusable, payment, payments }: z.output<typeof orderBody>) {
  if (!unusable?.some(({ field }) => /^\/(placedAt|payments?\/.*paidAt)$/.test(field))) return {}
  const undated = <T extends object>(each: T) => ({ ...each, paidAt: null })
  return { placedAt: null, payment: payment && undated(payment), payments: payments?.map(undated) }
}

type ToldLines = Pick<z.output<typeof orderBody>, 'lines' | 'shipping' | 'discount' | 'history'>

const minor = (of: Parameters<typeof minorOf>[0] | undefined) => (of ? minorOf(of) : 0)

/** Converts lines, among which amounts of the whole are divided. */
export function linesOf(
  { lines, shipping, discount, history }: ToldLines,
  { items, isSold: isTaken, fromLinesMinor = 0 }: { items: ShopItems; isSold: boolean; fromLinesMinor?: number },
): PushedLine[] {
  return divideAmounts(
    lines.map((line, index) => ({
      ...namedBy(line, { items, isHistory: history === true }),
      names: nameOf(line, index),
      title: isTaken ? (line.title ?? line.sku ?? line.listing ?? line.item ?? null) : null,
      sku: line.sku ?? null,
      offer: line.offer ?? null,
      quantity: line.quantity,
      unitPriceMinor: minorOf(line.unitPrice),
      discountMinor: minor(line.discount),
      shippingMinor: minor(line.shipping),
      ...taxesOf(line),
    })),
    { shippingMinor: minor(shipping), discountMinor: minor(discount) + fromLinesMinor },
  )
}

type Line = z.output<typeof orderBody>['lines'][number]

/** Taxes of a line, and what of them is added to it. */
function taxesOf({ tax, taxes }: Line): Pick<PushedLine, 'taxMinor' | 'taxes'> {
  const named = namedTaxes(taxes)
  return { taxMinor: tax ? minorOf(tax) : addedMinor(named), taxes: named }
}

const namedTaxes = (taxes: Line['taxes']): LineTax[] =>
  (taxes ?? []).map(({ name, rate, amount, included }) => ({
    name: trimmed(name) || name,
    rate: rate ?? null,
    minor: minorOf(amount),
    included: included ?? false,
  }))

const extraOf = ({ kind, title, amount, taxes }: NonNullable<Body['extras']>[number]): OrderExtra => ({
  kind: kind ?? 'OTHER',
  title: trimmed(title) || title,
  minor: minorOf(amount),
  taxes: namedTaxes(taxes),
})

/** What a line names, for the seller if the hub lacks it; null if it has a title alone. */
function nameOf({ item, listing, variationId, variation, sku }: Line, index: number): PushedLine['names'] {
  const name = listing ?? item
  if (!name) return null
  const value = [name, variationId ?? variation?.join(', ') ?? sku].filter(Boolean).join(' · ')
  return { field: `/lines/${index}/${listing ? 'listing' : 'item'}`, value: value.slice(0, 2_000) }
}

/** The listing and variation that a line names. Ids that lead nowhere give names that no listing has. */
function namedBy(
  line: Line,
  { items, isHistory }: { items: ShopItems; isHistory: boolean },
): Pick<PushedOrder['lines'][number], 'item' | 'variation'> {
  const found = line.listing ? items.get(line.listing) : undefined
  const unknown = isHistory ? null : ['']
  const values = line.variationId ? (found?.variations.get(line.variationId) ?? unknown) : line.variation
  return {
    item: brand<ItemNumber>(
      line.item ?? found?.itemNumber ?? unlistedItem(line.listing ?? line.sku ?? line.title ?? ''),
    ),
    variation: values?.length ? values : null,
  }
}

export const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Null and empty lists are the same as absent fields. */
export const withoutAbsent = (_: string, value: unknown) =>
  value === null || (Array.isArray(value) && value.length === 0) ? undefined : value

const promisedOf = (said: string | null | undefined) => (said ? (said.includes('T') ? new Date(said) : said) : null)

type Body = z.output<typeof orderBody>

/** Id that shop systems use for all customers without an account. */
const noAccount = '0'

/** Converts a buyer. Without an id, `guest` is not a user name but stands for customers without an account. */
function buyerOf({ id: own, username, name, email }: Body['buyer']): PushedOrder['buyer'] {
  const known = own && own !== noAccount ? own : null
  const isGuest = known === null && (!username || username.trim().toLowerCase() === 'guest')
  return { id: known, username: isGuest ? null : (username ?? null), name, email: email ?? null }
}

export function addressOf(shipTo: NonNullable<Body['shipTo']>): PushedAddress {
  return {
    name: trimmed(shipTo.name) || shipTo.name,
    company: withoutBlanks(shipTo.company),
    line1: withoutBlanks(shipTo.line1),
    line2: withoutBlanks(shipTo.line2),
    line3: withoutBlanks(shipTo.line3),
    city: trimmed(shipTo.city) || shipTo.city,
    region: withoutBlanks(shipTo.region),
    postal_code: withoutBlanks(shipTo.postalCode),
    country: shipTo.country,
    phone: withoutBlanks(shipTo.phone),
  }
}

/** Blanks around a field make no other address. */
const withoutBlanks = (text: string | null | undefined) => trimmed(text ?? '') || null

/** Converts a payment; `currency` is the order's, used if the payment has no amount. */
export function paymentOf(said: z.output<typeof paymentBody> & { id: string }, currency: string): PushedPayment {
  return {
    id: said.id,
    method: said.method,
    state: said.state,
    amountMinor: said.amount ? minorOf(said.amount) : null,
    currency: said.amount?.currency ?? currency,
    paidAt: said.paidAt ? new Date(said.paidAt) : null,
  }
}

export function refusalOf(
  outcome: Exclude<IntakeOutcome, { ok: true }>,
  { lines, payment }: Pick<z.output<typeof orderBody>, 'lines'> & { payment?: unknown },
): ApiProblem {
  const at = (pointer: string, detail: string) => [{ pointer, detail }]
  const isByShop = 'at' in outcome && Boolean(lines[outcome.at]?.listing)
  switch (outcome.reason) {
    case 'order-id-taken':
      return new ApiProblem('id-taken', {
        errors: at(
          '/id',
          'Another order has this id. To change that order, use its `ship-to`, `lines` and `cancellation-requests`.',
        ),
      })
    case 'feedback-id-taken':
      return new ApiProblem('id-taken', { errors: at('/feedback/id', 'The feedback of another order has this id.') })
    case 'no-such-listing':
    case 'not-on-offer':
      return new ApiProblem(outcome.reason, {
        errors: at(`/lines/${outcome.at}/${isByShop ? 'listing' : 'item'}`, 'The listing cannot be ordered.'),
      })
    case 'no-such-variation':
      return new ApiProblem(outcome.reason, {
        errors: at(
          `/lines/${outcome.at}/sku`,
          'If the listing has variations, identify one of them by its SKU or its values; otherwise, omit the variation.',
        ),
      })
    case 'not-enough-stock':
      return new ApiProblem(outcome.reason, {
        errors: at(`/lines/${outcome.at}/quantity`, `Units available: ${outcome.available}.`),
        available: outcome.available,
      })
    case 'wrong-offer':
      return new ApiProblem(outcome.reason, {
        errors: at(
          `/lines/${outcome.at}/offer`,
          'The offer is not accepted, or has another buyer, item, unit price or quantity.',
        ),
      })
    case 'wrong-coupon':
      return new ApiProblem(outcome.reason, {
        errors: at(
          '/coupon',
          outcome.why === 'used-up'
            ? 'The coupon was used as often as it may be, by all or by this buyer.'
            : 'The seller has no coupon with this code that is on.',
        ),
      })
    case 'payment-currency':
    case 'payment-too-much':
    case 'payment-settled':
      return paymentRefusal(outcome, payment ? '/payment' : `/payments/${outcome.nth}`)
  }
}

/** Problem for a refused payment; `where` is its JSON pointer. */
export function paymentRefusal({ reason }: PaymentRefusal, where: string): ApiProblem {
  const errors = (detail: string) => [{ pointer: `${where}/amount`, detail }]
  switch (reason) {
    case 'payment-currency':
      return new ApiProblem('wrong-currency', { errors: errors('The payment is not in the order’s currency.') })
    case 'payment-too-much':
      return new ApiProblem('wrong-amount', { errors: errors('The payment exceeds the outstanding amount.') })
    case 'payment-settled':
      return new ApiProblem('not-possible-now', { detail: 'The payment is already PAID or FAILED, with other data.' })
  }
}
