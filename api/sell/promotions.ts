import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { longestSale, parseSaleKey, stateAt, type SellerSaleStep } from '#features/core/sale-event/sale-event.ts'
import { takeSellerStep } from '#features/selling/sale-events/move-sale-db.server.ts'
import {
  addSaleListings,
  findByCodes,
  makeSale,
  readSale,
  removeSale,
  type SaleRow,
} from '#features/selling/sale-events/sale-events-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { marketplaceOf } from './order-shape.ts'
import { pageFacts, readRowRange } from './paging.ts'
import { parseBody, SellError } from './sell-error.ts'
import { marketingRoot, type SellAnswer, type SellCall, type SellRoute } from './sell-route.ts'

const markdown = 'item_price_markdown'

export const markdownBody = z.object({
  name: z.string().trim().min(1),
  marketplaceId: z.string(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  promotionStatus: z.enum(['DRAFT', 'SCHEDULED']),
  selectedInventoryDiscounts: z
    .array(
      z.object({
        discountBenefit: z.object({ percentageOffItem: z.string().regex(/^\d{1,2}$/) }),
        inventoryCriterion: z.object({
          inventoryCriterionType: z.literal('INVENTORY_BY_VALUE'),
          listingIds: z.array(z.string()).max(2_000).optional(),
          inventoryItems: z
            .array(z.object({ inventoryReferenceId: z.string() }))
            .max(2_000)
            .optional(),
        }),
      }),
    )
    // A sale has one discount.
    .length(1),
})

/** Makes a sale of the listings named, as a draft or scheduled. */
async function create(call: SellCall): Promise<SellAnswer> {
  const { hub, seller, key: apiKey } = call
  const body = parseBody(markdownBody, call.body, 38235)
  if (body.name.length > 90) throw new SellError(38256, { parameters: { promoNameLength: '90' } })
  if (body.marketplaceId !== marketplaceOf(seller.country)) throw invalid('marketplaceId')
  const [starts, ends, now] = [new Date(body.startDate), new Date(body.endDate), hub.now()]
  if (starts >= ends || ends.getTime() - starts.getTime() > longestSale) throw new SellError(38219)
  if (ends <= now) throw new SellError(38220)
  if (starts <= now) throw new SellError(38229)
  const [chosen] = body.selectedInventoryDiscounts
  const { listingIds, inventoryItems } = assertDefined(chosen, 'there is one').inventoryCriterion
  if ((listingIds === undefined) === (inventoryItems === undefined)) throw new SellError(38242)
  const percent = Number(chosen?.discountBenefit.percentageOffItem)
  if (percent < 1 || percent > 90) throw new SellError(38248, { detail: 'The discount is from 1 to 90 percent.' })
  const codes = listingIds ?? inventoryItems?.map(({ inventoryReferenceId: sku }) => sku) ?? []
  const key = assertDefined(parseSaleKey(randomBytes(6).toString('hex')) ?? undefined, 'it is hexadecimal')
  await call.write(async (db) => {
    const { ids, unknown } = await findByCodes(db, seller.id, codes)
    const [first] = unknown
    if (first !== undefined) throw new SellError(38227, { detail: `There is no listing ${first.slice(0, 50)}.` })
    const sale = await makeSale(db, {
      sellerId: seller.id,
      key,
      form: { name: body.name, percent, price_minor: null, ending: 'NONE', starts_at: starts, ends_at: ends },
      currency: seller.currency,
      zone: seller.time_zone,
      rule: hub.config.policyPack.wasPrice,
      by: apiKey.name,
      now,
    })
    if (!(await addSaleListings(db, { sellerId: seller.id, id: sale.id }, ids))) throw invalid('listingIds')
    if (body.promotionStatus === 'DRAFT') return
    const outcome = await takeSellerStep(db, { sale, step: 'schedule', now })
    if (!outcome.ok)
      throw new SellError(38235, { detail: refusals[outcome.reason], parameters: { fieldName: 'listingIds' } })
  })
  return { status: 201, body: {}, location: `${marketingRoot}/${markdown}/${key}` }
}

const refusals: Readonly<Record<string, string>> = {
  empty: 'The promotion has no listings.',
  unable: 'The price of a listing cannot be reduced, or it is in another promotion at that time.',
}

const invalid = (fieldName: string) => new SellError(38235, { parameters: { fieldName } })

async function requireSale(call: SellCall, locked: boolean, db: Parameters<typeof readSale>[0]): Promise<SaleRow> {
  // As eBay's ids, which name the marketplace.
  const key = parseSaleKey((call.params['promotionId'] ?? '').split('@')[0] ?? '')
  const sale = key && (await readSale(db, call.seller.id, { key }, { locked }))
  if (!sale) throw new SellError(38203)
  return sale
}

async function readOne(call: SellCall): Promise<SellAnswer> {
  const { sale, items } = await call.read(async (db) => {
    const found = await requireSale(call, false, db)
    const { rows } = await sql<{ item: string }>`
      select l.item_number as item from sale_listings m
      join listings l on l.seller_id = ${call.seller.id} and l.id = m.listing_id
      where m.seller_id = ${call.seller.id} and m.sale_id = ${found.id} order by l.id`.execute(db)
    return { sale: found, items: rows.map(({ item }) => item) }
  })
  const discountBenefit = sale.percent === null ? {} : { percentageOffItem: String(sale.percent) }
  return {
    status: 200,
    body: {
      ...promotionOf(sale, call),
      selectedInventoryDiscounts: [
        { discountBenefit, inventoryCriterion: { inventoryCriterionType: 'INVENTORY_BY_VALUE', listingIds: items } },
      ],
    },
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
    promotionType: 'MARKDOWN_SALE',
    promotionHref: `${hub.config.publicUrl}${marketingRoot}/${markdown}/${sale.sale_key}`,
  }))
  return { status: 200, body: { ...pageFacts(url, hub.config.publicUrl, { ...range, total }), promotions } }
}

const move =
  (step: SellerSaleStep, refused: 38209 | 38214) =>
  async (call: SellCall): Promise<SellAnswer> => {
    await call.write(async (db) => {
      const sale = await requireSale(call, true, db)
      const outcome = await takeSellerStep(db, { sale, step, now: call.hub.now() })
      if (!outcome.ok) throw new SellError(refused)
    })
    return { status: 204 }
  }

/** Deletes a draft. What has prices stays, since former prices come from it. */
async function remove(call: SellCall): Promise<SellAnswer> {
  await call.write(async (db) => {
    const sale = await requireSale(call, true, db)
    if (sale.state !== 'DRAFT') throw new SellError(345067, { detail: 'Only a draft can be deleted.' })
    await removeSale(db, { sellerId: call.seller.id, id: sale.id })
  })
  return { status: 204 }
}

const scope = 'listings:write'
const one = `${marketingRoot}/${markdown}/{promotionId}`
const steps = `${marketingRoot}/promotion/{promotionId}`

export const promotionRoutes: readonly SellRoute[] = [
  { method: 'GET', path: `${marketingRoot}/promotion`, scope: 'listings:read', handle: readAll },
  { method: 'POST', path: `${marketingRoot}/${markdown}`, scope, body: 38235, handle: create },
  { method: 'GET', path: one, scope: 'listings:read', handle: readOne },
  { method: 'DELETE', path: one, scope, handle: remove },
  { method: 'POST', path: `${steps}/pause`, scope, handle: move('pause', 38214) },
  { method: 'POST', path: `${steps}/resume`, scope, handle: move('resume', 38209) },
]
