import { expect, it } from 'vitest'
import { openOutbox, type SentThing } from './outbox.ts'

it('lists what either side refused since when its reason came first, the newest first', () => {
  let clock = new Date('2026-11-23T12:00:00Z')
  const outbox = openOutbox(':memory:', () => clock)
  const order: SentThing = {
    kind: 'order',
    seller: 's-42',
    id: 'A-1',
    state: 'REFUSED',
    number: null,
    parts: {},
    digest: 'a',
    lineIds: [],
    code: 'not-on-offer',
    reason: 'The listing is not on sale',
  }
  outbox.keep(order)
  clock = new Date('2026-11-23T13:00:00Z')
  outbox.keep({ ...order, digest: 'b' })
  const about = { seller: 's-42', id: 'A-2' }
  outbox.keepApplied({ kind: 'shipment', key: 'k-1', about, digest: '', reason: 'The order is closed.' })
  const parcel = { kind: 'shipment', seller: 's-42', id: 'k-1', about: 'A-2', since: '2026-11-23T13:00:00.000Z' }
  expect(outbox.refused(9)).toEqual([
    { ...parcel, reason: 'The order is closed.' },
    {
      kind: 'order',
      seller: 's-42',
      id: 'A-1',
      about: null,
      reason: 'The listing is not on sale',
      since: '2026-11-23T12:00:00.000Z',
    },
  ])
  expect(outbox.refused(1)).toHaveLength(1)
  outbox.keep({ ...order, reason: 'It does not add up.' })
  expect(outbox.refused(9).map(({ since }) => since)).toEqual(Array(2).fill('2026-11-23T13:00:00.000Z'))
  outbox.keep({ ...order, state: 'SENT', number: '12-1', code: null, reason: null })
  expect(outbox.refused(9)).toMatchObject([{ id: 'k-1' }])
})
