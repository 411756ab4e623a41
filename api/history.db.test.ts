import { rowOf, addRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { postDueOrders } from '#features/core/ledger/posting/post-due.server.ts'
import { readIsNewSeller } from '#features/core/holds/seller-sales-db.server.ts'
import { windowOf } from '#features/core/seller-level/evaluation.ts'
import { evaluateSales } from '#features/insights/seller-level/evaluate-level-db.server.ts'
import { addTestListing, orderOf, gbp } from './testing-orders.ts'
import { staysSound, testShop } from './testing-shop.ts'

const { db, api, sellerId, seller } = await testShop({ poolSize: 6 }, { external_id: 'shop' })
const item = await addTestListing(db, { sellerId, quantity: 5 })
staysSound(db)

/** An order of history, of two units at 45.00. */
const past = (id: string, more: object = {}) => ({
  ...orderOf(id, item, { quantity: 2, buyer: id.toLowerCase() }),
  placedAt: '2024-03-01T09:30:00Z',
  history: true,
  status: 'DELIVERED',
  ...more,
})

const push = (body: object) => api.ask('POST', `${seller}/orders`, { body })

async function pushAll(bodies: readonly object[]): Promise<{ status: number; problem?: { errors: object[] } }[]> {
  const { body } = await api.ask('POST', `${seller}/orders`, {
    body: bodies.map((each) => JSON.stringify(each)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  })
  return (body as string)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { status: number })
}

const countOf = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(db.owner)
  return rows[0]!.n
}

