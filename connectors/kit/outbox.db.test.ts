import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '#db/testing.ts'
import { openSharedOutbox } from './outbox-postgres.ts'
import { openOutbox } from './outbox-sqlite.ts'
import { type Outbox, type SentThing } from './outbox.ts'

const order: SentThing = {
  kind: 'order',
  seller: 's-42',
  id: 'A-1',
  state: 'REFUSED',
  number: null,
  parts: {},
  digest: 'a',
  lineIds: ['l-1', 'l-2'],
  code: 'not-on-offer',
  params: { detail: 'Ended.', n: 2 },
  reason: 'The listing is not on sale',
}
const named = { seller: 's-42', id: 'A-1' }

const stores: [name: string, open: (now?: () => Date) => Promise<Outbox>][] = [
  ['SQLite', async (now) => openOutbox(':memory:', now)],
  ['PostgreSQL', async (now) => openSharedOutbox({ url: await emptyDatabase(), name: 'vendure', now })],
]

describe.each(stores)('an outbox in %s', (_, open) => {
  async function opened(now?: () => Date) {
    const outbox = await open(now)
    onTestFinished(() => outbox.close())
    return outbox
  }

  it('lists what either side refused since when its reason came first, the newest first', async () => {
    let clock = new Date('2026-11-23T12:00:00Z')
    const outbox = await opened(() => clock)
    await outbox.keep(order)
    clock = new Date('2026-11-23T13:00:00Z')
    await outbox.keep({ ...order, digest: 'b' })
    const about = { seller: 's-42', id: 'A-2' }
    const why = { code: 'parcel-stays', params: { n: 2 } }
    await outbox.keepApplied({ kind: 'shipment', key: 'k-1', about, digest: '', reason: 'The order is closed.', why })
    const parcel = { kind: 'shipment', seller: 's-42', id: 'k-1', about: 'A-2', since: '2026-11-23T13:00:00.000Z' }
    expect(await outbox.refused(9)).toEqual([
      { ...parcel, reason: 'The order is closed.', why },
      {
        kind: 'order',
        ...named,
        about: null,
        reason: order.reason,
        why: { code: order.code, params: order.params },
        since: '2026-11-23T12:00:00.000Z',
      },
    ])
    expect(await outbox.refused(1)).toHaveLength(1)
    expect(await outbox.refusedByShop()).toMatchObject([{ key: 'k-1', about }])
    await outbox.keep({ ...order, reason: 'It does not add up.' })
    expect((await outbox.refused(9)).map(({ since }) => since)).toEqual(Array(2).fill('2026-11-23T13:00:00.000Z'))
    expect(await outbox.reasons()).toEqual([{ code: 'not-on-offer', count: 1 }])
    await outbox.keep({ ...order, state: 'SENT', number: '12-1', code: null, reason: null })
    expect(await outbox.refused(9)).toMatchObject([{ id: 'k-1' }])
    expect(await outbox.counts()).toEqual([
      { kind: 'order', state: 'SENT', count: 1 },
      { kind: 'shipment', state: 'REFUSED', count: 1 },
    ])
  })

  it('has what was kept, and no more of it than once', async () => {
    const outbox = await opened()
    const taken = { state: 'SENT', number: '12-1', code: null, params: null, reason: null } as const
    const sent: SentThing = { ...order, ...taken, parts: { rest: 'x' } }
    await outbox.keepAll([sent, { ...sent, id: 'A-2', number: '12-2' }, { ...sent, digest: 'c' }])
    expect(await outbox.find('order', named)).toEqual({ ...sent, digest: 'c' })
    expect(await outbox.find('listing', named)).toBeNull()
    expect(await outbox.findByNumber('order', 's-42', '12-2')).toMatchObject({ id: 'A-2' })
    expect(await outbox.withReason()).toEqual([])
    await outbox.forget(sent)
    expect(await outbox.find('order', named)).toBeNull()
    await outbox.keep({ ...sent, kind: 'listing' })
    expect(await outbox.listings()).toEqual([{ ...sent, kind: 'listing' }])

    const about = { seller: 's-42', id: 'A-2' }
    await outbox.keepApplied({ kind: 'refund', key: 'r-1', about, digest: '', reason: null })
    expect(await outbox.findApplied('refund', 'r-1')).toEqual({
      kind: 'refund',
      key: 'r-1',
      about,
      digest: '',
      reason: null,
      why: null,
    })
    await outbox.forgetApplied('refund', 'r-1')
    expect(await outbox.findApplied('refund', 'r-1')).toBeNull()

    expect(await outbox.takenOver(named)).toBeUndefined()
    await outbox.takeOver(named, '118304211004')
    expect(await outbox.listingTakenOver('s-42', '118304211004')).toEqual(named)
    await outbox.takeOver(named, null)
    expect(await outbox.takenOver(named)).toBeNull()

    for (const value of ['1', '2', null]) {
      await outbox.keepPlace('events', value)
      expect(await outbox.place('events')).toBe(value)
    }
  })

  it('keeps none of many if one cannot be kept', async () => {
    const outbox = await opened()
    const wrong = { ...order, id: 'A-2', state: 'ODD' as SentThing['state'] }
    await expect(outbox.keepAll([order, wrong])).rejects.toThrow()
    expect(await outbox.find('order', named)).toBeNull()
    await outbox.keep(order)
    expect(await outbox.find('order', named)).toEqual(order)
  })
})

it('connectors of two shops share a database and no memory', async () => {
  const url = await emptyDatabase()
  const one = await openSharedOutbox({ url, name: 'vendure' })
  const other = await openSharedOutbox({ url, name: 'Vendure in Berlin' })
  const again = await openSharedOutbox({ url, name: 'vendure' })
  onTestFinished(async () => {
    for (const outbox of [one, other, again]) await outbox.close()
  })
  await one.keep(order)
  expect(await other.find('order', named)).toBeNull()
  expect(await again.find('order', named)).toEqual(order)
})
