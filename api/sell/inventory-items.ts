import { updateOfSeller } from '#db/change-of-seller.ts'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import { startTyped } from '#features/selling/listing-form/form/start-typed.server.ts'
import { firstTyped } from '#features/selling/listing-form/form/typed-form.ts'
import { shopOf } from '../form-shop.ts'
import { sku } from '../fields.ts'
import { answerEach } from './bulk.ts'
import {
  addDraft,
  changeInventoryItem,
  detailsOf,
  removeInventoryItem,
  lockItemBySku,
} from './change-inventory-item.ts'
import { findInventoryItem, readDetails, readInventoryItems, type InventoryItem } from './inventory-rows.ts'
import { writeItem } from './inventory-shape.ts'
import { itemBody, itemPlaces, itemWarnings, withItem, type ItemBody, type ItemFacts } from './item-body.ts'
import { pageFacts, readRowRange } from './paging.ts'
import { parseBody, SellError, warningsOf } from './sell-error.ts'
import { inventoryRoot, type SellCall, type SellRoute } from './sell-route.ts'
import { takePictures } from './take-pictures.ts'
import { assertDefined } from '#lib/assert-defined.ts'

export const inventoryLimits = { usual: 25, most: 200, errors: { limit: 25706, offset: 25706 } } as const

/** Finds the seller's item with a SKU; throws if there is none. */
export async function requireItem({ seller }: SellCall, db: SellerDb, named: string): Promise<InventoryItem> {
  const thing = await findInventoryItem(db, seller.id, { sku: named })
  if (!thing) throw new SellError(25702, { parameters: { skuValue: named } })
  return thing
}

const readItem = (call: SellCall, named: string) =>
  call.read(async (db) => {
    const thing = await requireItem(call, db, named)
    return writeItem(call, thing, await detailsOf(call, db, thing))
  })

/** Replaces the item with a SKU. Pictures are fetched first, so that no lock is held meanwhile. */
async function replaceItem(call: SellCall, sent: string, body: ItemBody): Promise<'made' | 'replaced'> {
  const { hub, seller } = call
  const given = sku().safeParse(sent)
  if (!given.success) throw new SellError(25707, { parameters: { skuValue: sent } })
  const named = given.data
  const { limits } = hub.config.policyPack
  if ((body.availability?.shipToLocationAvailability?.quantity ?? 0) > limits.quantity)
    throw new SellError(25004, { detail: `At most ${limits.quantity} can be on offer.` })
  const pictures = await takePictures(call, body.product?.imageUrls ?? [])
  return call.write(async (db) => {
    const epid = await productOf(db, body)
    const facts = { pictures, epid, isDescribed: false, isKit: false }
    const thing = await lockItemBySku(call, db, named)
    if (thing) {
      await replaceInventoryItem(call, db, { thing, body, facts })
      return 'replaced'
    }
    const { handling } = await startTyped(db, seller.id)
    await addDraft(call, db, withItem({ ...firstTyped, ...(handling && { handling }), sku: named }, body, facts))
    return 'made'
  })
}

async function replaceInventoryItem(
  call: SellCall,
  db: SellerDb,
  { thing, body, facts }: { thing: InventoryItem; body: ItemBody; facts: ItemFacts },
): Promise<void> {
  const details = await detailsOf(call, db, thing)
  const isDescribed = details.itemDescription !== null
  const { isKit } = details.listing
  await changeInventoryItem(call, db, {
    thing,
    details,
    change: (typed) => withItem(typed, body, { ...facts, isDescribed, isKit }),
  })
  const description = body.product?.description
  if (isDescribed && description !== undefined)
    await updateOfSeller(db, 'tool_offers', call.seller.id)
      .set({ item_description: description })
      .where('listing_id', '=', thing.id)
      .execute()
}

/** Finds the item's catalogue product by its reference, else by product code. */
async function productOf(db: SellerDb, { product }: ItemBody): Promise<string | null> {
  const products = db.selectFrom('products').select('epid')
  if (product?.epid !== undefined) {
    const found = await products.where('epid', '=', product.epid).executeTakeFirst()
    if (!found) throw new SellError(25503, { detail: 'There is no product with this epid.' })
    return found.epid
  }
  const gtins = [product?.ean, product?.upc, product?.isbn].flatMap((given) => given ?? [])
  if (gtins.length === 0) return null
  const found = await products.where('gtin', 'in', gtins).orderBy('epid').executeTakeFirst()
  return found?.epid ?? null
}

export const itemRoutes: SellRoute[] = [
  {
    route: `GET ${inventoryRoot}/inventory_item`,
    scope: 'listings:read',
    async handle(call) {
      const { hub, seller, url, read } = call
      // eBay's offset counts pages here, not rows.
      const { limit, offset: page } = readRowRange(url, inventoryLimits)
      const { total, items } = await read(async (db) => {
        const found = await readInventoryItems(db, seller.id, { limit, offset: page * limit })
        const details = await readDetails(db, shopOf(call), found.rows)
        return {
          total: found.total,
          items: found.rows.map((row) =>
            writeItem(call, row, assertDefined(details.get(row.id), 'it was read with its row')),
          ),
        }
      })
      const { offset: _, ...facts } = pageFacts(url, hub.config.publicUrl, { limit, offset: page, total, step: 1 })
      return { status: 200, body: { ...facts, size: items.length, inventoryItems: items } }
    },
  },
  {
    route: `GET ${inventoryRoot}/inventory_item/{sku}`,
    scope: 'listings:read',
    async handle(call) {
      return { status: 200, body: await readItem(call, call.params.sku ?? '') }
    },
  },
  {
    route: `PUT ${inventoryRoot}/inventory_item/{sku}`,
    scope: 'listings:write',
    body: 25709,
    hasLanguage: true,
    async handle(call) {
      const body = parseBody(itemBody, call.body, 25709, itemPlaces)
      const warnings = itemWarnings(body)
      const done = await replaceItem(call, call.params.sku ?? '', body)
      if (done === 'made') return { status: 201, body: warningsOf(warnings) }
      return warnings.length > 0 ? { status: 200, body: warningsOf(warnings) } : { status: 204 }
    },
  },
  {
    route: `DELETE ${inventoryRoot}/inventory_item/{sku}`,
    scope: 'listings:write',
    async handle(call) {
      await call.write(async (db) => removeInventoryItem(call, db, await requireItem(call, db, call.params.sku ?? '')))
      return { status: 204 }
    },
  },
  {
    route: `POST ${inventoryRoot}/bulk_create_or_replace_inventory_item`,
    scope: 'listings:write',
    body: 25709,
    hasLanguage: true,
    handle: (call) =>
      answerEach(call, {
        errors: { many: 25727, twice: 25728 },
        named: ['sku', 'locale'],
        async work(request) {
          const { sku: named } = parseBody(z.object({ sku: z.string() }), request, 25707)
          const body = parseBody(itemBody, request, 25709, itemPlaces)
          const done = await replaceItem(call, named, body)
          return { statusCode: done === 'made' ? 201 : 200, ...warningsOf(itemWarnings(body)) }
        },
      }),
  },
  {
    route: `POST ${inventoryRoot}/bulk_get_inventory_item`,
    scope: 'listings:read',
    body: 25709,
    handle: (call) =>
      answerEach(call, {
        errors: { many: 25727, twice: 25734 },
        named: ['sku'],
        async work(request) {
          const { sku: named } = parseBody(z.object({ sku: z.string() }), request, 25708)
          return { statusCode: 200, inventoryItem: await readItem(call, named) }
        },
      }),
  },
]
