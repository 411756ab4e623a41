import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { parseSaleKey, stateAt, type SellerSaleStep } from '#features/core/sale-event/sale-event.ts'
import { tiersOf } from '#features/core/sale-event/checkout-discount.ts'
import { catchUp, takeSellerStep } from '#features/selling/sale-events/move-sale-db.server.ts'
import {
  addSaleListings,
  findByCodes,
  makeSale,
  readSale,
  removeSale,
  removeSaleListings,
  storeSale,
  type SaleRow,
} from '#features/selling/sale-events/sale-events-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { toDecimal } from '#lib/money.ts'
import { marketplaceOf } from './order-shape.ts'
import { invalid, promotionTypes, readForm, readItemPromotion, readMarkdown, type Wanted } from './promotion-bodies.ts'
import { pageFacts, readRowRange } from './paging.ts'
import { SellError } from './sell-error.ts'
import { marketingRoot, type SellAnswer, type SellCall, type SellRoute } from './sell-route.ts'

const markdown = 'item_price_markdown'
const checkout = 'item_promotion'

/** Puts the listings that are named into a draft, and schedules it if that is asked for. */
async function fill(db: SellerDb, call: SellCall, sale: SaleRow, { criterion, body }: Wanted): Promise<void> {
  const { listingIds, inventoryItems } = criterion
  if ((listingIds === undefined) === (inventoryItems === undefined)) throw new SellError(38242)
  const codes = listingIds ?? inventoryItems?.map(({ inventoryReferenceId: sku }) => sku) ?? []
  const { ids, unknown } = await findByCodes(db, call.seller.id, codes)
  const [first] = unknown
  if (first !== undefined) throw new SellError(38227, { detail: `There is no listing ${first.slice(0, 50)}.` })
  await removeSaleListings(db, { sellerId: call.seller.id, id: sale.id }, null)
  if (!(await addSaleListings(db, { sellerId: call.seller.id, id: sale.id }, ids))) throw invalid('listingIds')
  if (body.promotionStatus === 'DRAFT') return
  const outcome = await takeSellerStep(db, { sale, step: 'schedule', now: call.hub.now() })
  if (!outcome.ok)
    throw new SellError(38235, { detail: refusals[outcome.reason], parameters: { fieldName: 'listingIds' } })
}

type Read = (call: SellCall) => Wanted

/** Makes a sale of the listings named, as a draft or scheduled. */
const create =
  (type: typeof markdown | typeof checkout, read: Read) =>
  async (call: SellCall): Promise<SellAnswer> => {
    const { hub, seller, key: apiKey } = call
    const wanted = read(call)
    const form = readForm(call, wanted)
    const key = assertDefined(parseSaleKey(randomBytes(6).toString('hex')) ?? undefined, 'it is hexadecimal')
    await call.write(async (db) => {
      const sale = await makeSale(db, {
        sellerId: seller.id,
        key,
        form,
        currency: seller.currency,
        zone: seller.time_zone,
        rule: hub.config.policyPack.wasPrice,
        by: apiKey.name,
        now: hub.now(),
      })
      await fill(db, call, sale, wanted)
    })
    return { status: 201, body: {}, location: `${marketingRoot}/${type}/${key}` }
  }

/** Replaces what a draft or scheduled sale is. */
const replace =
  (isOf: IsOf, read: Read) =>
  async (call: SellCall): Promise<SellAnswer> => {
    await call.write(async (db) => {
      const found = await requireSale(call, db, isOf, true)
      const wanted = read(call)
      const sale = await catchUp(db, found, call.hub.now())
      if (sale.state === 'ENDED') throw new SellError(38225)
      if (sale.state === 'RUNNING' || sale.state === 'PAUSED') throw new SellError(38232)
      if (sale.kind !== wanted.cut.kind) throw new SellError(345135)
      const isPlanned = sale.state === 'SCHEDULED'
      if (isPlanned && wanted.body.promotionStatus === 'DRAFT') throw new SellError(345065)
      const form = readForm(call, wanted)
      if (isPlanned) await takeSellerStep(db, { sale, step: 'withdraw', now: call.hub.now() })
      await storeSale(db, { ...sale, version: sale.version + 1 }, form)
      await fill(db, call, await requireSale(call, db, isOf, true), wanted)
    })
    return { status: 204 }
  }

const refusals: Readonly<Record<string, string>> = {
  empty: 'The promotion has no listings.',
  unable: 'The price of a listing cannot be reduced, or it is in another promotion at that time.',
}

type IsOf = (sale: SaleRow) => boolean
const isMarkdown: IsOf = ({ kind }) => kind === 'PRICE'
const isAtCheckout: IsOf = (sale) => !isMarkdown(sale)
const isAny: IsOf = () => true

async function requireSale(call: SellCall, db: SellerDb, isOf: IsOf, locked: boolean): Promise<SaleRow> {
  // As eBay's ids, which name the marketplace.
  const key = parseSaleKey((call.params['promotionId'] ?? '').split('@')[0] ?? '')
  const sale = key && (await readSale(db, call.seller.id, { key }, { locked }))
  if (!sale || !isOf(sale)) throw new SellError(38203)
  return sale
}

const readOne =
  (isOf: IsOf) =>
  async (call: SellCall): Promise<SellAnswer> => {
    const { sale, items } = await call.read(async (db) => {
      const found = await requireSale(call, db, isOf, false)
      const { rows } = await sql<{ item: string }>`
        select l.item_number as item from sale_listings m
        join listings l on l.seller_id = ${call.seller.id} and l.id = m.listing_id
        where m.seller_id = ${call.seller.id} and m.sale_id = ${found.id} order by l.id`.execute(db)
      return { sale: found, items: rows.map(({ item }) => item) }
    })
    const criterion = { inventoryCriterionType: 'INVENTORY_BY_VALUE', listingIds: items }
    const rules = sale.kind === 'PRICE' ? markdownOf(sale, criterion) : rulesOf(sale, criterion)
    return { status: 200, body: { ...promotionOf(sale, call), ...rules } }
  }

