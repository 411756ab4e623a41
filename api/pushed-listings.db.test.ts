import { updateRows } from '#db/testing-row.ts'
import { createServer } from 'node:http'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { saveReport } from '#features/operator/connections/connections-db.server.ts'
import { reportOf } from '#features/operator/connections/testing.ts'
import { findWrongSums } from '#db/kept-sums.ts'
import { stepListings } from '#features/selling/listings/listing-actions-db.server.ts'
import { portOf } from '#lib/listening.ts'
import { fetchPictures } from './sell/fetch-pictures.ts'
import { orderOf, gbp } from './testing-orders.ts'
import { addPolicies, testShop } from './testing-shop.ts'

const { db, api, sellerId, seller } = await testShop({ poolSize: 6 }, { external_id: 'shop' })
await addPolicies(db, sellerId, { choice: true })

const doll = {
  title: 'Tin robot',
  description: '<p>Walks.</p><script>no()</script>',
  category: 'Collectables',
  price: gbp('45.00'),
  quantity: 3,
  pictures: ['https://shop.example/robot.jpg', 'https://shop.example/robot-2.jpg'],
  policies: { shipping: 'Royal Mail' },
}
const put = (id: string, body: object, headers: Record<string, string> = {}) =>
  api.ask('PUT', `${seller}/listings/${id}`, { body, headers })
const get = async (id: string) => (await api.ask('GET', `${seller}/listings/${id}`)).body
/** A listing's id, and a member's steps with it. */
async function stepsOf(item: string) {
  const row = db.owner.selectFrom('listings').select('id').where('item_number', '=', item)
  const { id } = await row.executeTakeFirstOrThrow()
  const step = (event: 'end' | 'relist' | 'publish') =>
    db.asSeller(sellerId, 'write', (own) => stepListings(own, { sellerId, ids: [id], event, now: api.hub.now() }))
  return { id, step }
}
const order = (id: string, line: object) => {
  const { lines, ...rest } = orderOf(id, '')
  return api.ask('POST', `${seller}/orders`, {
    body: { ...rest, lines: lines.map((own) => ({ ...own, item: undefined, ...line })) },
  })
}

