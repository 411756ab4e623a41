import { rowOf } from '#db/testing-row.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { sql } from 'kysely'
import { expectSoundBooks, testLedgerRules } from '#features/core/ledger/testing.ts'
import { takeOrders } from '#features/orders/order-intake/take-orders-db.server.ts'
import { contradictions } from '#features/orders/order-list/testing-contradictions.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { orderBody } from './order-body.ts'
import { toPushedOrder } from './pushed-orders.ts'
import { addTestListing, orderOf, gbp } from './testing-orders.ts'
import { testShop } from './testing-shop.ts'

const { db, api, sellerId, seller } = await testShop({ poolSize: 10 })
afterEach(() => expectSoundBooks(db))

const stockOf = (item: string) => api.ask('GET', `${seller}/listings/${item}/stock`).then(({ body }) => body)

describe('an order that is sent in', () => {
  it('is stored completely with its own number, and reserves stock', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const pushed = await api.ask('POST', `${seller}/orders`, { body: orderOf('A-1', item, { quantity: 2 }) })
    expect(pushed.status).toBe(201)
    expect(pushed.headers.get('location')).toBe(`/marketplace/v1${seller}/orders/A-1`)
    expect(pushed.body).toMatchObject({
      id: 'A-1',
      status: 'AWAITING_PAYMENT',
      number: expect.stringMatching(/^\d{2}-\d{5}-\d{5}$/),
      total: { value: '90.00', currency: 'GBP' },
      lines: [{ line: 1, item, quantity: 2, reserved: 2 }],
    })
    expect(await stockOf(item)).toEqual({ onHand: 5, reserved: 2, buffer: 0, available: 3 })
    expect((await api.ask('GET', `${seller}/orders/${pushed.body.number}`)).body).toEqual(pushed.body)
  })

  it('is rehearsed by a dry run: it answers what it would answer, and stores nothing', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 3 })
    const stored = () =>
      sql`select (select count(*) from orders) as orders, (select count(*) from buyers) as buyers,
        (select count(*) from events) as events`.execute(db.owner)
    const { rows: before } = await stored()
    const bodies = ['dry-1', 'dry-2'].map((id, nth) => orderOf(id, item, { quantity: 2 + 2 * nth, buyer: id }))
    const lines = async (query: string) => {
      const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/x-ndjson' }
      const body = bodies.map((each) => JSON.stringify(each)).join('\n')
      const url = `http://localhost:3000/marketplace/v1${seller}/orders${query}`
      const answer = await api.raw(new Request(url, { method: 'POST', headers, body }))
      return (await answer.text()).split('\n').flatMap((line) => (line ? [JSON.parse(line) as object] : []))
    }
    const dry = await lines('?dryRun=true')
    const one = await api.ask('POST', `${seller}/orders?dryRun=true`, { body: bodies[0]! })
    expect(one).toMatchObject({ status: 201, body: { id: 'dry-1', total: { value: '90.00' } } })
    const short = await api.ask('POST', `${seller}/orders?dryRun=true`, { body: bodies[1]! })
    expect(short).toMatchObject({ status: 409, body: { available: 3 } })
    expect([(await stored()).rows, await stockOf(item)]).toMatchObject([before, { available: 3 }])
    expect(dry).toMatchObject([{ status: 201 }, { status: 409 }])
    expect(await lines('')).toMatchObject([{ status: 201 }, { status: 409 }])
  })

  it('is the same order when sent again, and another order with its id is refused', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const body = orderOf('A-2', item)
    const first = await api.ask('POST', `${seller}/orders`, { body })
    const again = await api.ask('POST', `${seller}/orders`, { body })
    expect([again.status, again.body]).toEqual([200, first.body])
    const other = await api.ask('POST', `${seller}/orders`, { body: { ...body, buyerNote: 'Another.' } })
    expect(other).toMatchObject({ status: 409, body: { errors: [{ pointer: '/id' }] } })
    expect(await stockOf(item)).toMatchObject({ available: 4 })
  })

  it('is refused completely if one line exceeds the stock, with the quantity left', async () => {
    const [plenty, few] = [
      await addTestListing(db, { sellerId, quantity: 5 }),
      await addTestListing(db, { sellerId, quantity: 1 }),
    ]
    const body = orderOf('A-3', plenty)
    const refused = await api.ask('POST', `${seller}/orders`, {
      body: { ...body, lines: [...body.lines, { ...body.lines[0], item: few, quantity: 2 }] },
    })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        type: 'urn:seller-hub:problem:not-enough-stock',
        available: 1,
        errors: [{ pointer: '/lines/1/quantity', detail: 'Units available: 1.' }],
      },
    })
    expect(await stockOf(plenty)).toMatchObject({ reserved: 0 })
    expect((await api.ask('GET', `${seller}/orders/A-3`)).status).toBe(404)
  })

  it('reports each wrong field by its JSON pointer', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const body = orderOf('A-4', item)
    const { status, body: problem } = await api.ask('POST', `${seller}/orders`, {
      body: {
        ...body,
        colour: 'red',
        shipTo: { ...body.shipTo, country: 'Britain' },
        lines: [{ ...body.lines[0], quantity: 0, unitPrice: { value: '1.234', currency: 'GBP' } }],
      },
    })
    expect(status).toBe(422)
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '/colour',
      '/lines/0/quantity',
      '/lines/0/unitPrice',
      '/shipTo/country',
    ])
  })

  it('is paid once by its payment, and then has a ship-by time', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    await api.ask('POST', `${seller}/orders`, { body: orderOf('A-5', item) })
    const path = `${seller}/orders/A-5/payments/p-1`
    const pending = await api.ask('PUT', path, { body: { method: 'CARD', state: 'PENDING' } })
    expect(pending).toMatchObject({ status: 201, body: { status: 'AWAITING_PAYMENT', shipBy: null } })
    const body = { method: 'CARD', state: 'PAID', paidAt: '2026-11-20T10:00:00Z' }
    const paid = await api.ask('PUT', path, { body })
    expect(paid).toMatchObject({
      status: 200,
      body: { status: 'AWAITING_SHIPMENT', paidAt: '2026-11-20T10:00:00.000Z', shipBy: expect.any(String) },
    })
    expect((await api.ask('PUT', path, { body })).body).toEqual(paid.body)
    const failed = await api.ask('PUT', path, { body: { method: 'CARD', state: 'FAILED' } })
    expect(failed).toMatchObject({ status: 409, body: { type: 'urn:seller-hub:problem:not-possible-now' } })
    const more = { ...body, amount: { value: '0.01', currency: 'GBP' } }
    expect((await api.ask('PUT', `${seller}/orders/A-5/payments/p-2`, { body: more })).status).toBe(422)
  })

  it('has an id that is safe in a path and not another order’s number', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    for (const id of ['.', '..'])
      expect(await api.ask('POST', `${seller}/orders`, { body: orderOf(id, item) })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/id' }] },
      })
    const { body: first } = await api.ask('POST', `${seller}/orders`, { body: orderOf('...', item) })
    expect((await api.ask('GET', `${seller}/orders/...`)).body).toEqual(first)
    expect(await api.ask('POST', `${seller}/orders`, { body: orderOf(first.number, item) })).toMatchObject({
      status: 409,
      body: { type: 'urn:seller-hub:problem:id-taken', errors: [{ pointer: '/id' }] },
    })
    expect((await api.ask('GET', `${seller}/orders/${first.number}`)).body.id).toBe('...')
  })

  it('reports one error per wrong amount', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const order = orderOf('A-9', item)
    const unitPrice = { value: '12,5', currency: 'GBP' }
    const { body } = await api.ask('POST', `${seller}/orders`, {
      body: { ...order, lines: [{ ...order.lines[0], unitPrice }] },
    })
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/lines/0/unitPrice/value'])
  })

  it('gets one cancellation request of its buyer', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    await api.ask('POST', `${seller}/orders`, { body: { ...orderOf('A-6', item), placedAt: new Date().toISOString() } })
    const ask = (reason = 'ORDER_MISTAKE') =>
      api.ask('POST', `${seller}/orders/A-6/cancellation-requests`, { body: { id: 'c-1', reason } })
    expect(await ask()).toMatchObject({
      status: 201,
      body: { cancellation: { state: 'REQUESTED', initiator: 'BUYER' } },
    })
    expect((await ask()).status).toBe(200)
    expect(await ask('OTHER')).toMatchObject({ status: 409, body: { errors: [{ pointer: '/id' }] } })
  })

  it('is not accepted for a suspended seller, whose listings are not on offer', async () => {
    const other = await addTestSeller(db)
    const item = await addTestListing(db, { sellerId: other, quantity: 5 })
    const { username } = await rowOf(db.owner, 'sellers', { id: other })
    const path = `/sellers/${username}`
    expect((await api.ask('GET', `${path}/listings`)).body.items).toHaveLength(1)
    // Nor the rest of a batch that has begun.
    const lines = new TransformStream<Uint8Array, Uint8Array>()
    const writer = lines.writable.getWriter()
    const write = (text: string) => writer.write(new TextEncoder().encode(text))
    const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/x-ndjson' }
    // Node requires it for streamed bodies; the DOM types lack it.
    const streamed = { duplex: 'half' }
    const url = `http://localhost:3000/marketplace/v1${path}/orders`
    const response = await api.raw(new Request(url, { method: 'POST', headers, body: lines.readable, ...streamed }))
    await write(`${JSON.stringify(orderOf('A-6', item))}\n${'no json\n'.repeat(49)}`)
    const answers = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    const first = (await answers.read()).value!
    await db.owner.updateTable('sellers').set({ suspended_at: new Date() }).where('id', '=', other).execute()
    await write(`${JSON.stringify(orderOf('A-8', item))}\n${JSON.stringify(orderOf('A-6', item))}`)
    await writer.close()
    let rest = ''
    for (let next = await answers.read(); !next.done; next = await answers.read()) rest += next.value
    expect([first, ...rest.trim().split('\n').slice(-2)].map((line) => JSON.parse(line))).toMatchObject([
      { line: 1, status: 201 },
      { line: 51, status: 409 },
      // Orders stored before, whose response was lost, are answered as they are.
      { line: 52, status: 200 },
    ])
    const push = async (id: string) => (await api.ask('POST', `${path}/orders`, { body: orderOf(id, item) })).status
    expect([await push('A-7'), await push('A-6')]).toEqual([409, 200])
    expect((await api.ask('GET', `${path}/listings`)).body.items).toEqual([])
  })
})

