import { expect, it } from 'vitest'
import { addStocked } from '#features/selling/inventory/testing.ts'
import { addPurchase, addSupplier } from '#features/selling/purchases/testing.ts'
import { removeSupplier, saveSupplierSkus } from '#features/selling/purchases/suppliers-db.server.ts'
import { rowOf, updateRows } from '#db/testing-row.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { testShop } from './testing-shop.ts'
import { gbp } from './testing-orders.ts'

const { db, api, sellerId } = await testShop()
const { username } = await rowOf(db.owner, 'sellers', { id: sellerId })
const orders = `/sellers/${username}/purchase-orders`

it('purchase orders are listed and read, only those of the seller', async () => {
  const add = async (seller: number, units: number) => {
    await addStocked(db, seller, `A${units}`)
    const skus = [{ sku: `A${units}`, units, price: 250 }]
    return (
      await addPurchase(db, seller, {
        supplier: await addSupplier(db, seller, { name: `S${units}` }),
        skus,
        freight: 490,
      })
    ).number
  }
  const [first, second] = [await add(sellerId, 3), await add(sellerId, 5)]
  await add(await addTestSeller(db, {}), 7)
  const one = {
    id: first,
    supplier: { id: expect.any(String), name: 'S3', email: 'orders@film.example', leadDays: 14 },
    state: 'ORDERED',
    freight: gbp('4.90'),
    freightBy: 'VALUE',
    exchangeRate: null,
    expectedOn: null,
    note: null,
    orderedAt: '2026-11-20T09:00:00.000Z',
    lines: [{ sku: 'A3', code: null, ordered: 3, received: 0, price: gbp('2.50') }],
  }
  expect(await api.ask('GET', `${orders}/${first}`)).toMatchObject({ status: 200, body: one })
  expect((await api.ask('GET', `${orders}?limit=1`)).body).toMatchObject({ items: [one], more: true })
  expect((await api.ask('GET', orders)).body.items).toMatchObject([{ id: first }, { id: second }])
  for (const none of ['PO-9999', 'x']) expect((await api.ask('GET', `${orders}/${none}`)).status).toBe(404)
  const { next } = (await api.ask('GET', orders)).body
  const later = async () => (await api.ask('GET', `${orders}?after=${encodeURIComponent(next)}`)).body.items
  expect(await later()).toEqual([])
  await updateRows(
    db.owner,
    'purchase_orders',
    { seller_id: sellerId, po_number: first },
    { expected_on: '2026-12-02' },
  )
  expect(await later()).toMatchObject([{ id: first, expectedOn: '2026-12-02' }])
})

it('suppliers are listed with their SKUs and prices, only those of the seller that are not removed', async () => {
  const list = `/sellers/${username}/suppliers`
  const known = (await api.ask('GET', list)).body.items.length
  const [first, gone] = [
    await addSupplier(db, sellerId, { name: 'Roll & Co' }),
    await addSupplier(db, sellerId, { name: 'Old' }),
  ]
  const other = await addSupplier(db, await addTestSeller(db, {}))
  const offered = [{ sku: 'R-1', code: 'X1', price_minor: 250, least_units: 6, pack_units: 3 }]
  await db.asSeller(sellerId, 'write', async (own) => {
    await saveSupplierSkus(own, { sellerId, supplier: first, offered })
    await removeSupplier(own, { sellerId, id: gone, now: new Date() })
  })
  const body = {
    id: first,
    name: 'Roll & Co',
    email: 'orders@film.example',
    currency: 'GBP',
    leadDays: 14,
    note: null,
    skus: [{ sku: 'R-1', code: 'X1', price: { value: '2.50', currency: 'GBP' }, leastUnits: 6, packUnits: 3 }],
  }
  expect(await api.ask('GET', `${list}/${first}`)).toMatchObject({ status: 200, body })
  for (const none of [gone, other, 'x']) expect((await api.ask('GET', `${list}/${none}`)).status).toBe(404)
  const seen: string[] = []
  for (let query = '?limit=1'; ;) {
    const page = (await api.ask('GET', list + query)).body
    seen.push(...page.items.map(({ id }: { id: string }) => id))
    if (!page.more) break
    query = `?limit=1&after=${encodeURIComponent(page.next)}`
  }
  expect([seen.length, new Set(seen).size, seen.includes(first)]).toEqual([known + 1, known + 1, true])
})