describe('a listing that the shop sends', () => {
  it('goes on sale without a SKU, with the shop’s pictures, and is found by the shop’s id', async () => {
    const made = await put('p-1', doll)
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: 'p-1',
        state: 'ACTIVE',
        sku: null,
        condition: 'NEW',
        description: '<p>Walks.</p>',
        pictures: doll.pictures,
        postage: { name: 'Royal Mail' },
        stock: { available: 3 },
        problems: [],
      },
    })
    expect(made.headers.get('location')).toBe(`/marketplace/v1${seller}/listings/p-1`)
    expect(await get('p-1')).toEqual(made.body)
    expect(await get(made.body.item)).toEqual(made.body)
    const list = await api.ask('GET', `${seller}/listings`)
    expect(list.body.items).toContainEqual(made.body)
  })

  it('brings customs details of its SKU, which stay where the shop says nothing', async () => {
    const stored = () => db.owner.selectFrom('customs_details').selectAll().where('sku', '=', 'ROBOT').execute()
    const customs = { hsCode: '9503.00', originCountry: 'jp', value: gbp('20.00') }
    expect(await put('p-customs', { ...doll, sku: 'ROBOT', customs })).toMatchObject({ status: 201 })
    const kept = [{ hs_code: '950300', origin_country: 'JP', description: null, value_minor: 2_000 }]
    expect(await stored()).toMatchObject(kept)
    await put('p-customs', { ...doll, sku: 'ROBOT', price: gbp('44.00') })
    expect(await stored()).toMatchObject(kept)
    expect(await put('p-customs', { ...doll, sku: 'ROBOT', customs: { hsCode: '1' } })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/customs/hsCode', rule: 'hsCode' }] },
    })
    const named = { listing: 'p-line', ...doll, sku: 'LINE', customs }
    const type = { 'content-type': 'application/x-ndjson' }
    await api.ask('POST', `${seller}/listings`, { body: JSON.stringify(named), headers: type })
    expect(await db.owner.selectFrom('customs_details').select('hs_code').where('sku', '=', 'LINE').execute()).toEqual([
      { hs_code: '950300' },
    ])
  })

  it('keeps its units where the hub counts them; a new one has those that the shop says', async () => {
    const countedBy = (owner: 'HUB' | 'SHOP' | null) =>
      db.owner.updateTable('sellers').set({ stock_owner: owner }).where('id', '=', sellerId).execute()
    onTestFinished(async () => void (await countedBy(null)))
    await countedBy('HUB')
    expect((await put('p-own', { ...doll, quantity: 4 })).body).toMatchObject({ stock: { available: 4 } })
    expect((await put('p-own', { ...doll, quantity: 9, price: gbp('40.00') })).body).toMatchObject({
      price: gbp('40.00'),
      stock: { available: 4 },
    })
    await countedBy('SHOP')
    expect((await put('p-own', { ...doll, quantity: 9, title: 'Robot' })).body).toMatchObject({
      title: 'Robot',
      stock: { available: 9 },
    })
  })

  it('changes nothing when sent again, also after a sale or an edit; with other values it is changed', async () => {
    const { body: made } = await put('p-2', doll)
    expect((await order('P-2', { listing: 'p-2' })).status).toBe(201)
    const sold = await get('p-2')
    expect(sold.stock).toMatchObject({ available: 2, reserved: 1 })
    expect((await put('p-2', doll)).body).toEqual(sold)
    const cheaper = await put('p-2', { ...doll, price: gbp('40.00'), quantity: undefined })
    expect(cheaper).toMatchObject({
      status: 200,
      body: { item: made.item, price: gbp('40.00'), stock: { available: 2 } },
    })
    const empty = await put('p-2', { ...doll, price: gbp('40.00'), quantity: 0 })
    expect(empty.body).toMatchObject({ state: 'OUT_OF_STOCK', stock: { available: 0, reserved: 1 } })
    const back = await put('p-2', { ...doll, price: gbp('40.00'), quantity: 5 })
    expect(back.body).toMatchObject({ state: 'ACTIVE', stock: { available: 5, reserved: 1 } })
  })

  it('has variations by ids of their own; a combination that the shop does not have is nowhere', async () => {
    const variation = (id: string, values: string[], quantity: number) => ({ id, values, price: gbp('9.00'), quantity })
    const variations = [
      variation('v-1', ['Red', 'S'], 2),
      variation('v-2', ['Red', 'M'], 1),
      variation('v-3', ['Blue', 'S'], 4),
    ]
    const { price: _, quantity: __, ...shirt } = { ...doll, title: 'Robot badge' }
    const made = await put('p-3', { ...shirt, axes: ['Colour', 'Size'], variations })
    expect(made).toMatchObject({ status: 201, body: { state: 'ACTIVE' } })
    expect(made.body.variations.map((each: { id: string; available: number }) => [each.id, each.available])).toEqual([
      ['v-1', 2],
      ['v-2', 1],
      ['v-3', 4],
    ])
    const sold = await order('P-3', { listing: 'p-3', variationId: 'v-3', quantity: 2 })
    expect(sold.body.lines).toMatchObject([
      { item: made.body.item, listing: 'p-3', variationId: 'v-3', variation: 'Blue, S', quantity: 2 },
    ])
    const unknown = await order('P-4', { listing: 'p-3', variationId: 'v-9' })
    expect(unknown).toMatchObject({ status: 422, body: { errors: [{ pointer: '/lines/0/sku' }] } })
    const changed = await put('p-3', {
      ...shirt,
      axes: ['Colour', 'Size'],
      variations: variations.map((each) => ({ ...each, quantity: 7 })),
    })
    expect(changed.body.variations.map((each: { available: number }) => each.available)).toEqual([7, 7, 7])
  })

  it('is a draft with its reasons while it breaks a rule, and goes on sale when sent again after they are gone', async () => {
    const body = { ...doll, category: 'toys/robots', pictures: [], policies: { shipping: 'Pigeon' } }
    const kept = await put('p-4', body)
    expect(kept).toMatchObject({
      status: 201,
      body: {
        state: 'DRAFT',
        problems: [
          { pointer: '/category', detail: expect.stringContaining('category map') },
          { pointer: '/policies/shipping', detail: expect.any(String) },
        ],
      },
    })
    const early = await order('P-5', { listing: 'p-4' })
    expect(early).toMatchObject({ status: 422, body: { errors: [{ pointer: '/lines/0/listing' }] } })
    await api.ask('PUT', '/category-map', { body: { categories: [{ shop: 'toys/robots', category: 'Collectables' }] } })
    const named = { ...body, policies: { shipping: 'Courier' } }
    expect((await put('p-4', named)).body.problems).toMatchObject([{ pointer: '/pictures' }])
    const shown = await put('p-4', { ...named, pictures: doll.pictures })
    expect(shown).toMatchObject({ status: 200, body: { state: 'ACTIVE', category: 'Collectables', problems: [] } })
  })

  it('that is on sale is refused a change that breaks a rule, and stays as it is', async () => {
    const { body: made } = await put('p-5', doll)
    const refused = await put('p-5', { ...doll, title: 'x'.repeat(81), category: 'nowhere' })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/category' }] } })
    const long = await put('p-5', { ...doll, title: 'x'.repeat(81) })
    expect(long).toMatchObject({ status: 422, body: { errors: [{ pointer: '/title' }] } })
    expect(await get('p-5')).toEqual(made)
    const wrong = await put('p-5', { ...doll, price: { value: '1.00', currency: 'EUR' } })
    expect(wrong.status).toBe(422)
  })

  it('is refused a price not above the one from which offers are accepted, unless the shop takes no offers', async () => {
    const { body: made } = await put('p-offers', doll)
    const { id } = await stepsOf(made.item)
    await updateRows(db.owner, 'listing_contents', { listing_id: id }, { best_offer: true, auto_accept_minor: 4_000 })
    const cheaper = { ...doll, price: gbp('40.00') }
    for (const body of [cheaper, { ...cheaper, title: 'Red robot' }])
      expect(await put('p-offers', body)).toMatchObject({
        status: 422,
        body: { errors: [{ detail: 'The price from which offers are accepted must be below the price.' }] },
      })
    const now = api.hub.now()
    const report = reportOf(now, { takesOffers: false })
    await saveReport(db.owner, { name: 'plain', report, known: null, obeyedUntil: null, now })
    expect(await put('p-offers', cheaper)).toMatchObject({ status: 200, body: { price: gbp('40.00') } })
    await db.owner.deleteFrom('connections').execute()
    // What the seller had set is kept.
    const content = db.owner.selectFrom('listing_contents').select('auto_accept_minor').where('listing_id', '=', id)
    expect(await content.executeTakeFirst()).toEqual({ auto_accept_minor: 4_000 })
  })

  it('ends, and comes back under the same id', async () => {
    const { body: made } = await put('p-6', doll)
    const ended = await put('p-6', { ...doll, onSale: false })
    expect(ended).toMatchObject({ status: 200, body: { item: made.item, state: 'ENDED' } })
    const back = await put('p-6', doll)
    expect(back).toMatchObject({ status: 200, body: { id: 'p-6', state: 'ACTIVE' } })
    expect(back.body.item).not.toBe(made.item)
    expect((await order('P-6', { listing: 'p-6' })).body.lines[0].item).toBe(back.body.item)
  })

  it('is the one that a member relisted', async () => {
    const { body: made } = await put('p-7', doll)
    const { id, step } = await stepsOf(made.item)
    await step('end')
    await step('relist')
    const again = await put('p-7', { ...doll, price: gbp('50.00') })
    expect(again).toMatchObject({ status: 200, body: { id: 'p-7', state: 'ACTIVE', price: gbp('50.00') } })
    const count = db.owner.selectFrom('listings').select('id').where('relisted_from', '=', id)
    expect(await count.execute()).toHaveLength(1)
  })

  it('has its ids once a member has relisted it, and so have the lines of all its orders', async () => {
    const { price, quantity, ...robot } = doll
    const variations = ['s', 'm'].map((size) => ({ id: `v-${size}`, values: [size], price, quantity }))
    const body = { ...robot, axes: ['Size'], variations }
    const { body: made } = await put('p-7b', body)
    const lineOf = async (named: string) => (await api.ask('GET', `${seller}/orders/${named}`)).body.lines[0]
    await order('P-7', { listing: 'p-7b', variationId: 'v-m' })
    const { step } = await stepsOf(made.item)
    await step('end')
    const [drafted] = await step('relist')
    expect(await get('p-7b')).toMatchObject({ item: made.item, state: 'ENDED' })
    const relisting = await stepsOf(drafted!.ok ? drafted!.copied! : '')
    await relisting.step('publish')
    const relisted = await get('p-7b')
    expect(relisted).toMatchObject({ id: 'p-7b', state: 'ACTIVE', relistedFrom: made.item })
    expect(relisted.variations).toMatchObject([{ id: 'v-s' }, { id: 'v-m' }])
    expect(await get(relisted.item)).toEqual(relisted)
    expect(await get(made.item)).toMatchObject({ id: null, state: 'ENDED', relistedFrom: null })
    await order('P-8', { listing: 'p-7b', variationId: 'v-m' })
    const named = { listing: 'p-7b', variationId: 'v-m' }
    expect([await lineOf('P-7'), await lineOf('P-8')]).toMatchObject([
      { ...named, item: made.item },
      { ...named, item: relisted.item },
    ])
    const again = await put('p-7b', { ...body, variations: variations.map((each) => ({ ...each, quantity: 9 })) })
    expect(again.body).toMatchObject({ item: relisted.item })
    expect(await lineOf('P-7')).toMatchObject(named)
  })

  it('changes a listing of the hub that its item number names', async () => {
    const { body: made } = await put('p-8', doll)
    await db.owner.deleteFrom('shop_listings').where('external_id', '=', 'p-8').execute()
    const named = await put(made.item, { ...doll, price: gbp('44.00') })
    expect(named).toMatchObject({ status: 200, body: { id: made.item, item: made.item, price: gbp('44.00') } })
  })

  it('is one listing when sent many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => put('p-9', doll)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.item)).size).toBe(1)
    expect(await findWrongSums(db.owner)).toEqual([])
  })
})

