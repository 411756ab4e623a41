import { anyListing, addRows } from '#db/testing-row.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { placeEvents } from '#features/developers/webhooks/events-db.server.ts'
import { minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { toSendAgain, type ConnectionReport } from './connection.ts'
import { findConnection, lockConnection, saveReport } from './connections-db.server.ts'
import * as page from './connections-page.tsx'
import { refusedOrder, reportOf } from './testing.ts'

const now = new Date('2026-11-23T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)

const db = await testDatabase()
const hub = testServices(db, { now: () => now })
const operator = await signedInBrowser(hub, (await addTestMember(hub, { operator: true })).email)

beforeEach(async () => {
  await db.owner.deleteFrom('connections').execute()
})

const report = (
  name: string,
  more: Partial<ConnectionReport> = {},
  { at = now, obeyedUntil = null }: { at?: Date; obeyedUntil?: Date | null } = {},
) =>
  db.asOwner(async (own) => {
    const known = await lockConnection(own, name)
    await saveReport(own, { name, report: reportOf(at, more), known, obeyedUntil, now: at })
  })

const shown = async (query = '') => (await operator.get(page, paths.operatorConnections() + query)).data
const askedOf = async (name: string) => toSendAgain((await findConnection(db.owner, name))!)
const post = (fields: Record<string, string>) => operator.post(page, paths.operatorConnections(), fields)
const itemFields = { direction: 'TO_HUB', kind: 'ORDER', seller: 's-42' }

describe('the operator’s page of connections', () => {
  it('is empty without one', async () => {
    expect(await shown()).toEqual({ connections: [], done: null })
  })

  it('shows each with its state, its figures and what was refused, the newest first', async () => {
    await report('medusa', { shop: 'Medusa', shopVersion: null, failure: 'The shop answered 502.' })
    await report('old', { connectorVersion: null, kitVersion: null }, { at: ago(30) })
    await report('vendure', {
      refused: [
        refusedOrder('A-1'),
        refusedOrder('k-1', { direction: 'TO_SHOP', kind: 'PARCEL', about: 'A-7', since: ago(5) }),
      ],
    })
    const { connections } = await shown()
    expect(connections).toMatchObject([
      {
        name: 'medusa',
        shop: 'Medusa',
        status: { tone: 'bad', text: 'Not working' },
        failure: 'The shop answered 502.',
      },
      { name: 'old', status: { text: 'Not heard from since 23 Nov, 11:30' }, canRemove: true },
      {
        name: 'vendure',
        shop: 'Vendure 3.7.3',
        status: { tone: 'good', text: 'Working' },
        canRemove: false,
        count: '2',
        refused: [
          { name: 'Parcel of order A-7', where: 'To the shop', since: '23 Nov, 11:55', isAsked: false },
          { name: 'Order A-1', where: 'To the hub', reason: expect.stringContaining('44.99 GBP') },
        ],
      },
    ])
    expect(connections[1].facts[0]).toEqual({ label: 'Connector', value: '–' })
    expect(connections[2].facts).toEqual([
      { label: 'Connector', value: '0.1.0, kit 0.1.0' },
      { label: 'Last report', value: '23 Nov, 12:00' },
      { label: 'Shop read', value: '23 Nov, 12:00' },
      { label: 'Hub read', value: '23 Nov, 12:00' },
      { label: 'Events to read', value: '–' },
      { label: 'Listings sent', value: '88' },
      { label: 'Orders sent', value: '1,204' },
      { label: 'Sent to the shop', value: '310' },
      { label: 'Waiting', value: '0' },
      { label: 'Refused', value: '2' },
    ])
  })

  it('says how many events a connector has not read, and how many refused items are not listed', async () => {
    const sellerId = await addTestSeller(db)
    for (const title of ['Lamp', 'Bell'])
      await addRows(db.owner, 'listings', {
        seller_id: sellerId,
        title,
        ...anyListing,
        price_minor: 1,
      })
    await placeEvents(db, () => now)
    const places = await db.owner.selectFrom('events').select('place').orderBy('place').execute()
    const counts = { listings: 0, orders: 0, told: 0, waiting: 3, refused: 400 }
    await report('vendure', { eventsPlace: places.at(-2)!.place, counts, refused: [refusedOrder('A-1')] })
    const { connections } = await shown()
    expect(connections[0].facts).toContainEqual({ label: 'Events to read', value: '1' })
    expect(connections[0].count).toBe('The newest 1 of 403')
  })

  it('asks to send one item again until the connector has', async () => {
    const refused = [refusedOrder('A-1'), refusedOrder('A-2')]
    await report('vendure', { refused })
    const { status, location } = await post({ step: 'one', connection: 'vendure', ...itemFields, id: 'A-2' })
    expect([status, location]).toEqual([303, paths.operatorConnections('asked')])
    const asked = await askedOf('vendure')
    expect(asked).toMatchObject({ all: false, items: [{ id: 'A-2' }] })
    // A connector that was killed meanwhile reports as before, and is asked again.
    await report('vendure', { refused })
    expect(await askedOf('vendure')).toEqual(asked)
    const { connections } = await shown()
    expect(connections[0].refused.map((each: { isAsked: boolean }) => each.isAsked)).toEqual([false, true])
    // It was refused again, and stays in the list with the button.
    await report('vendure', { refused }, { obeyedUntil: asked!.askedAt })
    expect(await askedOf('vendure')).toBeNull()
  })

  it('asks to send all again, and keeps a request that came after those obeyed', async () => {
    await report('vendure', { refused: [refusedOrder('A-1')] })
    await post({ step: 'all', connection: 'vendure' })
    const first = await askedOf('vendure')
    expect(first).toMatchObject({ all: true, items: [] })
    // In the same millisecond.
    await post({ step: 'one', connection: 'vendure', ...itemFields, id: 'A-1' })
    await report('vendure', { refused: [refusedOrder('A-1')] }, { obeyedUntil: first!.askedAt })
    expect(await askedOf('vendure')).toMatchObject({ all: false, items: [{ id: 'A-1' }] })
  })

  it('removes one', async () => {
    await report('old', { refused: [refusedOrder('A-1')] }, { at: ago(60) })
    expect((await post({ step: 'remove', connection: 'old' })).location).toBe(paths.operatorConnections('removed'))
    expect(await shown('?done=removed')).toEqual({ connections: [], done: 'removed' })
  })

  it('refuses what it does not offer', async () => {
    expect((await post({ step: 'all', connection: 'none' })).status).toBe(404)
    expect((await post({ step: 'other', connection: 'none' })).status).toBe(400)
    expect((await post({ step: 'one', connection: 'none', ...itemFields, kind: 'CART', id: 'A-1' })).status).toBe(400)
  })

  it('is for operators only', async () => {
    const { email } = await addTestMember(hub)
    const member = await signedInBrowser(hub, email)
    expect((await member.get(page, paths.operatorConnections())).status).toBe(403)
    expect((await member.post(page, paths.operatorConnections(), { step: 'all', connection: 'x' })).status).toBe(403)
  })
})