it('suppliers are added, changed and removed, with the SKUs that they offer', async () => {
  const list = `/sellers/${username}/suppliers`
  for (const sku of ['W-1', 'W-2', 'W-3']) await addStocked(db, sellerId, sku)
  const body = {
    name: 'Wool & Co',
    email: '',
    currency: 'GBP',
    leadDays: 21,
    skus: [{ sku: 'W-1', code: 'X-1', price: gbp('2.50'), leastUnits: 6, packUnits: 3 }, { sku: 'W-2' }],
  }
  const made = await api.ask('POST', list, { body })
  const full = {
    name: 'Wool & Co',
    email: null,
    currency: 'GBP',
    leadDays: 21,
    note: null,
    skus: [body.skus[0], { sku: 'W-2', code: null, price: null, leastUnits: 1, packUnits: 1 }],
  }
  expect(made).toMatchObject({ status: 201, body: full })
  const one = `${list}/${made.body.id}`
  const read = await api.ask('GET', one)
  expect(read.body).toEqual(made.body)
  const ifMatch = { 'if-match': read.headers.get('etag')! }
  // What is left out of a change is cleared, but the SKUs stay as a whole.
  const changed = await api.ask('PUT', one, { body: { name: 'Wool', currency: 'GBP', leadDays: 0 }, headers: ifMatch })
  expect(changed).toMatchObject({ status: 200, body: { ...full, id: made.body.id, name: 'Wool', leadDays: 0 } })
  expect(await api.ask('PUT', one, { body, headers: ifMatch })).toMatchObject({ status: 412 })
  expect((await api.ask('PUT', one, { body: { ...body, skus: [{ sku: 'W-2', price: gbp('1') }] } })).body.skus).toEqual(
    [{ sku: 'W-2', code: null, price: gbp('1.00'), leastUnits: 1, packUnits: 1 }],
  )
  // A SKU has one supplier: the last that offers it.
  const other = await api.ask('POST', list, { body: { ...body, name: 'Other', skus: [{ sku: 'W-2' }] } })
  expect((await api.ask('GET', one)).body.skus).toEqual([])
  const refusals = async (change: object) => {
    const { status, body: problem } = await api.ask('PUT', one, { body: { ...body, ...change } })
    return [status, ...(problem.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)]
  }
  expect(await refusals({ name: 'Other' })).toEqual([422, '/name'])
  expect(await refusals({ email: 'nobody' })).toEqual([422, '/email'])
  expect(await refusals({ leadDays: 366 })).toEqual([422, '/leadDays'])
  expect(await refusals({ skus: [{ sku: 'W-2' }, { sku: 'NONE' }] })).toEqual([422, '/skus/1/sku'])
  expect(await refusals({ skus: [{ sku: 'W-1', price: { value: '1', currency: 'EUR' } }] })).toEqual([
    422,
    '/skus/0/price/currency',
  ])
  expect(await refusals({ skus: [{ sku: 'W-1' }, { sku: 'W-1' }] })).toEqual([422, '/skus'])
  // What was refused changed nothing.
  expect((await api.ask('GET', one)).body).toMatchObject({ name: 'Wool & Co', leadDays: 21, skus: [] })
  const foreign = await addSupplier(db, await addTestSeller(db, {}))
  expect((await api.ask('PUT', `${list}/${foreign}`, { body })).status).toBe(404)
  expect((await api.ask('DELETE', `${list}/${foreign}`)).status).toBe(404)
  expect((await api.ask('DELETE', `${list}/${other.body.id}`)).status).toBe(204)
  for (const method of ['GET', 'DELETE'] as const)
    expect((await api.ask(method, `${list}/${other.body.id}`)).status).toBe(404)
  // The name is free again.
  expect((await api.ask('PUT', one, { body: { ...body, name: 'Other' } })).status).toBe(200)
})