describe('an order of history', () => {
  it('is stored with what became of it, takes no stock and tells nobody', async () => {
    const answer = await push(
      past('H-1', {
        shipBy: '2024-03-04T17:00:00Z',
        payments: [
          { id: 'v', method: 'VOUCHER', state: 'PAID', amount: gbp('20.00'), paidAt: '2024-03-01T09:31:00Z' },
          { id: 'c', method: 'CARD', state: 'PAID', amount: gbp('70.00'), paidAt: '2024-03-01T09:32:00Z' },
        ],
        parcels: [
          {
            carrier: 'Royal Mail',
            trackingNumber: 'AB123456789GB',
            shippedAt: '2024-03-02T15:00:00Z',
            deliveredAt: '2024-03-04T11:00:00Z',
            contents: [{ line: 1, quantity: 1 }],
          },
        ],
        cancellations: [
          {
            initiator: 'SELLER',
            reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
            cancelledAt: '2024-03-02T10:00:00Z',
            lines: [{ line: 1, quantity: 1 }],
          },
        ],
        refunds: [{ amount: gbp('45.00'), refundedAt: '2024-03-02T10:01:00Z', reason: 'SELLER_CANCEL', line: 1 }],
        feedback: { id: 'f-1', rating: 'POSITIVE', stars: 5, leftAt: '2024-03-05T10:00:00Z', reply: 'Thank you!' },
      }),
    )
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: 'H-1',
        history: true,
        status: 'DELIVERED',
        paymentStatus: 'PARTIALLY_REFUNDED',
        fulfilmentStatus: 'FULFILLED',
        paidAt: '2024-03-01T09:32:00.000Z',
        shipBy: '2024-03-04T17:00:00.000Z',
        lines: [{ quantity: 2, shipped: 1, cancelled: 1, reserved: 0, oversold: 0 }],
        payments: [{ id: 'v' }, { id: 'c' }],
        parcels: [{ state: 'DELIVERED', trackingNumber: 'AB123456789GB', contents: [{ line: 1, quantity: 1 }] }],
        refunds: [{ amount: gbp('45.00'), reason: 'SELLER_CANCEL' }],
        cancellations: [{ initiator: 'SELLER', lines: [{ line: 1, quantity: 1 }] }],
      },
    })
    expect((await api.ask('GET', `${seller}/listings/${item}/stock`)).body).toMatchObject({ onHand: 5, available: 5 })
    expect(await db.owner.selectFrom('events').selectAll().where('order_id', 'is not', null).execute()).toEqual([])
    expect(await countOf('order_events')).toBe(0)
    expect(await countOf('transactions')).toBe(0)
    expect(await scoreOf()).toBe(1)
    const { rows: sold } = await sql`select quantity_sold from listings where item_number = ${item}`.execute(db.owner)
    expect(sold).toEqual([{ quantity_sold: 1 }])
    const { rows: found } = await sql<{ terms: string }>`select terms from order_search`.execute(db.owner)
    expect(found).toEqual([{ terms: expect.stringContaining('ab123456789gb') }])
    const feedback = await api.ask('GET', `${seller}/feedback`)
    expect(feedback.body.items).toMatchObject([{ id: 'f-1', order: 'H-1', reply: 'Thank you!' }])
  })

  it('is the same order when sent again, also one by one after a batch', async () => {
    const orders = ['R-1', 'R-2', 'R-3'].map((id) =>
      past(id, { feedback: { id: `of ${id}`, rating: 'POSITIVE', leftAt: '2024-03-05T10:00:00Z' } }),
    )
    expect((await pushAll(orders.slice(0, 2))).map(({ status }) => status)).toEqual([201, 201])
    const [before, score] = [await countOf('orders'), await scoreOf()]
    expect((await pushAll(orders)).map(({ status }) => status)).toEqual([200, 200, 201])
    expect((await push(orders[2]!)).status).toBe(200)
    expect([await countOf('orders'), await scoreOf()]).toEqual([before + 1, score + 1])
    expect((await push({ ...orders[2], status: 'SHIPPED' })).status).toBe(409)
  })

  it('is one order when it comes many times at once, with its feedback counted once', async () => {
    const order = past('C-1', { feedback: { id: 'of C-1', rating: 'POSITIVE', leftAt: '2024-03-05T10:00:00Z' } })
    const score = await scoreOf()
    const [batch, ...singles] = await Promise.all([
      pushAll([order, past('C-2')]),
      ...Array.from({ length: 4 }, () => push(order)),
    ])
    const statuses = [...batch, ...singles].map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 201, 201])
    expect(await scoreOf()).toBe(score + 1)
  })

  it('ends in each of its states, without details', async () => {
    const refunds = [{ amount: gbp('90.00'), refundedAt: '2024-03-09T10:00:00Z' }]
    const ends = [
      past('E-1', { status: 'SHIPPED' }),
      past('E-2', { status: 'DELIVERED' }),
      past('E-3', { status: 'CANCELLED' }),
      past('E-4', { status: 'REFUNDED', refunds }),
    ]
    expect((await pushAll(ends)).map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const read = async (id: string) => (await api.ask('GET', `${seller}/orders/${id}`)).body
    const orders = await Promise.all(['E-1', 'E-2', 'E-3', 'E-4'].map(read))
    expect(orders.map(({ status, paymentStatus }) => [status, paymentStatus])).toEqual([
      ['SHIPPED', 'PAID'],
      ['DELIVERED', 'PAID'],
      ['CANCELLED', 'PENDING'],
      ['REFUNDED', 'FULLY_REFUNDED'],
    ])
    expect(orders[2].cancellations).toMatchObject([{ initiator: 'MARKETPLACE', reason: 'OTHER', lines: null }])
  })

  it('may be of what the hub does not list, which counts together', async () => {
    const lines = (sku: string) => [{ title: 'Leather strap', sku, quantity: 1, unitPrice: gbp('12.00') }]
    const [one, other] = [past('L-1', { lines: lines('strap') }), past('L-2', { lines: lines('strap') })]
    const answers = [await push(one), await push(other), await push(past('L-3', { lines: lines('belt') }))]
    const items = answers.map(({ body }) => body.lines[0].item as string)
    expect(items[0]).toMatch(/^99\d{10}$/)
    expect([items[1] === items[0], items[2] === items[0]]).toEqual([true, false])
  })

  it('is refused where it contradicts itself, each for itself', async () => {
    const answers = await pushAll([
      past('W-1', { status: undefined }),
      past('W-2', { payments: [{ id: 'p', method: 'CARD', state: 'PENDING' }] }),
      past('W-3', { refunds: [{ amount: gbp('90.01'), refundedAt: '2024-03-09T10:00:00Z' }] }),
      past('W-4', { parcels: [{ carrier: 'DHL', contents: [{ line: 1, quantity: 1 }] }] }),
      past('W-6', { feedback: { id: 'f-1', rating: 'NEUTRAL', leftAt: '2024-03-05T10:00:00Z' } }),
      past('W-7', { status: 'REFUNDED' }),
      past('W-8', { history: false }),
      past('W-9'),
    ])
    expect(
      answers.map(({ status, problem }) => [
        status,
        (problem?.errors as { pointer: string }[] | undefined)?.[0]?.pointer,
      ]),
    ).toEqual([
      [422, '/status'],
      [422, '/payments/0/state'],
      [422, '/refunds'],
      [422, '/lines/0/quantity'],
      [409, '/feedback/id'],
      [422, '/refunds'],
      [422, '/status'],
      [201, undefined],
    ])
  })

  it('may name what the hub does not list without a title', async () => {
    const { status, body } = await push(
      past('W-5', { lines: [{ item: '110000000000', quantity: 1, unitPrice: gbp('1.00') }] }),
    )
    expect([status, body.lines[0].title]).toEqual([201, '110000000000'])
  })

  it('leaves a user name with the buyer who has it now', async () => {
    const now = { ...orderOf('N-1', item, { buyer: 'now' }), buyer: { id: 'n-1', username: 'max', name: 'Max Now' } }
    await push(now)
    const before = await push(past('N-2', { buyer: { id: 'n-2', username: 'max', name: 'Max Then' } }))
    expect(before.body.buyer).toMatchObject({ id: 'n-2', name: 'Max Then' })
    const holder = db.owner.selectFrom('buyers').select('external_id').where('username', '=', 'max')
    expect(await holder.executeTakeFirst()).toEqual({ external_id: 'n-1' })
  })
})