describe('orders sent in one request', () => {
  const send = async (orders: object[]) => {
    const lines = orders.map((order) => JSON.stringify(order)).join('\n')
    const headers = { 'content-type': 'application/x-ndjson' }
    const { body } = await api.ask('POST', `${seller}/orders`, { body: lines, headers })
    return (body as string)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { status: number; problem?: { available?: number } })
  }
  const paid = { payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T10:00:00Z' } }
  const tellingOf = async (id: string) => {
    const { body } = await api.ask('GET', `${seller}/orders/${id}`)
    return { ...body, id: null, number: null }
  }

  it('are processed as if each was sent alone and then paid', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 6 })
    const more = { lines: [{ ...orderOf('', item).lines[0], quantity: 2, tax: { value: '1.00', currency: 'GBP' } }] }
    expect(await send([{ ...orderOf('N-1', item), ...more, ...paid }])).toMatchObject([{ status: 201 }])
    await api.ask('POST', `${seller}/orders`, { body: { ...orderOf('N-2', item), ...more, ...paid } })
    await api.ask('POST', `${seller}/orders`, { body: { ...orderOf('N-3', item), ...more } })
    const { id: payment, ...body } = paid.payment
    await api.ask('PUT', `${seller}/orders/N-3/payments/${payment}`, { body })
    const [together, alone, afterwards] = await Promise.all(['N-1', 'N-2', 'N-3'].map(tellingOf))
    expect(together).toMatchObject({ status: 'AWAITING_SHIPMENT', shipBy: expect.any(String) })
    expect([alone, afterwards]).toEqual([together, together])
    const { rows } = await sql<{ id: number; told: string[]; words: string; sold: number }>`
      select o.id, (select array_agg(type order by id) from events e where e.order_id = o.id) as told,
        (select regexp_replace(replace(replace(terms, o.order_number, ''), replace(o.order_number, '-', ''), ''), 'n-?[123]', '', 'g')
          from order_search s where s.order_id = o.id) as words,
        (select quantity_sold from listings where item_number = ${item}) as sold
      from orders o where o.seller_id = ${sellerId} and external_id in ('N-1', 'N-2', 'N-3') order by id`.execute(
      db.owner,
    )
    for (const { told, words, sold } of rows)
      expect([told, words, sold]).toEqual([['order.placed', 'order.paid'], rows[0]!.words, 6])
    expect(
      await contradictions(
        db,
        sellerId,
        rows.map(({ id }) => id),
      ),
    ).toEqual([])
  })

  it('take stock in their order, and only those without stock are refused', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 3 })
    const answers = await send([1, 2, 1, 1].map((quantity, nth) => orderOf(`O-${nth}`, item, { quantity })))
    expect(answers.map(({ status, problem }) => [status, problem?.available])).toEqual([
      [201, undefined],
      [201, undefined],
      [409, 0],
      [409, 0],
    ])
    expect(await stockOf(item)).toMatchObject({ reserved: 3, available: 0 })
  })

  it('are kept also if another request writes one of the same orders', async () => {
    const [mine, theirs] = [
      await addTestListing(db, { sellerId, quantity: 5 }),
      await addTestListing(db, { sellerId, quantity: 5 }),
    ]
    const answers = await db.asOwnerFor(sellerId, async (tx) => {
      const theirOrder = toPushedOrder(orderBody.parse(orderOf('M-2', theirs)))
      await takeOrders(tx, { sellerId, orders: [theirOrder], now: new Date(), rules: testLedgerRules })
      const sent = send(['M-1', 'M-2', 'M-3'].map((id) => orderOf(id, mine)))
      await expect.poll(() => waitingForLock(db.pool)).not.toEqual([])
      return { sent }
    })
    expect((await answers.sent).map(({ status }) => status)).toEqual([201, 409, 201])
    expect(await stockOf(mine)).toMatchObject({ reserved: 2 })
  })
})

