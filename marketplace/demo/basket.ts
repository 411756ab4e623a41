import { allocate } from '#lib/money.ts'
import type { Random } from '#lib/random.ts'
import { shownPrice, taxRate } from './prices.ts'
import type { Offer, PlannedLine } from './plan.ts'
import type { Service } from './shipping.ts'
import type { BasketKind, Shop } from './shops.ts'
import type { Stock } from './stock.ts'
import { day } from '#lib/duration.ts'
import { pairs } from '#lib/pairs.ts'

export type BasketItem = readonly [offer: Offer, quantity: number]

/** A random basket at a given time; single pieces are taken off sale. Never empty if the shop has wares. */
export function fillBasket(random: Random, shop: Shop, stock: Stock, at: Date): BasketItem[] {
  const kind = random.weighted(shop.baskets.map((entry) => [entry, entry.weight] as const))
  const takes = new Map<Offer, number>()
  for (const [department, chance] of kind.draws) {
    if (!random.chance(chance)) continue
    const offer = department === 'piece' ? sellPiece(random, shop, stock, at) : stock.choose(random, department, at)
    if (offer && !takes.has(offer)) takes.set(offer, chooseQuantity(random, kind, offer))
  }
  return takes.size > 0 ? [...takes] : fillBasket(random, shop, stock, at)
}

function chooseQuantity(random: Random, kind: BasketKind, offer: Offer): number {
  if (offer.ware.condition !== 'NEW' || offer.ware.priceMinor > 6_000) return 1
  return random.weighted(kind.quantities)
}

function sellPiece(random: Random, { findPiece }: Shop, stock: Stock, at: Date): Offer | null {
  if (!findPiece) return null
  return stock.add(findPiece(random), {
    startsAt: new Date(at.getTime() - Math.round((0.2 + random.next() * 70) * day)),
    endedAt: at,
    endReason: 'SOLD_OUT',
    state: 'ENDED',
    available: 0,
  })
}

/** Prices the lines, with exact shares of discount, postage and tax. */
export function priceLines(
  random: Random,
  options: { shop: Shop; takes: readonly BasketItem[]; service: Service; country: string; currency: string },
): PlannedLine[] {
  const { shop, takes, service, country, currency } = options
  const own = shop.seller.currency
  const priced = takes.map(([offer, quantity]) => {
    return { offer, quantity, unitPriceMinor: shownPrice(offer.ware.priceMinor, own, currency) }
  })
  const sums = priced.map(({ quantity, unitPriceMinor }) => quantity * unitPriceMinor)
  const discounts = discountsOf(random, shop, takes, sums)
  const shipping = allocate(shownPrice(service.priceMinor, own, currency), sums)
  const taxable = pairs(sums, pairs(discounts, shipping)).map(([sum, [off, postage]]) => sum - off + postage)
  const tax = Math.round(taxable.reduce((total, amount) => total + amount, 0) * taxRate(country))
  const taxes = allocate(tax, taxable)
  const shares = pairs(discounts, pairs(shipping, taxes))
  return pairs(priced, shares).map(([line, [discountMinor, [shippingMinor, taxMinor]]]) => {
    return { ...line, discountMinor, shippingMinor, taxMinor }
  })
}

/** Ten percent off bulk purchases; occasionally a five percent voucher. */
function discountsOf(random: Random, { bulk }: Shop, takes: readonly BasketItem[], sums: readonly number[]): number[] {
  const weights = pairs(takes, sums).map(([[offer], sum]) => (offer.ware.department.key === bulk?.department ? sum : 0))
  const units = sumOf(pairs(takes, weights).map(([[, quantity], weight]) => (weight > 0 ? quantity : 0)))
  if (bulk && units >= bulk.units) return allocate(Math.floor(sumOf(weights) / 10), weights)
  return random.chance(0.03) ? allocate(Math.floor(sumOf(sums) / 20), sums) : sums.map(() => 0)
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
