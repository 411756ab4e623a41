import { addRows, addRow } from '#db/testing-row.ts'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { addOrderToShip, testCarriers } from '#features/shipping/fulfilment/testing.ts'
import { trackParcel } from '#features/shipping/fulfilment/track-parcel-db.server.ts'
import { testLedgerRules as rules } from '#features/core/ledger/testing.ts'
import { takePayment } from '#features/orders/order-intake/take-payment-db.server.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { hour, minute } from '#lib/duration.ts'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import { loadOrder } from '#features/order-page/read/order-details-db.server.ts'
import { orderDetailsModel } from '#features/order-page/read/order-details-view.ts'
import { linesModel } from '#features/order-page/read/order-lines-view.ts'
import { orderTimeline } from '#features/order-page/read/order-timeline.ts'
import { addOrders, type KnownOrder } from '#features/orders/order-list/testing.ts'

const now = new Date('2026-11-20T14:30:00Z')
const texts = textsFor('en', 'Europe/London')

const db = await testDatabase()
const ann = await addSeller(db, 'ann')
const bob = await addSeller(db, 'bob')
const known = await addOrders(db, { sellerId: ann, count: 40, now, seed: 'details' })

const numberOf = (order: KnownOrder): OrderNumber => parseOrderNumber(order.number)!
const load = (sellerId: number, order: KnownOrder) =>
  db.asSeller(sellerId, 'read', (own) => loadOrder(own, sellerId, numberOf(order)))

async function model(order: KnownOrder, addressDetail: 'full' | 'masked' | 'none' = 'full') {
  return orderDetailsModel((await load(ann, order))!, {
    now,
    texts,
    addressDetail,
    seesMoney: true,
    carriers: testCarriers,
    mayShip: true,
    mayRefund: true,
    mayTalk: true,
    from: undefined,
  })
}

describe('loadOrder', () => {
  it('finds nothing of another seller, even if a query forgets the seller', async () => {
    const [order] = known
    expect(await load(bob, order!)).toBeNull()
    expect(await db.asSeller(bob, 'read', (own) => loadOrder(own, ann, numberOf(order!)))).toBeNull()
    expect(await load(ann, order!)).not.toBeNull()
  })

  it('counts the buyer’s other orders', async () => {
    for (const order of known.slice(0, 10)) {
      const { buyer } = await model(order)
      const others = known.filter((other) => other.buyer === order.buyer).length - 1
      expect(buyer.others?.text).toBe(others === 1 ? '1 other order' : `${others} other orders`)
      expect(new URL(buyer.others!.href, 'http://hub').searchParams.get('buyer')).toBe(order.buyer)
    }
  })
})