describe('many buyers at the same moment', () => {
  it('get as many units as there are, and no more', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const pushed = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        api.ask('POST', `${seller}/orders`, { body: orderOf(`R-${index}`, item, { buyer: `racer${index}` }) }),
      ),
    )
    expect(pushed.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(pushed.filter(({ status }) => status === 409)).toHaveLength(15)
    expect(await stockOf(item)).toEqual({ onHand: 5, reserved: 5, buffer: 0, available: 0 })
    expect((await api.ask('GET', `${seller}/listings/${item}`)).body.state).toBe('OUT_OF_STOCK')
  })

  it('sending the same order get one order', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const pushed = await Promise.all(
      Array.from({ length: 6 }, () => api.ask('POST', `${seller}/orders`, { body: orderOf('S-1', item) })),
    )
    expect(pushed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 201])
    expect(await stockOf(item)).toMatchObject({ reserved: 1 })
  })
})

it('what the shop keeps with an order is returned: who pays, the checkout, its own texts; amounts of the whole order are divided', async () => {
  const item = await addTestListing(db, { sellerId, quantity: 9 })
  const [line] = orderOf('', item).lines
  const billTo = { ...orderOf('', '').shipTo, name: 'Anna’s office', city: 'Leeds' }
  const kept = { billTo, group: 'checkout-7', metadata: { channel: 'app', 'gift-card': 'no' } }
  const amounts = { shipping: gbp('3.95'), discount: gbp('10.00') }
  const lines = [line, { ...line, unitPrice: gbp('10.00'), quantity: 3, shipping: gbp('1.00') }]
  const body = { ...orderOf('K-1', item), ...kept, ...amounts, lines }
  const { status, body: answer } = await api.ask('POST', `${seller}/orders`, { body })
  expect([status, answer]).toMatchObject([
    201,
    { ...kept, shipping: gbp('4.95'), discount: gbp('10.00'), total: gbp('69.95') },
  ])
  const parts = answer.lines.map((each: Record<string, { value: string }>) => [
    each.shipping!.value,
    each.discount!.value,
  ])
  expect(parts).toEqual([
    ['2.37', '5.92'],
    ['2.58', '4.08'],
  ])
  expect((await api.ask('POST', `${seller}/orders`, { body: orderOf('K-2', item) })).body).toMatchObject({
    billTo: null,
    group: null,
    metadata: {},
  })
  const refused = await api.ask('POST', `${seller}/orders`, { body: { ...body, id: 'K-3', discount: gbp('79.96') } })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/discount' }] } })
})