const markdownOf = ({ percent }: SaleRow, inventoryCriterion: object) => ({
  selectedInventoryDiscounts: [
    { discountBenefit: percent === null ? {} : { percentageOffItem: String(percent) }, inventoryCriterion },
  ],
})

function rulesOf(sale: SaleRow, inventoryCriterion: object) {
  const { currency, percent, price_minor: off, least_minor: least, code } = sale
  const amount = (minor: number) => ({ value: toDecimal({ minor, currency }), currency })
  const tiers = tiersOf(sale)
  const discountBenefit =
    percent === null ? { amountOffOrder: amount(off ?? 0) } : { percentageOffOrder: String(percent) }
  return {
    promotionType: promotionTypes[sale.kind],
    discountRules:
      tiers.length > 0
        ? tiers.map((tier, nth) => ({
            discountBenefit: { percentageOffOrder: String(tier.percent) },
            discountSpecification: { minQuantity: tier.units },
            ruleOrder: nth + 1,
          }))
        : [
            {
              discountBenefit,
              discountSpecification: least === null ? {} : { minAmount: amount(least) },
              ruleOrder: 1,
            },
          ],
    inventoryCriterion,
    ...(code === null ? {} : { couponConfiguration: { couponCode: code, couponType: 'PUBLIC_SINGLE_SELLER_COUPON' } }),
  }
}

function promotionOf(sale: SaleRow, { hub, seller }: SellCall) {
  const span = { startsAt: sale.starts_at, endsAt: sale.ends_at }
  return {
    promotionId: sale.sale_key,
    name: sale.name,
    marketplaceId: marketplaceOf(seller.country),
    promotionStatus: stateAt(sale.state, span, hub.now()),
    startDate: sale.starts_at.toISOString(),
    endDate: (sale.ended_at ?? sale.ends_at).toISOString(),
  }
}

async function readAll(call: SellCall): Promise<SellAnswer> {
  const { seller, url, hub } = call
  const range = readRowRange(url, { usual: 200, most: 200, errors: { limit: 38213, offset: 38211 } })
  if (url.searchParams.get('marketplace_id') !== marketplaceOf(seller.country)) throw invalid('marketplace_id')
  const { rows, total } = await call.read(async (db) => {
    const own = () => selectOfSeller(db, 'sale_events', seller.id)
    const { n } = await own()
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return { rows: await own().selectAll().orderBy('id').limit(range.limit).offset(range.offset).execute(), total: n }
  })
  const promotions = rows.map((sale) => ({
    ...promotionOf(sale, call),
    promotionType: promotionTypes[sale.kind],
    promotionHref: `${hub.config.publicUrl}${marketingRoot}/${isMarkdown(sale) ? markdown : checkout}/${sale.sale_key}`,
  }))
  return { status: 200, body: { ...pageFacts(url, hub.config.publicUrl, { ...range, total }), promotions } }
}

const move =
  (step: SellerSaleStep, refused: 38209 | 38214) =>
  async (call: SellCall): Promise<SellAnswer> => {
    await call.write(async (db) => {
      const sale = await requireSale(call, db, isAny, true)
      const outcome = await takeSellerStep(db, { sale, step, now: call.hub.now() })
      if (!outcome.ok) throw new SellError(refused)
    })
    return { status: 204 }
  }

/** Deletes a draft. What has prices stays, since former prices come from it. */
const remove =
  (isOf: IsOf, refused: 345067 | 38216) =>
  async (call: SellCall): Promise<SellAnswer> => {
    await call.write(async (db) => {
      const sale = await requireSale(call, db, isOf, true)
      if (sale.state !== 'DRAFT') throw new SellError(refused, { detail: 'Only a draft can be deleted.' })
      await removeSale(db, { sellerId: call.seller.id, id: sale.id })
    })
    return { status: 204 }
  }

const steps = `${marketingRoot}/promotion/{promotionId}`
const reads = { scope: 'listings:read' } as const
const writes = { scope: 'listings:write', body: 38235 } as const

const routesOf = (
  type: typeof markdown | typeof checkout,
  { read, isOf, kept }: { read: Read; isOf: IsOf; kept: 345067 | 38216 },
): SellRoute[] => {
  const [all, one] = [`${marketingRoot}/${type}`, `${marketingRoot}/${type}/{promotionId}`]
  return [
    { route: `POST ${all}`, ...writes, handle: create(type, read) },
    { route: `GET ${one}`, ...reads, handle: readOne(isOf) },
    { route: `PUT ${one}`, ...writes, handle: replace(isOf, read) },
    { route: `DELETE ${one}`, scope: writes.scope, handle: remove(isOf, kept) },
  ]
}

export const promotionRoutes: readonly SellRoute[] = [
  { route: `GET ${marketingRoot}/promotion`, ...reads, handle: readAll },
  ...routesOf(markdown, { read: readMarkdown, isOf: isMarkdown, kept: 345067 }),
  ...routesOf(checkout, { read: readItemPromotion, isOf: isAtCheckout, kept: 38216 }),
  { route: `POST ${steps}/pause`, scope: writes.scope, handle: move('pause', 38214) },
  { route: `POST ${steps}/resume`, scope: writes.scope, handle: move('resume', 38209) },
]