it('purchase orders are drafted, changed and moved on as on their page', async () => {
  for (const sku of ['P-1', 'P-2']) await addStocked(db, sellerId, sku)
  const supplier = await addSupplier(db, sellerId, { name: 'Paper' })
  const offered = [{ sku: 'P-1', code: 'X1', price_minor: 250, least_units: 1, pack_units: 1 }]
  await db.asSeller(sellerId, 'write', (own) => saveSupplierSkus(own, { sellerId, supplier, offered }))
  const line = (sku: string, units: number, price?: string) => ({ sku, units, ...(price ? { price: gbp(price) } : {}) })
  const body = { supplier, lines: [line('P-1', 12), line('P-2', 3, '0.80')], freight: gbp('4.90'), note: 'At the ramp' }
  const made = await api.ask('POST', orders, { body })
  expect(made).toMatchObject({
    status: 201,
    body: {
      supplier: { id: supplier, name: 'Paper' },
      state: 'DRAFT',
      freight: gbp('4.90'),
      note: 'At the ramp',
      lines: [
        { sku: 'P-1', code: 'X1', ordered: 12, received: 0, price: gbp('2.50') },
        { sku: 'P-2', code: null, ordered: 3, received: 0, price: gbp('0.80') },
      ],
    },
  })
  const one = `${orders}/${made.body.id}`
  const read = await api.ask('GET', one)
  expect(read.body).toEqual(made.body)
  const headers = { 'if-match': read.headers.get('etag')! }
  const { supplier: _, ...terms } = body
  const fewer = { ...terms, lines: [line('P-2', 5)] }
  expect((await api.ask('PUT', one, { body: fewer, headers })).body.lines).toMatchObject([
    { sku: 'P-2', ordered: 5, price: gbp('0.80') },
  ])
  expect((await api.ask('PUT', one, { body: terms, headers })).status).toBe(412)
  const refusals = async (change: object) => {
    const { status, body: problem } = await api.ask('PUT', one, { body: { ...fewer, ...change } })
    return [status, ...(problem.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)]
  }
  expect(await refusals({ lines: [line('P-2', 5), line('NONE', 1)] })).toEqual([422, '/lines/1/sku'])
  expect(await refusals({ lines: [{ sku: 'P-2', units: 5, price: { value: '1', currency: 'EUR' } }] })).toEqual([
    422,
    '/lines/0/price/currency',
  ])
  expect(await refusals({ lines: [line('P-2', 1_000_000, '9999999.99')] })).toEqual([422, '/lines/0/units'])
  expect(await refusals({ freightBy: 'WEIGHT' })).toEqual([422, '/freightBy'])
  expect(await refusals({ expectedOn: '2020-01-01' })).toEqual([422, '/expectedOn'])
  expect(await refusals({ exchangeRate: '0' })).toEqual([422, '/exchangeRate'])
  const step = (name: string) => api.ask('POST', `${one}/steps`, { body: { step: name } })
  expect((await step('REOPEN')).status).toBe(409)
  expect((await step('ORDER')).body).toMatchObject({ state: 'ORDERED', expectedOn: expect.any(String) })
  // What is ordered stays; what it costs may become known later.
  expect(await refusals({ lines: [line('P-2', 6)] })).toEqual([409])
  expect((await api.ask('PUT', one, { body: { lines: [line('P-2', 5, '0.90')] } })).body).toMatchObject({
    lines: [{ price: gbp('0.90') }],
    freight: gbp('0.00'),
    note: null,
  })
  expect((await step('WITHDRAW')).body).toMatchObject({ state: 'DRAFT', orderedAt: null })
  expect((await step('CANCEL')).body.state).toBe('CANCELLED')
  expect(await refusals({})).toEqual([409])
  expect((await step('REOPEN')).body.state).toBe('DRAFT')
  expect((await api.ask('PUT', `${orders}/PO-9999`, { body: fewer })).status).toBe(404)
  expect((await api.ask('POST', `${orders}/PO-9999/steps`, { body: { step: 'ORDER' } })).status).toBe(404)
  expect(await api.ask('POST', orders, { body: { ...body, supplier: 'aaaaaaaaaaaa' } })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/supplier' }] },
  })
})

it('an order in another currency needs its rate, which is kept to six decimals', async () => {
  await addStocked(db, sellerId, 'Y-1')
  const supplier = await addSupplier(db, sellerId, { name: 'Yen', currency: 'JPY' })
  const body = { supplier, lines: [{ sku: 'Y-1', units: 2, price: { value: '480', currency: 'JPY' } }] }
  const made = await api.ask('POST', orders, { body })
  const step = () => api.ask('POST', `${orders}/${made.body.id}/steps`, { body: { step: 'ORDER' } })
  expect(await step()).toMatchObject({ status: 409, body: { detail: expect.stringContaining('exchange rate') } })
  const { supplier: _, ...terms } = body
  const rated = await api.ask('PUT', `${orders}/${made.body.id}`, { body: { ...terms, exchangeRate: '0.005301' } })
  expect(rated.body.exchangeRate).toBe('0.005301')
  expect((await step()).body.state).toBe('ORDERED')
})
