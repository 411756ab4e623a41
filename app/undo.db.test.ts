import { addRow, addRows, rowsOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, testServices } from '#features/people/accounts/testing.ts'
import { listViews } from '#features/machinery/grid/list-routes.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import * as editResource from '#features/selling/listings/listing-edit-resource.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { removeOldUndos } from '#features/machinery/undo/undos-db.server.ts'
import { undoLifetimeMs } from '#features/machinery/undo/undo.ts'
import * as policiesPage from '#features/selling/policies/policies-page.tsx'
import * as rulesPage from '#features/shipping/rules/shipping-rules-page.tsx'
import * as templatesPage from '#features/orders/conversations/templates-page.tsx'
import * as undoResource from './undo-resource.ts'

const listingsViews = { action: listViews(listingsList) }
const start = new Date('2026-11-20T12:00:00Z')
let now = start
const db = await testDatabase()
const hub = testServices(db, { now: () => now })
await addFormProducts(db)
const shop = await addFormShop(hub, db, 'camera-shop')
const neighbour = await addFormShop(hub, db, 'neighbour')

beforeEach(() => void (now = start))

/** The step that a page offers to undo. */
const offered = (location: string | null) => new URL(location ?? '', 'http://hub').searchParams.get('undo')!

const takeBack = async (id: string, by = shop.browser) => {
  const { location } = await by.post(undoResource, '/sh/undo', { id, back: '/sh/lst/drafts?undo=x' })
  return new URL(location!, 'http://hub')
}

/** Adds another owner, since a seller must keep one. Returns the member. */
async function addOwner(): Promise<string> {
  const { id } = await addTestMember(hub)
  await db.owner.insertInto('memberships').values({ member_id: id, seller_id: shop.sellerId, role: 'owner' }).execute()
  return id
}

/** All rows of the shop's listings, for comparison. */
async function everything() {
  const tables = [
    'listings',
    'listing_contents',
    'listing_policies',
    'listing_variations',
    'listing_drafts',
    'listing_search',
  ]
  const { rows } = await sql<object>`
    ${sql.join(
      tables.map(
        (table) =>
          sql`select ${table} as name, to_jsonb(t) as row from ${sql.table(table)} t where seller_id = ${shop.sellerId}`,
      ),
      sql` union all `,
    )} order by 1, 2`.execute(db.owner)
  return rows
}

const counted = async () =>
  (
    await db.owner.selectFrom('listing_counts').select('listings').where('seller_id', '=', shop.sellerId).execute()
  ).reduce((sum, { listings }) => sum + listings, 0)

async function discard() {
  const view = await shop.open('mode=AddItem')
  const { location } = await shop.send(
    view,
    'save',
    await shop.complete({ 'axis1.name': 'Size', 'axis1.values': 'S, M' }),
  )
  const kept = await shop.open(new URL(location!, 'http://hub').searchParams.toString())
  const before = await everything()
  const count = await counted()
  const answer = await shop.send(kept, 'discard', {})
  return { before, count, id: offered(answer.location) }
}

