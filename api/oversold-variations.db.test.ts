import { testShop } from './testing-shop.ts'
import { addRows, rowOf, rowsOf, updateRows } from '#db/testing-row.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { releaseRefunded } from '#features/after-sale/cancellations/release-refunded-db.server.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { settleDueRefunds } from '#features/after-sale/refunds/settle-refunds.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { editVariations } from '#features/selling/listings/listing-edits-db.server.ts'
import { addTestListing, orderOf, soonAfter } from './testing-orders.ts'

const { db, api, sellerId, seller } = await testShop()

const sizes = ['S', 'M']
let serial = 0

/** A listing in sizes S and M with this stock. */
async function add(stock: readonly [number, number]) {
  serial += 1
  const item = await addTestListing(db, { sellerId, quantity: stock[0] + stock[1] })
  const { id } = await rowOf(db.owner, 'listings', { item_number: item })
  await insertSizes(id, stock)
  return { id, item, prefix: `V-${serial}` }
}
type Listing = Awaited<ReturnType<typeof add>>

const insertSizes = (id: number, stock: readonly number[]) =>
  addRows(
    db.owner,
    'listing_variations',
    sizes.map((size, index) => ({
      seller_id: sellerId,
      listing_id: id,
      position: index + 1,
      axis_values: [size],
      sku: `${size}-${id}`,
      price_minor: 4500,
      quantity: stock[index]!,
    })),
  )

async function push({ item, prefix }: Listing, name: string, size: string, quantity: number) {
  const order = orderOf(`${prefix} ${name}`, item, { quantity })
  const [line] = order.lines
  const answer = await api.ask('POST', `${seller}/orders`, {
    body: {
      ...order,
      lines: [{ ...line, variation: [size] }],
      onShort: 'take',
      payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' },
    },
  })
  expect(answer.status).toBe(201)
  return answer.body
}

const lineOf = async ({ prefix }: Listing, name: string) =>
  (await api.ask('GET', `${seller}/orders/${encodeURIComponent(`${prefix} ${name}`)}`)).body.lines[0]

/** Puts this stock on sale. */
async function offer({ id, item }: Listing, stock: readonly number[]) {
  const { version } = await rowOf(db.owner, 'listings', { id })
  const rows = stock.map((quantity) => ({ priceMinor: 4500, quantity }))
  const outcome = await db.asSeller(sellerId, 'write', (own) =>
    editVariations(own, { sellerId, itemNumber: item, version, now: soonAfter, rows }),
  )
  expect(outcome).toMatchObject({ ok: true })
}

/** Stock of the listing, and what is left of its sizes. */
async function stockOf({ id, item }: Listing) {
  const rows = await rowsOf(db.owner, 'listing_variations', { listing_id: id }, 'position')
  const { onHand, reserved, available } = (await api.ask('GET', `${seller}/listings/${item}/stock`)).body
  return { onHand, reserved, available, sizes: rows.map(({ quantity }) => quantity) }
}

async function cancel(number: OrderNumber, restocks: boolean) {
  const order = { sellerId, number, policyPack, actor: { kind: 'HUB' } as const, now: soonAfter }
  const request = { key: newCancelKey(), reason: 'BUYER_ASKED_CANCEL' as const, restocks, units: 'rest' as const }
  const outcome = await db.asSeller(sellerId, 'write', (own) => cancelOrder(own, { ...order, ...request }))
  expect(outcome).toMatchObject({ ok: true })
}

async function refund(number: OrderNumber) {
  const hub = { ...api.hub, refunds: { ...api.hub.refunds, followers: [releaseRefunded] } }
  const outcome = await db.asSeller(sellerId, 'write', (own) =>
    refundOrder(own, {
      sellerId,
      number,
      actor: { kind: 'HUB' },
      now: soonAfter,
      key: newRefundKey(),
      reason: 'OTHER_ADJUSTMENT',
      input: 'rest',
    }),
  )
  expect(outcome).toMatchObject({ ok: true })
  await settleDueRefunds(hub)
}

