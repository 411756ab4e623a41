import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { maxRefusals } from '#features/operator/connections/connection.ts'
import { requestSendAgain } from '#features/operator/connections/connections-db.server.ts'
import { removeSeller } from '#features/operator/console/remove-seller-db.server.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { testApi } from './testing.ts'

const db = await testDatabase()
const api = await testApi(db)

const refused = (id: string, more: object = {}) => ({
  direction: 'TO_HUB' as const,
  kind: 'ORDER' as const,
  seller: 's-42',
  id,
  reason: 'It does not add up.',
  since: '2026-11-22T09:12:00.000Z',
  ...more,
})

const body = (more: object = {}) => ({
  shop: { kind: 'Vendure' },
  counts: { listings: 1, orders: 2, told: 3, waiting: 0, refused: 1 },
  refused: [refused('A-1')],
  ...more,
})

const put = (name: string, more: object = {}) => api.ask('PUT', `/connections/${name}`, { body: body(more) })

describe('a connection', () => {
  it('is reported, and read as it was reported last', async () => {
    expect((await api.ask('GET', '/connections/vendure')).status).toBe(404)
    const { next } = (await api.ask('GET', '/events')).body
    const read = { shopReadAt: '2026-11-23T10:00:00.000Z', hubReadAt: '2026-11-23T10:00:02.000Z', after: next }
    expect((await put('vendure', read)).status).toBe(201)
    const again = await put('vendure', {
      failure: 'The shop answered 502.',
      failureCode: 'shop-fails',
      failureParams: { detail: '502' },
      shop: { kind: 'Vendure', version: '3.7.3' },
      connector: { version: '1.2.0', kit: '0.1.0' },
    })
    expect(again).toMatchObject({
      status: 200,
      body: {
        name: 'vendure',
        shop: { kind: 'Vendure', version: '3.7.3' },
        connector: { version: '1.2.0', kit: '0.1.0' },
        shopReadAt: null,
        failure: 'The shop answered 502.',
        failureCode: 'shop-fails',
        failureParams: { detail: '502' },
        refused: [refused('A-1', { about: null, code: null, params: {} })],
        sendAgain: null,
      },
    })
    const why = { code: 'does-not-add-up', params: { hub: '45.00 GBP', n: 2 } }
    expect((await put('worded', { refused: [refused('A-1', why)] })).body.refused).toMatchObject([why])
    expect((await api.ask('GET', '/connections/vendure')).body).toEqual(again.body)
    expect((await put('vendure')).body).toMatchObject({ failure: null, failureCode: null, failureParams: {} })
  })

  it('tells what the operator asks to send again, until that is reported as done', async () => {
    await put('asked', { refused: [refused('A-1'), refused('A-2')] })
    const item = { direction: 'TO_HUB', kind: 'ORDER', seller: 's-42', id: 'A-2' } as const
    await requestSendAgain(db.owner, { name: 'asked', item, now: api.hub.now() })
    const told = await put('asked', { refused: [refused('A-1'), refused('A-2')] })
    expect(told.body.sendAgain).toMatchObject({ all: false, items: [item] })
    expect((await put('asked')).body.sendAgain).toBeNull()
    await requestSendAgain(db.owner, { name: 'asked', item: null, now: api.hub.now() })
    const { askedAt, ...asked } = (await put('asked')).body.sendAgain
    expect(asked).toEqual({ all: true, items: [] })
    expect((await put('asked', { sentAgain: askedAt })).body.sendAgain).toBeNull()
  })

  it('is refused with what no connector reports', async () => {
    const many = Array.from({ length: maxRefusals + 1 }, (_, nth) => refused(`A-${nth}`))
    for (const [wrong, pointer] of [
      [{ refused: many }, '/refused'],
      [{ refused: [refused('A-1'), refused('A-1')] }, '/refused'],
      [{ after: 'of another list' }, '/after'],
      [{ reportsEvery: 0 }, '/reportsEvery'],
      [{ shopReadAt: '2030-01-01T00:00:00Z' }, '/shopReadAt'],
    ] as const) {
      const { status, body: problem } = await put('wrong', wrong)
      expect([status, problem.errors[0].pointer]).toEqual([422, pointer])
    }
    expect((await api.ask('GET', '/connections/wrong')).status).toBe(404)
  })

  it('is no business of a seller’s key, whatever its scopes', async () => {
    const key = await api.makeKey({ sellerId: await addTestSeller(db) })
    expect((await api.ask('GET', '/connections/vendure', { key })).status).toBe(403)
    expect((await api.ask('PUT', '/connections/vendure', { key, body: body() })).status).toBe(403)
  })

  it('forgets what it reported of a seller who is removed', async () => {
    const sellerId = await addTestSeller(db)
    await db.owner.updateTable('sellers').set({ external_id: 's-gone' }).where('id', '=', sellerId).execute()
    await put('removed', { refused: [refused('A-1'), refused('A-2', { seller: 's-gone' })] })
    await removeSeller(db.owner, sellerId, () => {})
    expect((await api.ask('GET', '/connections/removed')).body.refused).toMatchObject([{ id: 'A-1' }])
  })
})
