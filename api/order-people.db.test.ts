import { describe, expect, it } from 'vitest'
import { addTestListing, orderOf } from './testing-orders.ts'
import { testShop } from './testing-shop.ts'

let serial = 0

const { db, api, sellerId, seller } = await testShop()
const item = await addTestListing(db, { sellerId, quantity: 1_000 })

/** Pushes an order of this buyer; returns the response and the order as read later. */
async function push(buyer: object, more: object = {}) {
  serial += 1
  const id = `P-${serial}`
  const answer = await api.ask('POST', `${seller}/orders`, { body: { ...orderOf(id, item), buyer, ...more } })
  const read = await api.ask('GET', `${seller}/orders/${id}`)
  if (answer.status === 201) expect(read.body).toEqual(answer.body)
  return { id, status: answer.status, body: answer.body }
}

const buyerIdOf = async (id: string) =>
  (await db.owner.selectFrom('orders').select('buyer_id').where('external_id', '=', id).executeTakeFirstOrThrow())
    .buyer_id

describe('the buyer of an order', () => {
  it.each([
    ['called guest', { username: 'guest' }, { username: 'guest' }],
    ['without a user name', {}, {}],
    ['with the id that shops give to everybody', { id: '0', username: 'Guest' }, { id: '0' }],
  ])('is two buyers for two guests %s', async (_, one, two) => {
    const first = await push({ ...one, name: 'Q One' })
    const second = await push({ ...two, name: 'Q Two' })
    expect([first.status, second.status]).toEqual([201, 201])
    expect([first.body.buyer, second.body.buyer]).toEqual([
      { id: null, username: `guest-${first.body.number}`, name: 'Q One', email: null },
      { id: null, username: `guest-${second.body.number}`, name: 'Q Two', email: null },
    ])
    expect(await buyerIdOf(first.id)).not.toBe(await buyerIdOf(second.id))
  })

  it('has the name and user name of each order', async () => {
    const before = await push({ id: 'x1', username: 'zoe', name: 'Zoe Old' })
    const after = await push({ id: 'x1', username: 'zoe.new', name: 'Zoe New' })
    expect(after.body.buyer).toMatchObject({ id: 'x1', username: 'zoe.new', name: 'Zoe New' })
    const { body } = await api.ask('GET', `${seller}/orders/${before.id}`)
    expect(body.buyer).toMatchObject({ username: 'zoe', name: 'Zoe Old' })
    expect(await buyerIdOf(after.id)).toBe(await buyerIdOf(before.id))
    // Found by the current user name, no longer by the former one.
    const named = await push({ username: 'zoe.new', name: 'Zoe' })
    expect([named.body.buyer.id, await buyerIdOf(named.id)]).toEqual(['x1', await buyerIdOf(before.id)])
    const other = await push({ username: 'zoe', name: 'Other' })
    expect([other.body.buyer.id, other.body.buyer.name]).toEqual([null, 'Other'])
    expect(await buyerIdOf(other.id)).not.toBe(await buyerIdOf(before.id))
  })

  it('keeps an id that arrives later, and a user name moves to its current holder', async () => {
    const first = await push({ username: 'acc', name: 'Acc' })
    const known = await push({ id: 'acc-1', username: 'acc', name: 'Acc' })
    expect(known.body.buyer.id).toBe('acc-1')
    expect(await buyerIdOf(known.id)).toBe(await buyerIdOf(first.id))
    const next = await push({ id: 'acc-2', username: 'acc', name: 'Next' })
    expect(next.body.buyer).toMatchObject({ id: 'acc-2', username: 'acc', name: 'Next' })
    expect(await buyerIdOf(next.id)).not.toBe(await buyerIdOf(first.id))
    // Two buyers swap user names, and one loses theirs.
    await push({ id: 'acc-1', username: 'other', name: 'Acc' })
    await push({ id: 'acc-2', username: 'other', name: 'Next' })
    const swapped = await push({ id: 'acc-1', username: 'acc', name: 'Acc' })
    expect(swapped.body.buyer).toMatchObject({ id: 'acc-1', username: 'acc' })
    const nameless = await push({ id: 'acc-1', name: 'Acc' })
    expect(nameless.body.buyer).toMatchObject({ id: 'acc-1', username: 'acc' })
    expect((await push({ id: 'acc-9', name: 'Nine' })).body.buyer).toMatchObject({ id: 'acc-9', username: 'acc-9' })
  })

  it('is distinguished within one request too', async () => {
    const lines = [
      { id: 'n1', username: 'nd', name: 'N One' },
      { id: 'n2', username: 'nd', name: 'N Two' },
      { username: 'nd', name: 'N Three' },
    ].map((buyer, nth) => JSON.stringify({ ...orderOf(`N-${nth}`, item), buyer }))
    const answer = await api.ask('POST', `${seller}/orders`, {
      body: lines.join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    })
    expect(answer.status).toBe(200)
    const read = await Promise.all([0, 1, 2].map((nth) => api.ask('GET', `${seller}/orders/N-${nth}`)))
    expect(read.map(({ body }) => [body.buyer.id, body.buyer.name])).toEqual([
      ['n1', 'N One'],
      ['n2', 'N Two'],
      ['n2', 'N Three'],
    ])
  })
})