describe('oversold units of a variation', () => {
  it('leave the listing out of stock if they take all that is added', async () => {
    const listing = await add([0, 0])
    await push(listing, '1', 'S', 2)
    const stateOf = async () =>
      (await db.owner.selectFrom('listings').select('state').where('id', '=', listing.id).executeTakeFirstOrThrow())
        .state
    await offer(listing, [2, 0])
    expect([await stateOf(), (await lineOf(listing, '1')).oversold]).toEqual(['OUT_OF_STOCK', 0])
    await offer(listing, [0, 1])
    expect(await stateOf()).toBe('ACTIVE')
  })

  it.each([
    ['restocked', (number: OrderNumber) => cancel(number, true), 1],
    ['missing', (number: OrderNumber) => cancel(number, false), 0],
    ['refunded', refund, 1],
  ])('give back only what was taken for them when they are %s', async (_, end, returned) => {
    const listing = await add([1, 5])
    const { number } = await push(listing, '1', 'S', 3)
    expect(await stockOf(listing)).toEqual({ onHand: 6, reserved: 1, available: 5, sizes: [0, 5] })
    await end(number)
    expect(await lineOf(listing, '1')).toMatchObject({ oversold: 0, reserved: 0, cancelled: 3 })
    expect(await stockOf(listing)).toEqual({
      onHand: 5 + returned,
      reserved: 0,
      available: 5 + returned,
      sizes: [returned, 5],
    })
    await push(listing, '2', 'M', 5)
    expect(await lineOf(listing, '2')).toMatchObject({ oversold: 0, reserved: 5 })
  })

  it('are covered by stock added to the variation, oldest order first, and by no other variation', async () => {
    const listing = await add([0, 1])
    await push(listing, '1', 'S', 2)
    await push(listing, '2', 'S', 2)
    await offer(listing, [0, 5])
    expect(await lineOf(listing, '1')).toMatchObject({ oversold: 2, reserved: 0 })
    expect(await stockOf(listing)).toEqual({ onHand: 5, reserved: 0, available: 5, sizes: [0, 5] })
    await offer(listing, [3, 5])
    expect([await lineOf(listing, '1'), await lineOf(listing, '2')]).toMatchObject([
      { oversold: 0, reserved: 2 },
      { oversold: 1, reserved: 1 },
    ])
    expect(await stockOf(listing)).toEqual({ onHand: 8, reserved: 3, available: 5, sizes: [0, 5] })
    await offer(listing, [4, 5])
    expect(await lineOf(listing, '2')).toMatchObject({ oversold: 0, reserved: 2 })
    expect(await stockOf(listing)).toEqual({ onHand: 12, reserved: 4, available: 8, sizes: [3, 5] })
  })

  it('are covered when the form rewrites the variations, also after a rename', async () => {
    const listing = await add([0, 1])
    await push(listing, '1', 'S', 2)
    await updateRows(db.owner, 'line_items', { item_number: listing.item }, { variation: 'Small' })
    await db.owner.updateTable('listings').set({ quantity_available: 4 }).where('id', '=', listing.id).execute()
    await db.owner.deleteFrom('listing_variations').where('listing_id', '=', listing.id).execute()
    await insertSizes(listing.id, [3, 1])
    expect(await lineOf(listing, '1')).toMatchObject({ oversold: 0, reserved: 2 })
    expect(await stockOf(listing)).toEqual({ onHand: 4, reserved: 2, available: 2, sizes: [1, 1] })
  })

  it('are covered by stock that another order returns', async () => {
    const listing = await add([2, 0])
    const { number } = await push(listing, '1', 'S', 2)
    await push(listing, '2', 'S', 1)
    await cancel(number, true)
    expect(await lineOf(listing, '2')).toMatchObject({ oversold: 0, reserved: 1 })
    expect(await stockOf(listing)).toEqual({ onHand: 2, reserved: 1, available: 1, sizes: [1, 0] })
  })

  it('are covered as far as stock lasts, whatever is ordered and added', async () => {
    const orders = fc.array(fc.tuple(fc.constantFrom(0, 1), fc.integer({ min: 1, max: 3 })), { maxLength: 4 })
    const added = fc.tuple(fc.nat(5), fc.nat(5))
    await fc.assert(
      fc.asyncProperty(added, orders, fc.array(added, { maxLength: 2 }), async (first, wanted, later) => {
        const listing = await add(first)
        for (const [nth, [size, units]] of wanted.entries()) await push(listing, `${nth}`, sizes[size]!, units)
        let expected = standing(first, wanted)
        for (const stock of [null, ...later]) {
          if (stock) {
            await offer(listing, stock)
            expected = afterOffer(expected, wanted, stock)
          }
          const oversold = await Promise.all(
            wanted.map(async (_, nth) => (await lineOf(listing, `${nth}`)).oversold as number),
          )
          const { sizes: left, available, onHand, reserved } = await stockOf(listing)
          expect({ oversold, left }).toEqual(expected)
          expect([available, onHand]).toEqual([left[0]! + left[1]!, reserved + available])
        }
      }),
      propertyRuns(12),
    )
  })
})

type Wanted = readonly (readonly [size: number, units: number])[]

/** Missing units by order, and what is left by size. */
interface Standing {
  oversold: number[]
  left: number[]
}

/** The rule in words: each order takes what is left of its size. */
const standing = (stock: readonly number[], wanted: Wanted): Standing =>
  afterOffer({ oversold: wanted.map(([, units]) => units), left: [] }, wanted, stock)

function afterOffer({ oversold }: Standing, wanted: Wanted, stock: readonly number[]): Standing {
  const left = [...stock]
  return {
    oversold: wanted.map(([size], nth) => {
      const covered = Math.min(oversold[nth]!, left[size]!)
      left[size]! -= covered
      return oversold[nth]! - covered
    }),
    left,
  }
}
