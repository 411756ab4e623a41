import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import { parseDecimal, toDecimal } from '#lib/money.ts'
import { sku } from '../fields.ts'
import { answerEach } from './bulk.ts'
import { changeInventoryItem, detailsOf, lockItemByOffer, lockItemBySku } from './change-inventory-item.ts'
import { offerIdOf, type InventoryItem } from './inventory-rows.ts'
import { parseBody, SellError } from './sell-error.ts'
import type { SellAnswer, SellCall } from './sell-route.ts'
import { storeOffer, type Change } from './store-offer.ts'

export const changeBody = z.object({
  sku: sku().optional(),
  shipToLocationAvailability: z.object({ quantity: z.int().optional() }).optional(),
  offers: z
    .array(
      z.object({
        offerId: z.string(),
        availableQuantity: z.int().optional(),
        price: z.object({ value: z.string(), currency: z.string() }).optional(),
      }),
    )
    .max(25)
    .optional(),
})

export function changeInBulk(call: SellCall): Promise<SellAnswer> {
  return answerEach(call, {
    errors: { many: 25709 },
    named: ['sku'],
    async work(request) {
      const changes = parseBody(changeBody, request, 25709)
      const offerId = await call.write((db) => change(call, db, changes))
      return { offerId, statusCode: 200 }
    },
  })
}

/** Uses the hub's own list operations and rules; returns the offer id. */
async function change(call: SellCall, db: SellerDb, changes: z.output<typeof changeBody>): Promise<string> {
  const { hub } = call
  const thing = await requireItemBySku(call, db, changes)
  for (const { offerId } of changes.offers ?? []) {
    const named = await lockItemByOffer(call, db, offerId)
    if (named.id !== thing.id || named.position !== thing.position)
      throw new SellError(25713, { parameters: { offerId } })
  }
  const [given] = changes.offers ?? []
  const quantity = given?.availableQuantity ?? changes.shipToLocationAvailability?.quantity
  const { limits } = hub.config.policyPack
  if (quantity !== undefined && (quantity < 0 || quantity > limits.quantity)) throw new SellError(25004)
  const priceMinor = given?.price && readPrice(given.price, thing.currency, limits.priceMinor)
  if (quantity === undefined && priceMinor === undefined)
    throw new SellError(25709, { detail: 'Neither a price nor a quantity is given.' })
  const wanted = { ...(quantity !== undefined && { quantity }), ...(priceMinor !== undefined && { priceMinor }) }
  if (thing.state === 'DRAFT') await keepInDraft(call, db, thing, wanted)
  else await storeOffer(call, db, thing, wanted)
  return offerIdOf(thing)
}

/** Finds the item by SKU, or by offer only if no SKU is given. */
async function requireItemBySku(
  call: SellCall,
  db: SellerDb,
  { sku: named, offers, shipToLocationAvailability }: z.output<typeof changeBody>,
): Promise<InventoryItem> {
  const [given] = offers ?? []
  if (named === undefined && given && !shipToLocationAvailability) return lockItemByOffer(call, db, given.offerId)
  if (named === undefined)
    throw new SellError(25709, { detail: 'The item’s SKU is missing.', parameters: { fieldName: 'sku' } })
  const thing = await lockItemBySku(call, db, named)
  if (!thing) throw new SellError(25702, { parameters: { skuValue: named } })
  return thing
}

async function keepInDraft(
  call: SellCall,
  db: SellerDb,
  thing: InventoryItem,
  { quantity, priceMinor }: Change,
): Promise<void> {
  const { currency } = thing
  await changeInventoryItem(call, db, {
    thing,
    details: await detailsOf(call, db, thing),
    change: (typed) => ({
      ...typed,
      ...(quantity !== undefined && { quantity: String(quantity) }),
      ...(priceMinor !== undefined && { price: toDecimal({ minor: priceMinor, currency }) }),
    }),
  })
}

function readPrice({ value, currency }: { value: string; currency: string }, own: string, most: number): number {
  const minor = currency === own ? parseDecimal(value, currency)?.minor : undefined
  if (minor === undefined || minor <= 0 || minor > most)
    throw new SellError(25003, { detail: `“${value} ${currency}” is no price of a listing in ${own}.` })
  return minor
}
