import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import { readListing } from '#features/listing-form/form/content-db.server.ts'
import { editListing, editVariations, type RowEditOutcome } from '#features/listings/listing-edits-db.server.ts'
import { parseDecimal } from '#lib/money.ts'
import { findOffer, offerIdOf, type OfferRow } from './inventory-rows.ts'
import { readBy, SellError, writeError } from './sell-error.ts'
import type { SellCall } from './sell-route.ts'

/** Things whose price and quantity one request may change. */
const mostRequests = 25

const changeBody = z.object({
  sku: z.string().min(1).max(50),
  shipToLocationAvailability: z.object({ quantity: z.int().optional() }).optional(),
  offers: z
    .array(
      z.object({
        offerId: z.string(),
        availableQuantity: z.int().optional(),
        price: z.object({ value: z.string(), currency: z.string() }).optional(),
      }),
    )
    .max(mostRequests)
    .optional(),
})
const bulkBody = z.object({ requests: z.array(z.unknown()).min(1) })

interface Change {
  priceMinor?: number
  quantity?: number
}

/** Changes prices and quantities, each for itself: what one cannot does not hold up the others. */
export async function changeInBulk(call: SellCall) {
  const { requests } = readBy(bulkBody, call.body, 25709)
  if (requests.length > mostRequests)
    throw new SellError(25709, { detail: `At most ${mostRequests} at once.`, parameters: { fieldName: 'requests' } })
  const responses = []
  for (const request of requests) responses.push(await changeOne(call, request))
  const allDone = responses.every(({ statusCode }) => statusCode === 200)
  return { status: allDone ? 200 : 207, body: { responses } }
}

async function changeOne(call: SellCall, request: unknown) {
  const named = z.object({ sku: z.string() }).safeParse(request).data
  try {
    const wish = readBy(changeBody, request, 25709)
    const offerId = await call.write((db) => change(call, db, wish))
    return { sku: wish.sku, offerId, statusCode: 200 }
  } catch (error) {
    if (!(error instanceof SellError)) throw error
    return { ...named, statusCode: error.status, errors: [writeError(error)] }
  }
}

/** By the operations of the hub's own list, so that the same rules hold. Returns the offer's id. */
async function change({ hub, seller }: SellCall, db: SellerDb, wish: z.output<typeof changeBody>): Promise<string> {
  const offer = await findOffer(db, seller.id, { sku: wish.sku })
  if (!offer) throw new SellError(25702, { parameters: { skuValue: wish.sku } })
  const offerId = offerIdOf(offer)
  const stranger = wish.offers?.find((each) => each.offerId !== offerId)
  if (stranger) throw new SellError(25713, { parameters: { offerId: stranger.offerId } })
  const [given] = wish.offers ?? []
  const quantity = given?.availableQuantity ?? wish.shipToLocationAvailability?.quantity
  const { limits } = hub.config.policyPack
  if (quantity !== undefined && (quantity < 0 || quantity > limits.quantity)) throw new SellError(25004)
  const priceMinor = given?.price && readPrice(given.price, offer.currency, limits.priceMinor)
  if (quantity === undefined && priceMinor === undefined)
    throw new SellError(25709, { detail: 'Neither a price nor a quantity is given.' })
  const outcome = await store(
    db,
    { sellerId: seller.id, offer, now: hub.now() },
    {
      ...(quantity !== undefined && { quantity }),
      ...(priceMinor !== undefined && { priceMinor }),
    },
  )
  if (!outcome.ok) throw refusalOf(outcome)
  return offerId
}

function readPrice({ value, currency }: { value: string; currency: string }, own: string, most: number): number {
  const minor = currency === own ? parseDecimal(value, currency)?.minor : undefined
  if (minor === undefined || minor <= 0 || minor > most)
    throw new SellError(25003, { detail: `“${value} ${currency}” is no price of a listing in ${own}.` })
  return minor
}

interface Stored {
  sellerId: number
  offer: OfferRow
  now: Date
}

async function store(db: SellerDb, { sellerId, offer, now }: Stored, wanted: Change): Promise<RowEditOutcome> {
  const { item_number: itemNumber, version, position } = offer
  if (position === null) return editListing(db, { sellerId, itemNumber, version, now, read: () => wanted })
  const { content } = (await readListing(db, sellerId, itemNumber))!
  const rows = content.variations.map((variation, index) => ({
    priceMinor: variation.priceMinor ?? 0,
    quantity: variation.quantity ?? 0,
    ...(index + 1 === position && wanted),
  }))
  return editVariations(db, { sellerId, itemNumber, version, now, rows })
}

function refusalOf(outcome: RowEditOutcome & { ok: false }): SellError {
  switch (outcome.reason) {
    case 'stale':
      return new SellError(25025)
    case 'broken-rule':
      return new SellError(25002, { detail: `A rule of listings refuses it: ${outcome.problem}.` })
    case 'not-found':
    case 'not-here':
    case 'unreadable':
    case 'has-variations':
      return new SellError(25713)
  }
}
