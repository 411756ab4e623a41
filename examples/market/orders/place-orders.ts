import { hubBuyer } from '../store/questions.ts'
import { toDecimal } from '#lib/money.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { HubAway, HubRefusal } from '../hub-client.ts'
import type { OrderBody } from '../hub-types.ts'
import { minorOf, moveUnits } from '../store/offers.ts'
import { inTransaction } from '../store/open-store.ts'
import { findOrder, keepOrder, keepPlacing, listPlacing, noteRefused, type MarketOrder } from '../store/orders.ts'
import type { Syncing } from '../sync/syncing.ts'
import type { BasketGroup } from './basket.ts'

export interface Checkout {
  /** Idempotency key of the checkout page: resubmitting creates no second order. */
  id: string
  buyer: string
  name: string
  line1: string
  city: string
  postalCode: string
  country: string
}

/** The result of an order. `left` is the remaining stock of the refused line. */
export type Placed =
  | { state: 'PLACED' | 'PLACING'; id: string }
  | { state: 'REFUSED'; id: string; reason: Refusal; item: string | null; left: number | null }

export type Refusal = 'not-enough-stock' | 'gone' | 'closed' | 'changed' | 'coupon' | 'other'

/** The order of one seller's items, as pushed; paid by the simulated payment. */
export function orderBodyOf(group: BasketGroup, checkout: Checkout, now: Date): OrderBody {
  const { currency } = group
  const amount = (minor: number) => ({ value: toDecimal({ minor, currency }), currency })
  const carries = Math.max(
    0,
    group.items.findIndex(({ listing }) => listing.postage && minorOf(listing.postage.price) === group.postageMinor),
  )
  const id = `${checkout.id}-${group.seller.id}`.slice(0, 100)
  return {
    id,
    placedAt: now.toISOString(),
    buyer: { ...hubBuyer(checkout.buyer), name: checkout.name },
    shipTo: {
      name: checkout.name,
      line1: checkout.line1,
      city: checkout.city,
      postalCode: checkout.postalCode || null,
      country: checkout.country,
    },
    currency,
    lines: group.items.map((item, index) => ({
      item: item.item,
      ...(item.variation ? { variation: item.variation.values } : {}),
      quantity: item.quantity,
      unitPrice: item.price,
      ...(item.discountMinor > 0 ? { discount: amount(item.discountMinor) } : {}),
      ...(item.offer === undefined ? {} : { offer: item.offer }),
      ...(index === carries && group.postageMinor > 0 ? { shipping: amount(group.postageMinor) } : {}),
    })),
    // A code that others used up meanwhile: the buyer is asked again rather than the order taken.
    ...(group.code ? { coupon: group.code, onShort: 'refuse' as const } : {}),
    shippingService: group.shippingService ?? group.items[carries]?.listing.postage?.name ?? null,
    payment: { id: `pay-${id}`.slice(0, 100), method: 'CARD', state: 'PAID', paidAt: now.toISOString() },
  }
}

/** Places one seller's order. Stored before sending, so that a lost response does not lose it. */
export async function placeOrder(syncing: Syncing, group: BasketGroup, checkout: Checkout): Promise<Placed> {
  const body = orderBodyOf(group, checkout, syncing.now())
  const { store } = syncing
  inTransaction(store, () => {
    if (keepPlacing(store, { buyer: checkout.buyer, seller: group.seller.id, body })) moveUnits(store, body.lines, -1)
  })
  return send(syncing, assertDefined(findOrder(store, body.id), 'it was kept'))
}

/** Resends orders without a response; the hub deduplicates by id. */
export async function placeAgain(syncing: Syncing): Promise<void> {
  for (const order of listPlacing(syncing.store)) await send(syncing, order)
}

async function send({ store, hub }: Syncing, { id, seller, body, state }: MarketOrder): Promise<Placed> {
  if (state === 'PLACED') return { state, id }
  try {
    keepOrder(store, await hub.placeOrder(seller, body))
    return { state: 'PLACED', id }
  } catch (error) {
    if (error instanceof HubAway) return { state: 'PLACING', id }
    if (!(error instanceof HubRefusal)) throw error
    inTransaction(store, () => {
      if (noteRefused(store, id)) moveUnits(store, body.lines, 1)
    })
    const [, line] = /^\/lines\/(\d+)/.exec(error.problem.errors?.[0]?.pointer ?? '') ?? []
    const item = line === undefined ? null : (body.lines[Number(line)]?.item ?? null)
    return { state: 'REFUSED', id, reason: reasonOf(error.code), item, left: error.problem.available ?? null }
  }
}

function reasonOf(code: string): Refusal {
  switch (code) {
    case 'not-enough-stock':
      return code
    case 'not-on-offer':
    case 'no-such-listing':
      return 'gone'
    case 'seller-suspended':
      return 'closed'
    case 'wrong-coupon':
      return 'coupon'
    case 'no-such-variation':
    case 'wrong-currency':
      return 'changed'
    default:
      return 'other'
  }
}