/** The seller's score, which is what a count of all feedback gives. */
const scoreOf = async () => {
  const { rows } = await sql<{ score: number; before: number }>`
    select feedback_score as score, feedback_before as before from sellers where id = ${sellerId}`.execute(db.owner)
  const { rows: counted } = await sql<{ score: number }>`select feedback_score(${sellerId}) as score`.execute(db.owner)
  expect(rows[0]!.score).toBe(rows[0]!.before + counted[0]!.score)
  return rows[0]!.score
}

it('the money of history is not in the books, but what the hub refunds of it is', async () => {
  await push(past('M-1', { refunds: [{ amount: gbp('10.00'), refundedAt: '2024-03-09T10:00:00Z' }] }))
  await postDueOrders(db, { rules: api.hub.config })
  expect(await countOf('ledger_entries')).toBe(0)
  const { id } = await rowOf(db.owner, 'orders', { external_id: 'M-1' })
  const now = api.hub.now()
  await addRows(db.owner, 'refunds', {
    seller_id: sellerId,
    order_id: id,
    reason: 'BUYER_RETURN',
    currency: 'GBP',
    amount_minor: 4_500,
    requested_at: now,
    refunded_at: now,
  })
  await postDueOrders(db, { rules: api.hub.config })
  const entries = await db.owner.selectFrom('transactions').select(['kind', 'net_minor', 'state']).execute()
  expect(entries).toEqual([{ kind: 'REFUND', net_minor: -4_500, state: 'AVAILABLE' }])
})

it('the seller level counts history only where the operator says so', async () => {
  const at = new Date('2024-04-01T00:00:00Z')
  const window = windowOf(at, 'UTC', 3)
  const { standards } = api.hub.config.policyPack
  const measured = { id: sellerId, timeZone: 'UTC', currency: 'GBP' }
  const countsWith = (countHistory: boolean) =>
    db.asSeller(sellerId, 'read', async (own) => {
      const on = { sellerId, window, at, standards: { ...standards, countHistory } }
      return (await evaluateSales(own, measured, on)).counts
    })
  const [without, counted] = [await countsWith(false), await countsWith(true)]
  expect(without).toMatchObject({ orders: 0, due: 0, defects: 0, yearOrders: 0 })
  expect(counted).toMatchObject({ due: 1, defects: 1 })
  expect(counted.orders).toBeGreaterThan(5)
  expect(counted.yearOrders).toBe(counted.orders)
})

it('a seller with history alone is new to payouts unless the operator says that history counts', async () => {
  for (const id of ['Y-1', 'Y-2']) expect((await push(past(id))).status).toBe(201)
  const isNew = (rules: { sales: number; GBP: number; countHistory?: boolean }) =>
    db.asSeller(sellerId, 'read', (own) => {
      const { sales, GBP, countHistory } = rules
      return readIsNewSeller(own, {
        sellerId,
        now: api.hub.now(),
        rules: { days: 90, sales, amount: { GBP }, countHistory },
      })
    })
  expect(await isNew({ sales: 2, GBP: 18_000 })).toBe(true)
  expect(await isNew({ sales: 2, GBP: 18_000, countHistory: true })).toBe(false)
  expect(await isNew({ sales: 2, GBP: 99_999_900, countHistory: true })).toBe(true)
  expect(await isNew({ sales: 999, GBP: 18_000, countHistory: true })).toBe(true)
})

it('a refund that the shop makes of an order of history takes nothing from the seller’s funds', async () => {
  const before = await countOf('transactions')
  await push(past('Z-1', { payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: '2024-03-01T09:31:00Z' } }))
  const body = { amount: gbp('30.00'), refundedAt: '2024-03-09T10:00:00Z' }
  const answer = await api.ask('PUT', `${seller}/orders/Z-1/refunds/rf-1`, { body })
  expect(answer).toMatchObject({ status: 201, body: { refunds: [{ state: 'REFUNDED' }] } })
  expect(await countOf('transactions')).toBe(before)
})