describe('a discarded draft', () => {
  it('disappears, and can be restored completely once', async () => {
    const { before, count, id } = await discard()
    expect(JSON.stringify(await everything())).not.toContain('Leica M3, 1957')
    expect(await counted()).toBe(count - 1)
    expect((await takeBack(id)).href).toBe('http://hub/sh/lst/drafts?undone=1.0')
    expect(await everything()).toEqual(before)
    expect(await counted()).toBe(count)
    expect((await takeBack(id)).searchParams.get('undone')).toBe('0.0')
    expect(await everything()).toEqual(before)
  })

  it('can be restored only by the member who discarded it, for a day', async () => {
    const { id } = await discard()
    const colleague = await addTestMember(hub)
    await addRows(db.owner, 'memberships', { seller_id: shop.sellerId, member_id: colleague.id, role: 'owner' })
    const gone = await everything()
    for (const other of [neighbour.browser, await signedInBrowser(hub, colleague.email)])
      expect((await takeBack(id, other)).searchParams.get('undone')).toBe('0.0')
    now = new Date(start.getTime() + undoLifetimeMs)
    expect((await takeBack(id)).searchParams.get('undone')).toBe('0.0')
    await removeOldUndos(db.owner, new Date(now.getTime() - 1))
    now = new Date(now.getTime() - 1)
    expect(await everything()).toEqual(gone)
    expect((await takeBack(id)).searchParams.get('undone')).toBe('1.0')
  })

  it('is deleted for good after a day', async () => {
    const { id } = await discard()
    await removeOldUndos(db.owner, new Date(start.getTime() + undoLifetimeMs))
    expect((await takeBack(id)).searchParams.get('undone')).toBe('0.0')
  })

  it('needs the role for discarding', async () => {
    const { id } = await discard()
    const other = await addOwner()
    await db.owner
      .updateTable('memberships')
      .set({ role: 'viewer' })
      .where('seller_id', '=', shop.sellerId)
      .where('member_id', '!=', other)
      .execute()
    const refused = await shop.browser.post(undoResource, '/sh/undo', { id })
    await db.owner.updateTable('memberships').set({ role: 'owner' }).where('seller_id', '=', shop.sellerId).execute()
    expect(refused.status).toBe(403)
    expect((await takeBack(id)).searchParams.get('undone')).toBe('1.0')
  })

  it('does not replace a newer revision form of a listing', async () => {
    const item = await shop.publish()
    const revise = async (title: string) => {
      const view = await shop.open(`mode=ReviseItem&itemId=${item}`)
      await shop.send(view, 'save', await shop.complete({ title }))
      return shop.open(`mode=ReviseItem&itemId=${item}`)
    }
    const { location } = await shop.send(await revise('First'), 'discard', {})
    expect(new URL(location!, 'http://hub').searchParams.get('itemId')).toBe(item)
    await revise('Second')
    expect((await takeBack(offered(location))).searchParams.get('undone')).toBe('0.1')
    const drafts = await rowsOf(db.owner, 'listing_drafts', { mode: 'ReviseItem' })
    expect(drafts.map(({ typed }) => typed['title'])).toEqual(['Second'])
  })

  it('is not restored if its form was edited elsewhere, to avoid a duplicate', async () => {
    const view = await shop.open('mode=AddItem')
    const { location } = await shop.send(view, 'save', { title: 'Rollei 35' })
    const kept = await shop.open(new URL(location!, 'http://hub').searchParams.toString())
    const { location: gone } = await shop.send(kept, 'discard', {})
    await shop.send(view, 'save', { title: 'Rollei 35, black' })
    expect((await takeBack(offered(gone))).searchParams.get('undone')).toBe('0.1')
    const titles = (await shop.listings()).map(({ title }) => title).filter((title) => title.startsWith('Rollei'))
    expect(titles).toEqual(['Rollei 35, black'])
  })
})

it('a deleted view is restored with its address, unless its name is taken', async () => {
  const url = '/sh/lst/active/views'
  const save = () => shop.browser.post(listingsViews, url, { intent: 'save', name: 'Leica', query: 'q=leica' })
  const views = () => db.owner.selectFrom('saved_views').selectAll().where('seller_id', '=', shop.sellerId).execute()
  await save()
  const before = await views()
  const remove = async () => shop.browser.post(listingsViews, url, { intent: 'delete', id: (await views())[0]!.id })
  const { location } = await remove()
  expect(await views()).toEqual([])
  expect((await takeBack(offered(location))).searchParams.get('undone')).toBe('1.0')
  expect(await views()).toEqual([{ ...before[0], created_at: expect.any(Date) }])
  const again = offered((await remove()).location)
  await save()
  expect((await takeBack(again)).searchParams.get('undone')).toBe('0.1')
  expect(await views()).toHaveLength(1)
})

it('a shared view of a former member can be deleted only by team managers, who own it after undo', async () => {
  const view = { seller_id: shop.sellerId, resource: 'active', query: '', shared: true }
  const [left, stays] = [await addTestMember(hub), await addTestMember(hub)]
  await addRows(db.owner, 'memberships', { seller_id: shop.sellerId, member_id: stays.id, role: 'manager' })
  const keep = (member_id: string, name: string, change = {}) =>
    addRow(db.owner, 'saved_views', { ...view, member_id, name, ...change })
  const [ofLeft, alone, ofTeam] = [
    await keep(left.id, 'Left behind'),
    await keep(left.id, 'Nobody sees it', { shared: false }),
    await keep(stays.id, 'In use'),
  ]
  const remove = async ({ id }: { id: string }, by = shop.browser) => {
    const { location } = await by.post(listingsViews, '/sh/lst/active/views', { intent: 'delete', id })
    return new URL(location!, 'http://hub').searchParams
  }
  expect((await remove(ofLeft, await signedInBrowser(hub, stays.email))).get('viewProblem')).toBe('unknown')
  expect((await remove(ofLeft, neighbour.browser)).get('viewProblem')).toBe('unknown')
  for (const other of [alone, ofTeam]) expect((await remove(other)).get('viewProblem')).toBe('unknown')
  const undo = (await remove(ofLeft)).get('undo')!
  const find = () => db.owner.selectFrom('saved_views').selectAll().where('id', '=', ofLeft.id).executeTakeFirst()
  expect(await find()).toBeUndefined()
  await takeBack(undo)
  expect(await find()).toMatchObject({ name: 'Left behind', shared: true })
  expect((await find())?.member_id).not.toBe(left.id)
})

