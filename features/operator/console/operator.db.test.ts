import { updateRows, addRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import * as page from './operator-page.tsx'
import * as sellerPage from './seller-page.tsx'
import { findSellers, marketplaceTotals } from './sellers-db.server.ts'
import { sellerSorts } from './sellers-query.ts'

const { db, hub } = await testHubAt()
const operator = await signedInBrowser(hub, (await addTestMember(hub, { operator: true })).email)

async function addOrders(seller_id: number, dates: string[]): Promise<void> {
  const buyer = { seller_id, username: `buyer${seller_id}`, name: 'B' }
  const { id: buyer_id } = await db.owner.insertInto('buyers').values(buyer).returning('id').executeTakeFirstOrThrow()
  const address = { seller_id, buyer_id, name: 'B', city: 'Bath', country: 'GB' }
  const { id } = await db.owner.insertInto('addresses').values(address).returning('id').executeTakeFirstOrThrow()
  for (const [i, date] of dates.entries()) {
    const order = {
      seller_id,
      order_number: `10-${10_000 + seller_id}-${10_000 + i}`,
      buyer_id,
      buyer_username: buyer.username,
      ship_to_address_id: id,
      ship_to_country: 'GB',
      placed_at: new Date(date),
      currency: 'GBP',
      subtotal_minor: 1000,
      line_count: 1,
      unit_count: 1,
    }
    await db.owner.insertInto('orders').values(order).execute()
  }
}

const nameOf = async (sellerId: number) =>
  (await db.owner.selectFrom('sellers').select('username').where('id', '=', sellerId).executeTakeFirstOrThrow())
    .username

describe('the operator’s page', () => {
  it('lists the sellers with their figures, most orders first', async () => {
    const { id } = await addTestMember(hub)
    const quiet = await addTestSeller(db, { [id]: 'owner' })
    const busy = await addTestSeller(db)
    await addOrders(busy, ['2026-03-01', '2026-05-04', '2026-04-01'])
    const { data } = await operator.get(page, '/operator')
    expect(data.sellers).toMatchObject([
      { username: await nameOf(busy), orders: '3', lastOrder: '4 May 2026', members: '0', country: 'United Kingdom' },
      { username: await nameOf(quiet), orders: '0', lastOrder: null, members: '1' },
    ])
    expect(data.totals).toEqual([
      { label: 'Sellers', value: '2' },
      { label: 'Members', value: '2' },
      { label: 'Orders', value: '3' },
      { label: 'Active listings', value: '0' },
    ])
  })

  it('uses an index for words and names, and kept counts for numbers', async () => {
    await db.asOwner(async (tx) => {
      // Few sellers are read faster without an index.
      await sql`set local enable_seqscan = off`.execute(tx)
      // The counts may include earlier transactions of the connection.
      const scanned = async () => {
        const { rows } = await sql<{ name: string; scans: number }>`
          select relname as name, pg_stat_get_xact_numscans(oid) + pg_stat_get_xact_tuples_fetched(oid) as scans
          from pg_class where relname in ('sellers_words', 'sellers_by_name', 'order_counts', 'listings')
            and relnamespace = 'hub'::regnamespace`.execute(tx)
        return new Map(rows.map(({ name, scans }) => [name, scans]))
      }
      const before = await scanned()
      const list = { q: '', limit: 50, offset: 0 }
      for (const sort of sellerSorts) await findSellers(tx, { ...list, sort })
      await findSellers(tx, { ...list, q: 'wool', sort: 'name' })
      await marketplaceTotals(tx)
      const after = await scanned()
      const scansOf = (name: string) => after.get(name)! - before.get(name)!
      expect([scansOf('listings'), scansOf('order_counts')]).toEqual([0, 0])
      for (const index of ['sellers_by_name', 'sellers_words']) expect(scansOf(index), index).toBeGreaterThan(0)
    })
  })

  it('searches by name, user name and external id, without wildcards', async () => {
    const percent = await addTestSeller(db)
    await updateRows(db.owner, 'sellers', { id: percent }, { display_name: '100% Wool_Shop', external_id: 'ext\\9' })
    const found = async (q: string) => {
      const { data } = await operator.get(page, `/operator?${new URLSearchParams({ q })}`)
      return data.sellers.map((seller: { username: string }) => seller.username)
    }
    for (const q of ['wool_', '100%', 'EXT\\9', ' Shop ']) expect(await found(q)).toEqual([await nameOf(percent)])
    expect(await found('no such seller')).toEqual([])
    expect((await found('%')).length).toBe(1)
  })

  it('pages through all of them', async () => {
    for (let i = 0; i < 60; i++) await addTestSeller(db)
    const seen: string[] = []
    let path: string | null = '/operator?sort=name'
    while (path) {
      const { data } = await operator.get(page, path)
      seen.push(...data.sellers.map((seller: { username: string }) => seller.username))
      path = data.pages.next
    }
    expect(seen).toHaveLength(63)
    expect(new Set(seen).size).toBe(63)
    const odd = await operator.get(page, '/operator?offset=-5&sort=drop&q=')
    expect(odd.data.query).toMatchObject({ offset: 0, sort: '-orders' })
  })

  it('is for operators only', async () => {
    const { id, email } = await addTestMember(hub)
    await addTestSeller(db, { [id]: 'owner' })
    expect((await (await signedInBrowser(hub, email)).get(page, '/operator')).status).toBe(403)
    operator.cookies.clear()
    expect(await operator.get(page, '/operator')).toMatchObject({ status: 302, location: '/sign-in?next=%2Foperator' })
  })

  it('shows a seller with members, their last visit, and their messages', async () => {
    const { id, email } = await addTestMember(hub, { name: 'Bea' })
    const away = await addTestMember(hub, { name: 'Cy' })
    const seller = await addTestSeller(db, { [id]: 'owner', [away.id]: 'viewer' })
    await signedInBrowser(hub, email)
    const told = { heading: 'Carriers', paragraphs: ['Collect early.'] }
    const model = { config: { messageId: 'carriers' }, title: told.heading, content: told.paragraphs }
    await addRows(db.owner, 'messages', { key: 'carriers', model: JSON.stringify(model) })
    const seen = { message_key: 'carriers', views: 2, last_shown_at: new Date('2026-05-01T10:00:00Z') }
    await addRows(db.owner, 'member_messages', [
      { ...seen, member_id: id, read_at: new Date('2026-05-02T10:00:00Z') },
      { ...seen, member_id: away.id },
    ])
    const asks = await signedInBrowser(hub, (await addTestMember(hub, { operator: true })).email)
    const { data } = await asks.get(sellerPage, `/operator/seller?seller=${await nameOf(seller)}`)
    expect(data.members).toMatchObject([
      { name: 'Bea', email, role: 'Owner', seen: expect.stringMatching(/\d{2}:\d{2}/), twoStep: 'off' },
      { name: 'Cy', role: 'Viewer', seen: 'not signed in' },
    ])
    expect(data.messages).toEqual([expect.objectContaining({ key: 'carriers', read: '1 of 2' })])
    const suspended = { label: 'Suspended since', value: expect.stringContaining('2026') as string }
    expect(data.facts).not.toContainEqual(suspended)
    const suspended_at = new Date('2026-03-04T10:00:00Z')
    await db.owner.updateTable('sellers').set({ suspended_at }).where('id', '=', seller).execute()
    const now = await asks.get(sellerPage, `/operator/seller?seller=${await nameOf(seller)}`)
    expect(now.data.facts).toContainEqual(suspended)
    expect((await asks.get(sellerPage, '/operator/seller?seller=nobody')).status).toBe(404)
    expect((await (await signedInBrowser(hub, email)).get(sellerPage, '/operator/seller')).status).toBe(403)
  })
})
