import { sql } from 'kysely'
import { prepared, type SellerDb } from '#db/client.ts'
import type { Destination } from '#features/core/shipping/shipping-place.ts'
import {
  quote,
  quoteOrder,
  type Quote,
  type QuoteProblem,
  type ShippedUnits,
} from '#features/core/shipping/shipping-quote.ts'
import { emptyGrams } from '#features/core/shipping/empty-grams.server.ts'
import type { Shipping } from '#features/core/shipping/shipping.ts'
import { findShopListings } from '#features/selling/pushed-listings/shop-listings-db.server.ts'

export interface QuotedItem {
  /** The marketplace's id or the item number. */
  item: string
  quantity: number
  /** The price of a unit; null for the listing's. */
  priceMinor: number | null
}

export type ItemQuote =
  | { problem: QuoteProblem | 'noListing' | 'noPolicy' }
  | (Extract<Quote, { services: unknown }> & { policy: string; handlingDays: number; pickup: boolean })

interface ItemRow {
  id: number
  item_number: string
  price_minor: number
  weight_grams: number | null
  empty_grams: number
  handling_days: number | null
  policy: string | null
  name: string | null
  shipping: Shipping | null
}

interface PricedItem {
  units: ShippedUnits
  policy: { id: string; name: string; shipping: Shipping; handlingDays: number } | null
}

export interface ItemQuotes {
  /** In the order of the items, each alone. */
  items: ItemQuote[]
  /** Of all together; items without a policy count nothing. */
  order: ItemQuote
}

/** What it costs to send items of a seller's to a destination, each alone and all in one order. */
export async function quoteItems(
  db: SellerDb,
  seller: { id: number; handling_days: number },
  { items, to }: { items: readonly QuotedItem[]; to: Destination },
): Promise<ItemQuotes> {
  const found = await readItems(db, seller, items)
  const quotes = found.map((item) =>
    item ? quoteOf(item.policy, [item.units], to) : ({ problem: 'noListing' } as const),
  )
  const byPolicy = Map.groupBy(
    found.flatMap((item) => item ?? []),
    ({ policy }) => policy?.id,
  )
  const parts = [...byPolicy.values()].flatMap((own) => {
    const policy = own[0]?.policy
    return policy
      ? {
          policy,
          answer: quoteOf(
            policy,
            own.map(({ units }) => units),
            to,
          ),
        }
      : []
  })
  const missing = quotes.find((each) => 'problem' in each && each.problem === 'noListing')
  return { items: quotes, order: missing ?? orderOf(parts.map(({ answer }) => answer)) }
}

function quoteOf(policy: PricedItem['policy'], units: readonly ShippedUnits[], to: Destination): ItemQuote {
  if (!policy) return { problem: 'noPolicy' }
  const { name, shipping, handlingDays } = policy
  const answer = quote(shipping, units, to)
  return 'problem' in answer ? answer : { ...answer, policy: name, handlingDays, pickup: shipping.pickup }
}

/** An order is as slow as its slowest item, and picked up if all may be. */
function orderOf(parts: readonly ItemQuote[]): ItemQuote {
  const dearest = quoteOrder(parts)
  if (parts.length === 0 || !dearest) return { problem: 'noPolicy' }
  if ('problem' in dearest) return dearest
  const priced = parts.flatMap((part) => ('services' in part ? part : []))
  return {
    ...dearest,
    handlingDays: Math.max(...priced.map(({ handlingDays }) => handlingDays)),
    pickup: priced.every(({ pickup }) => pickup),
  }
}

async function readItems(
  db: SellerDb,
  { id: sellerId, handling_days: shopDays }: { id: number; handling_days: number },
  items: readonly QuotedItem[],
): Promise<(PricedItem | null)[]> {
  const names = [...new Set(items.map(({ item }) => item))]
  const sent = await findShopListings(db, sellerId, { ids: names, drafts: false })
  const { rows } = await sql<ItemRow>`${prepared}
    select l.id, l.item_number, l.price_minor, c.weight_grams, ${emptyGrams(sellerId)} as empty_grams, c.handling_days, p.id as policy, p.name, p.shipping
    from listings l
    left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = l.id
    left join listing_policies u on u.seller_id = ${sellerId} and u.listing_id = l.id and u.kind = 'FULFILMENT'
    left join seller_policies p on p.seller_id = ${sellerId} and p.kind = u.kind and p.id = u.policy_id
    where l.seller_id = ${sellerId} and l.state <> 'DRAFT'
      and (l.item_number = any (${names}::text[]) or l.id = any (${[...sent.values()].map(({ id }) => id)}::bigint[]))`.execute(
    db,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byNumber = new Map(rows.map((row) => [row.item_number, row]))
  return items.map(({ item, quantity, priceMinor }) => {
    const row = byId.get(sent.get(item)?.id ?? 0) ?? byNumber.get(item)
    if (!row) return null
    const { policy: id, name, shipping } = row
    const handlingDays = row.handling_days ?? shipping?.handlingDays ?? shopDays
    return {
      units: {
        quantity,
        grams: row.weight_grams,
        emptyGrams: row.empty_grams,
        priceMinor: priceMinor ?? row.price_minor,
      },
      policy: id !== null && name !== null && shipping ? { id, name, shipping, handlingDays } : null,
    }
  })
}