describe('an order’s page', () => {
  it('shows the parts of the address that the role may see', async () => {
    const [order] = known
    const full = await model(order!, 'full')
    const place = order!.country === 'GB' ? ['Townsville', 'SE1 1AA'] : ['SE1 1AA Townsville']
    expect(full.address.lines).toEqual([
      `Person ${order!.buyer}`,
      '1 Secret Street',
      ...place,
      texts.country(order!.country),
    ])
    expect(full.address.phone).toEqual({ text: '+44 20 7946 0000', href: 'tel:+442079460000' })
    expect(full.buyer.name).toBe(`Person ${order!.buyer}`)
    const masked = await model(order!, 'masked')
    expect(masked.address.lines).toEqual(['Townsville', texts.country(order!.country)])
    const none = await model(order!, 'none')
    expect(none.address.lines).toEqual([])
    for (const secret of ['Secret', 'SE1', '7946', 'Person']) {
      expect(JSON.stringify(masked)).not.toContain(secret)
      expect(JSON.stringify(none)).not.toContain(secret)
    }
    expect(JSON.stringify(none)).not.toContain('Townsville')
    // A buyer's note may contain any of it.
    expect([full.buyerNote, masked.buyerNote, none.buyerNote]).toEqual([expect.stringContaining('second'), null, null])
  })

  it('shows money, parcels and dates of an order sent in two parcels and partly refunded', async () => {
    const order = known.find(({ status, lines }) => status === 'AWAITING_SHIPMENT' && lines.length > 1)!
    const found = (await load(ann, order))!
    const { order: row, lines } = found
    const [first, second] = lines
    // If a voucher exceeds the price of the items, they are free and the rest reduces shipping.
    const vouched = lines.map((line) => ({ ...line, discount_minor: line.quantity * line.unit_price_minor + 5 }))
    const free = texts.money({ minor: 0, currency: order.currency })
    expect(new Set(linesModel({ ...found, lines: vouched }, texts).map(({ amounts }) => amounts?.total))).toEqual(
      new Set([free]),
    )
    const at = (minutes: number) => new Date(row.placed_at.getTime() + minutes * minute)
    const key = { seller_id: ann, order_id: order.id, currency: order.currency }
    await addRows(db.owner, 'payments', {
      ...key,
      method: 'CARD',
      state: 'PAID',
      amount_minor: order.totalMinor,
      paid_at: at(1),
    })
    await addRows(db.owner, 'refunds', {
      ...key,
      line_item_id: first!.id,
      reason: 'BUYER_RETURN',
      amount_minor: 100,
      refunded_at: at(9),
    })
    for (const [line, minutes] of [
      [first!, 2],
      [second!, 3],
    ] as const) {
      const { id } = await addRow(db.owner, 'shipments', {
        seller_id: ann,
        order_id: order.id,
        carrier: 'DHL',
        tracking_number: `T${minutes}`,
        state: minutes === 2 ? 'DELIVERED' : 'EXCEPTION',
        shipped_at: at(minutes),
        delivered_at: minutes === 2 ? at(8) : null,
      })
      await addRows(db.owner, 'shipment_lines', {
        seller_id: ann,
        shipment_id: id,
        line_item_id: line.id,
        quantity: line.quantity,
      })
    }
    await addRows(db.owner, 'feedback', {
      seller_id: ann,
      order_id: order.id,
      buyer_username: order.buyer,
      rating: 'POSITIVE',
      stars: 5,
      left_at: at(10),
    })

    const page = await model(order)
    const details = (await load(ann, order))!
    const dueAt = texts.moment(details.order.ship_by!, 'dateTime')
    const money = (minor: number) => texts.money({ minor, currency: order.currency })
    expect(Object.fromEntries(page.money.map(({ label, amount }) => [label, amount]))).toEqual({
      Items: money(order.totalMinor),
      Shipping: money(0),
      'Order total': money(order.totalMinor),
      'Paid by the buyer': money(order.totalMinor),
      Refunded: money(-100),
      'Paid, less refunds': money(order.totalMinor - 100),
    })
    expect(page.lines.slice(0, 2).map(({ fulfilment, refunded }) => [fulfilment.text, refunded])).toEqual([
      ['Delivered', `${money(100)} refunded`],
      ['Delivery problem', null],
    ])
    expect(page.shipments.map(({ tracking, contents }) => [tracking, contents])).toEqual([
      ['T2', [`${first!.quantity} × ${first!.title}`]],
      ['T3', [`${second!.quantity} × ${second!.title}`]],
    ])
    expect(page.timeline.map(({ text }) => text)).toEqual([
      `Ordered by ${order.buyer}`,
      `Paid ${money(order.totalMinor)}: Card`,
      `To be shipped by ${dueAt}`,
      'Shipped: DHL T2',
      'Shipped: DHL T3',
      'Delivered: DHL T2',
      `Refunded ${money(100)}: Returned by the buyer`,
      'The buyer left feedback: Positive',
    ])
    // A deadline imported with the order has its own entry, with its basis if known.
    const counted = { ...details, order: { ...details.order, ship_handling_days: 2 } }
    expect(orderTimeline(counted, { now, texts, addressDetail: 'full', seesMoney: true })[2]).toMatchObject({
      text: `To be shipped by ${dueAt}: 2 working days from the payment`,
      by: 'automatically',
    })
    expect(page.feedback).toMatchObject([{ rating: { tone: 'good', text: 'Positive' }, stars: '5 stars of 5' }])

    // A refused refund can be retried while its amount is refundable.
    const failed = { ...key, reason: 'OTHER_ADJUSTMENT', state: 'FAILED', refusal: 'DECLINED' } as const
    await addRows(
      db.owner,
      'refunds',
      [order.totalMinor, order.totalMinor - 100].map((amount_minor) => ({ ...failed, amount_minor })),
    )
    const [, tooMuch, left] = (await model(order)).refunds
    expect([tooMuch, left]).toMatchObject([
      { retry: null, problem: expect.stringContaining('Other refunds have given back some of the same since') },
      {
        retry: { text: `Refund ${money(order.totalMinor - 100)} again` },
        problem: expect.stringContaining('Try again'),
      },
    ])
  })

  it('shows who did what and when, including carrier and marketplace', async () => {
    const { id, number } = await addOrderToShip(db, ann, [1])
    const order = { sellerId: ann, number: parseOrderNumber(number)! }
    const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(ann, 'write', work)
    const at = (hours: number) => new Date(now.getTime() + (hours - 9) * hour)
    const pays = { id: 'p-1', method: 'CARD', amountMinor: 100, currency: 'GBP' } as const
    const told = (state: 'PENDING' | 'FAILED', hours: number) =>
      own((tx) =>
        takePayment(tx, {
          sellerId: ann,
          orderId: id,
          payment: { ...pays, state, paidAt: null },
          now: at(hours),
          rules,
        }),
      )
    await db.owner.deleteFrom('payments').where('order_id', '=', id).execute()
    await told('PENDING', 0)
    await told('FAILED', 1)
    await own((tx) =>
      takePayment(tx, {
        sellerId: ann,
        orderId: id,
        payment: { ...pays, id: 'p-2', amountMinor: null, state: 'PAID', paidAt: at(2) },
        now: at(2),
        rules,
      }),
    )
    const key = newParcelKey()
    const parcel = { key, carrier: 'DHL', trackingNumber: 'JD1', shippedAt: at(3), contents: 'rest' } as const
    const amira = { kind: 'MEMBER', id: 'amira', name: 'Amira Farouk' } as const
    await own((tx) => shipOrder(tx, { ...order, parcels: [parcel], actor: amira, now: at(3) }))
    for (const [hours, kind] of [
      [4, 'SCANNED'],
      [5, 'EXCEPTION'],
      [5, 'EXCEPTION'],
      [6, 'DELIVERED'],
    ] as const)
      await own((tx) => trackParcel(tx, { sellerId: ann, parcel: { key }, kind, at: at(hours) }))
    await own((tx) =>
      openCase(tx, {
        sellerId: ann,
        policyPack: testPolicyPack,
        now: at(7),
        key: 'open 1',
        kind: 'RETURN',
        reason: 'NOT_AS_DESCRIBED',
        line: 1,
        units: 1,
        words: 'It hums.',
        photos: [],
        order: order.number,
        number: newCaseNumber('RETURN'),
      }),
    )
    const details = (await db.asSeller(ann, 'read', (tx) => loadOrder(tx, ann, order.number)))!
    const [, scan] = details.events.filter(({ kind }) => kind.startsWith('PARCEL'))
    expect(scan).toMatchObject({
      kind: 'PARCEL_TRACKED',
      subject: key,
      at: at(4),
      actor: { kind: 'MARKETPLACE' },
      before: { state: 'SHIPPED' },
      after: { state: 'IN_TRANSIT', contents: [{ line: 1, units: 1 }] },
    })
    expect(
      orderTimeline(details, { now, texts, addressDetail: 'full', seesMoney: true }).map(({ at: when, text, by }) => [
        when,
        text,
        by,
      ]),
    ).toEqual([
      [details.order.placed_at, `Ordered by ${details.order.buyer_username}`, null],
      [at(1), 'Payment of £1.00 failed: Card', null],
      [at(2), expect.stringMatching(/^Paid £.*: Card$/), null],
      [at(3), 'Shipped: DHL JD1', 'Amira Farouk'],
      [at(4), 'Scanned by the carrier: DHL JD1', null],
      [at(5), 'Delivery problem reported by the carrier: DHL JD1', null],
      [at(6), 'Delivered: DHL JD1', null],
      [at(7), expect.stringMatching(/^Return .*: requested$/), 'Buyer'],
    ])
  })

  it('shows the buyer’s text unchanged', async () => {
    const order = known.find((candidate) => candidate.number.startsWith('12-00000'))!
    expect((await model(order)).buyerNote).toBe('=HYPERLINK("https://evil.example")\nsecond line <b>')
  })
})