describe('the optional fields of an order', () => {
  it('are returned as sent: company, third line, e-mail, tax numbers and a gift', async () => {
    const shipTo = {
      name: 'Ann Example',
      company: 'Example Ltd',
      line1: '1 High Street',
      line2: 'Floor 2',
      line3: 'Door 3',
      city: 'London',
      region: 'Greater London',
      postalCode: 'SE1 1AA',
      country: 'GB',
      phone: '+44 20 7946 0000',
    }
    const taxNumbers = [
      { type: 'VAT', number: 'GB123456789' },
      { type: 'IOSS', number: 'IM0123456789' },
    ]
    const gift = { message: 'Happy birthday!\nYours, Ben', hidePrices: true }
    const buyer = { id: 'full', username: 'full', name: 'Ann Example', email: 'ann@example.com' }
    const { body } = await push(buyer, { shipTo, taxNumbers, gift })
    expect(body).toMatchObject({ buyer, shipTo, taxNumbers, gift })
    // Another company is another address; equal ones are stored once.
    await push(buyer, { shipTo })
    await push(buyer, { shipTo: { ...shipTo, company: 'Other Ltd' } })
    const kept = db.owner.selectFrom('addresses').select('company').where('line3', '=', 'Door 3')
    expect((await kept.orderBy('id').execute()).map(({ company }) => company)).toEqual(['Example Ltd', 'Other Ltd'])
  })

  it('have no gift unless stated, and a gift may have no message', async () => {
    const { body } = await push({ username: 'ann', name: 'Ann' })
    expect(body).toMatchObject({ gift: null, taxNumbers: [], buyer: { email: null } })
    const { body: gift } = await push({ username: 'ann', name: 'Ann' }, { gift: {} })
    expect(gift.gift).toEqual({ message: null, hidePrices: false })
  })

  it.each(['', null, ' \t\u00a0'])('may be %j, which means none', async (none) => {
    const shipTo = {
      name: 'Ann Example',
      company: none,
      line1: '88 Example Rd',
      line2: none,
      line3: none,
      city: 'Tsuen Wan',
      region: none,
      postalCode: none,
      country: 'HK',
      phone: none,
    }
    const empty = {
      shippingService: none,
      buyerNote: none,
      deliveryFrom: none,
      deliveryTo: none,
      gift: { message: none },
      taxNumbers: [],
      onShort: null,
      lines: [{ ...orderOf('', item).lines[0], sku: none, variation: [] }],
    }
    const username = `empty${serial}`
    const { id, status, body } = await push({ id: none, username, name: 'Ann', email: none }, { shipTo, ...empty })
    expect(status).toBe(201)
    const absent = { company: null, line2: null, line3: null, region: null, postalCode: null, phone: null }
    expect(body).toMatchObject({ shipTo: absent, buyer: { id: null, email: null }, gift: { message: null } })
    // A repeated push without them is the same order.
    const { line1, name, city, country } = { ...shipTo }
    const again = {
      ...orderOf(id, item),
      buyer: { username, name: 'Ann' },
      shipTo: { name, line1, city, country },
      gift: {},
    }
    const repeated = await api.ask('POST', `${seller}/orders`, { body: again })
    expect([repeated.status, repeated.body.errors]).toEqual([200, undefined])
  })

  it('reject an empty required text, and explain what is wrong with an e-mail address', async () => {
    const refused = await push({ username: 'ann', name: '', email: 'nobody' })
    expect(refused).toMatchObject({ status: 422 })
    expect(refused.body.errors).toEqual([
      { pointer: '/buyer/name', detail: expect.any(String) },
      { pointer: '/buyer/email', detail: 'is not an e-mail address.' },
    ])
  })
})
