import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { announceTimesAway } from '#features/orders/time-away/announce-times-away.server.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { addTestListing, orderOf } from './testing-orders.ts'
import { testApi } from './testing.ts'

const db = await testDatabase()
const before = new Date('2026-12-14T10:00:00Z')
let now = before
const api = await testApi(db, { now: () => now })
const key = await api.makeKey({ days: 90 })
const ask: typeof api.ask = (method, path, asking = {}) => api.ask(method, path, { key, ...asking })
const week = { from: '2026-12-21', to: '2026-12-27', message: 'Skiing', listings: 'PAUSE' }

let sellerId: number
let seller: string
let item: string
let other: string

beforeEach(async () => {
  now = before
  sellerId = await addTestSeller(db)
  const row = db.owner.selectFrom('sellers').select('username').where('id', '=', sellerId)
  seller = `/sellers/${(await row.executeTakeFirstOrThrow()).username}`
  item = await addTestListing(db, { sellerId, quantity: 5 })
  other = await addTestListing(db, { sellerId, quantity: 5 })
})

const put = (body: object = week) => ask('PUT', `${seller}/time-away`, { body })
const stateOf = async (of: string) => (await ask('GET', `${seller}/listings/${of}`)).body.state
const paidAt = (at: string) => ({ placedAt: at, payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: at } })

describe('a time away', () => {
  it('is set, read with the seller, changed and ended', async () => {
    expect((await ask('GET', `${seller}/time-away`)).status).toBe(404)
    expect((await ask('GET', seller)).body.away).toBeNull()
    const said = {
      from: '2026-12-21',
      to: '2026-12-27',
      startsAt: '2026-12-21T00:00:00.000Z',
      endsAt: '2026-12-28T00:00:00.000Z',
      message: 'Skiing',
      listings: 'PAUSE',
      shipsFrom: '2026-12-28',
    }
    expect(await put({ ...week, except: [other] })).toMatchObject({ status: 201, body: { ...said, except: [other] } })
    expect((await ask('GET', seller)).body.away).toEqual(said)
    expect(await put({ ...week, to: '2026-12-28' })).toMatchObject({ status: 200, body: { except: [] } })
    expect((await ask('DELETE', `${seller}/time-away`)).status).toBe(204)
    expect((await ask('DELETE', `${seller}/time-away`)).status).toBe(404)
    expect((await ask('GET', seller)).body.away).toBeNull()
  })

  it('is refused with the place of each mistake', async () => {
    const pointers = async (body: object) =>
      (await put({ ...week, ...body })).body.errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(await pointers({ from: '2026-12-01', to: '2026-11-01' })).toEqual(['/from', '/to'])
    expect(await pointers({ listings: 'HIDE' })).toEqual(['/listings'])
    expect(await pointers({ except: [item, '999999999999'] })).toEqual(['/except/1'])
  })
})

describe('listings', () => {
  it('are PAUSED while it lasts, but for the exceptions, in and out of the list', async () => {
    await put({ ...week, except: [other] })
    expect(await stateOf(item)).toBe('ACTIVE')
    now = new Date('2026-12-21T00:00:00Z')
    expect([await stateOf(item), await stateOf(other)]).toEqual(['PAUSED', 'ACTIVE'])
    const listed = async () =>
      (await ask('GET', `${seller}/listings`)).body.items.map((row: { item: string }) => row.item)
    expect(await listed()).toEqual([other])
    now = new Date('2026-12-28T00:00:00Z')
    expect(await stateOf(item)).toBe('ACTIVE')
    expect((await listed()).toSorted()).toEqual([item, other].toSorted())
  })

  it('are told to those who read on, and by events, when it begins and when it ends', async () => {
    const list = async (after?: string) =>
      (await ask('GET', `${seller}/listings${after ? `?after=${after}` : ''}`)).body
    const events = async (after?: string) => (await ask('GET', `/events${after ? `?after=${after}` : ''}`)).body
    const here = (page: { items: { data: { listing?: { item: string; state: string } } }[] }) =>
      page.items.flatMap(({ data }) => (data.listing?.item === item ? [data.listing.state] : []))
    await put()
    let { next } = await list()
    let { next: told } = await events()
    for (const [at, state] of [
      ['2026-12-22T10:00:00Z', 'PAUSED'],
      ['2026-12-28T10:00:00Z', 'ACTIVE'],
    ] as const) {
      now = new Date(at)
      await announceTimesAway(db, { now })
      const page = await list(next)
      expect(page.items.map((row: { state: string }) => row.state)).toEqual([state, state])
      const heard = await events(told)
      expect(here(heard)).toEqual([state])
      ;[next, told] = [page.next, heard.next]
    }
  })
})

describe('orders', () => {
  const push = (id: string, more: object, of = item) =>
    ask('POST', `${seller}/orders`, { body: { ...orderOf(id, of), ...more } })

  it('of a paused listing are refused, but for those placed and paid before', async () => {
    await put({ ...week, except: [other] })
    now = new Date('2026-12-21T00:00:10Z')
    expect((await push('late', paidAt('2026-12-21T00:00:01Z'))).body.type).toBe('urn:seller-hub:problem:not-on-offer')
    expect((await push('in time', paidAt('2026-12-20T23:59:59Z'))).status).toBe(201)
    expect((await push('of an exception', paidAt('2026-12-21T00:00:01Z'), other)).status).toBe(201)
    await ask('DELETE', `${seller}/time-away`)
    expect((await push('back', paidAt('2026-12-21T00:00:05Z'))).status).toBe(201)
  })

  it('of listings that stay on sale get ship-by times after it; those promised before stay', async () => {
    const promised = (await push('before', paidAt('2026-12-11T10:00:00Z'))).body.shipBy
    await put({ ...week, listings: 'STAY' })
    now = new Date('2026-12-22T10:00:00Z')
    expect((await push('within', paidAt('2026-12-22T09:00:00Z'))).body.shipBy).toBe('2026-12-29T23:59:59.000Z')
    const { body } = await ask('GET', `${seller}/orders/before`)
    expect([body.shipBy, promised]).toEqual(['2026-12-14T23:59:59.000Z', '2026-12-14T23:59:59.000Z'])
  })
})