it('a price is restored, unless it was changed since', async () => {
  const item = await shop.publish({ price: '10.00' })
  const row = async () => (await shop.listings()).find((one) => one.item_number === item)!
  const edit = async (value: string) => {
    const { version } = await row()
    const { data } = await shop.browser.post(editResource, '/sh/lst/edit', {
      item,
      version: `${version}`,
      column: 'price',
      value,
    })
    return data.undo as string
  }
  const first = await edit('12.50')
  expect((await takeBack(first)).searchParams.get('undone')).toBe('1.0')
  expect(await row()).toMatchObject({ price_minor: 1000, quantity_available: 1 })
  const second = await edit('13.00')
  await edit('14.00')
  expect((await takeBack(second)).searchParams.get('undone')).toBe('0.1')
  expect(await row()).toMatchObject({ price_minor: 1400 })
})

it('a script gets the result in words', async () => {
  const { id } = await discard()
  const ask = () => shop.browser.post(undoResource, '/sh/undo', { id }, { accept: 'application/json' })
  const address = expect.stringMatching(/^\/sl\/list\?mode=AddItem&key=/)
  expect((await ask()).data).toEqual({ toast: { text: 'Undone', link: { label: 'Open', href: address } } })
  expect((await ask()).data).toEqual({ toast: { text: expect.stringContaining('no longer'), tone: 'bad' } })
})

it('restores deleted templates and policies, unless their names are taken', async () => {
  const templates = async () => (await shop.browser.get(templatesPage, '/settings/templates')).data.templates
  const saveTemplate = () =>
    shop.browser.post(templatesPage, '/settings/templates', { step: 'save', name: 'Thanks', body: 'Thank you' })
  const policies = async () => {
    const { groups } = (await shop.browser.get(policiesPage, '/settings/policies')).data
    return groups.find(({ kind }: { kind: string }) => kind === 'RETURN').policies
  }
  const savePolicy = () =>
    shop.browser.post(policiesPage, '/settings/policies', {
      intent: 'save',
      kind: 'RETURN',
      name: 'A fortnight',
      days: '14',
    })
  await saveTemplate()
  await savePolicy()
  const [before, terms] = [await templates(), await policies()]
  const template = before.find(({ name }: { name: string }) => name === 'Thanks')
  const policy = terms.find(({ name }: { name: string }) => name === 'A fortnight')
  const deleteTemplate = () =>
    shop.browser.post(templatesPage, '/settings/templates', { step: 'delete', id: template.id })
  const deletePolicy = () =>
    shop.browser.post(policiesPage, '/settings/policies', {
      intent: 'delete',
      kind: 'RETURN',
      change: `${policy.id}:${policy.version}`,
    })
  for (const { location } of [await deleteTemplate(), await deletePolicy()]) await takeBack(offered(location))
  expect([await templates(), await policies()]).toEqual([before, terms])
  const gone = [await deleteTemplate(), await deletePolicy()]
  await saveTemplate()
  await savePolicy()
  const others = [await templates(), await policies()]
  for (const { location } of gone) await takeBack(offered(location))
  expect([await templates(), await policies()]).toEqual(others)
})

it('puts a deleted shipping rule back to its place', async () => {
  const address = '/settings/shipping-rules'
  const rules = async () => (await shop.browser.get(rulesPage, address)).data.rules
  for (const name of ['One', 'Two', 'Three'])
    await shop.browser.post(rulesPage, address, { step: 'save', name, wish: 'fastest' })
  const before = await rules()
  expect(before).toHaveLength(3)
  const { location } = await shop.browser.post(rulesPage, address, { step: 'delete', id: before[1].id })
  expect(await rules()).toEqual([before[0], before[2]])
  await takeBack(offered(location))
  expect(await rules()).toEqual(before)
})