describe('pictures of the shop', () => {
  const png = (background: string) =>
    sharp({ create: { width: 600, height: 600, channels: 3, background } })
      .png()
      .toBuffer()

  it('are fetched after the answer, also for a draft, and stay where a member chose others', async () => {
    const served = new Map<string, Buffer>([['/a.png', await png('#123')]])
    const server = createServer((request, response) => {
      const file = served.get(request.url ?? '')
      response.writeHead(file ? 200 : 404).end(file)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const url = (name: string) => `http://127.0.0.1:${portOf(server)}/${name}.png`
    await db.owner.updateTable('shop_listings').set({ fetch_at: null }).execute()
    const fetchAll = () => fetchPictures(api.hub, new AbortController().signal)
    const sent = { ...doll, pictures: [url('a'), url('b')] }
    expect((await put('f-1', sent)).body.pictures).toEqual(sent.pictures)
    expect((await put('f-2', { ...sent, category: 'elsewhere' })).body.state).toBe('DRAFT')
    expect(await fetchAll()).toBe(2)
    const first = (await get('f-1')).pictures as string[]
    expect(first).toEqual([expect.stringMatching(/\/pictures\/[0-9a-f]{32}-large/)])
    expect((await get('f-2')).pictures).toEqual(first)
    expect(await fetchAll()).toBe(0)
    // The second one is there by the next attempt.
    served.set('/b.png', await png('#321'))
    await db.owner
      .updateTable('shop_listings')
      .set({ fetch_at: new Date(0) })
      .where('fetch_at', 'is not', null)
      .execute()
    expect(await fetchAll()).toBe(2)
    expect((await get('f-1')).pictures).toEqual([first[0], expect.any(String)])
    await db.owner.deleteFrom('fetched_pictures').execute()
    expect((await put('f-1', { ...sent, pictures: [url('b')] })).body.pictures).toHaveLength(2)
    expect(await fetchAll()).toBe(0)
    expect((await get('f-1')).pictures).toHaveLength(2)
  })
})

it('listings come in batches, each for itself', async () => {
  const lines = [
    { listing: 'b-1', ...doll },
    { listing: 'b-2', ...doll, price: undefined },
    { listing: 'b-3', ...doll, category: 'elsewhere' },
    { listing: 'b-1', ...doll },
  ]
  const { body } = await api.ask('POST', `${seller}/listings`, {
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  })
  const answers = (body as string)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(answers).toMatchObject([
    { line: 1, status: 201, location: `/marketplace/v1${seller}/listings/b-1` },
    { line: 2, status: 422, problem: { errors: [{ pointer: '/price' }] } },
    { line: 3, status: 201 },
    { line: 4, status: 200 },
  ])
  expect(await get('b-3')).toMatchObject({ state: 'DRAFT', problems: [{ pointer: '/category' }] })
})

it('a category map names categories of the hub, each of the shop’s once', async () => {
  const save = (categories: object[]) => api.ask('PUT', '/category-map', { body: { categories } })
  const unknown = await save([{ shop: 'a', category: 'Nowhere' }])
  expect(unknown).toMatchObject({ status: 422, body: { errors: [{ pointer: '/categories/0/category' }] } })
  const twice = { shop: 'a', category: 'Collectables' }
  expect((await save([twice, twice])).status).toBe(422)
  expect((await save([twice])).body).toEqual({ categories: [twice] })
  expect((await api.ask('GET', '/category-map')).body).toEqual({ categories: [twice] })
})
