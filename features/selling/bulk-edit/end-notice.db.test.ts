import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addFormShop } from '#features/selling/listing-form/testing.ts'
import { signedInBrowser } from '#features/shop/accounts/test-browser.ts'
import { addTestMember, testServices } from '#features/shop/accounts/testing.ts'
import * as messagesPage from '#features/shop/messages/messages-page.tsx'
import { removeOldNotices, tellShop } from '#features/shop/messages/shop-notices-db.server.ts'
import { day, minute } from '#lib/duration.ts'
import { moveEdit } from './bulk-edits-db.server.ts'
import { resumeEdits } from './run-edit.server.ts'
import { addListings, bulkEditPages, operationFields } from './testing.ts'

let now = new Date('2026-11-20T12:00:00Z')
const db = await testDatabase()
const hub = testServices(db, { now: () => now })
const shop = await addFormShop(hub, db, 'camera-shop')
const other = await addFormShop(hub, db, 'other-shop')
const { open, view, step } = bulkEditPages(shop.browser)

beforeEach(async () => {
  await db.owner.deleteFrom('listings').execute()
  await db.owner.deleteFrom('messages').execute()
})

/** Completes abandoned bulk edits as the job does. */
const resume = () => {
  const report = (error: unknown) => {
    throw error
  }
  const { signal } = new AbortController()
  return resumeEdits(hub, { report, signal, tell: (notice) => tellShop(hub, notice) })
}

describe('the end of a bulk edit', () => {
  it('without its page is told under Messages, once, to those who edit listings', async () => {
    const [first = 0] = await addListings(db, shop.sellerId, 3)
    const edit = await open()
    await step(edit, 'operations', operationFields('price', 'formula', '+5'))
    const key = { sellerId: shop.sellerId, id: edit }
    const run = (from: 'REVIEW' | 'DONE', to: 'RUNNING' | 'UNDOING') =>
      db.asSeller(shop.sellerId, 'write', (own) => moveEdit(own, { ...key, from: [from], to, now }))
    await run('REVIEW', 'RUNNING')
    await db.owner.updateTable('listings').set({ price_minor: 700 }).where('id', '=', first).execute()
    now = new Date(now.getTime() + minute)
    await resume()
    await resume()
    const told = async (by = shop.browser) => (await by.get(messagesPage, '/messages')).data.messages
    const message = {
      title: 'Bulk edit done: 2 listings changed',
      content: ['1 listing was left unchanged; the result says why.'],
      links: [{ text: 'Open the result', action: { URL: `/sh/lst/bulk-edit?edit=${edit}` } }],
      unread: true,
    }
    expect(await told()).toMatchObject([message])
    expect(await told(other.browser)).toEqual([])
    const member = await addTestMember(hub)
    const shipper = { seller_id: shop.sellerId, member_id: member.id, role: 'shipper' } as const
    await db.owner.insertInto('memberships').values(shipper).execute()
    expect(await told(await signedInBrowser(hub, member.email))).toEqual([])
    await run('DONE', 'UNDOING')
    now = new Date(now.getTime() + minute)
    await resume()
    shop.browser.locale = 'de'
    const german = await told()
    shop.browser.locale = 'en'
    expect(german).toMatchObject([{ title: 'Sammelbearbeitung rückgängig: 2 Angebote wiederhergestellt' }, {}])
    await removeOldNotices(db.owner, new Date(now.getTime() + 30 * day))
    expect(await db.owner.selectFrom('messages').selectAll().execute()).toEqual([])
  })

  it('on its page is not told', async () => {
    await addListings(db, shop.sellerId, 1)
    const edit = await open()
    const more = operationFields('price', 'formula', '+5')
    await step(edit, 'operations', more)
    await step(edit, 'apply', more)
    expect(await view(edit)).toMatchObject({ state: 'DONE' })
    expect(await db.owner.selectFrom('messages').selectAll().execute()).toEqual([])
  })
})
