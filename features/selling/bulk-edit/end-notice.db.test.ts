import { rowOf } from '#db/testing-row.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { runFileJob } from '#features/reports/testing.ts'
import { addFormShop } from '#features/selling/listing-form/testing.ts'
import { addTestColleague, signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, testServices } from '#features/people/accounts/testing.ts'
import * as messagesPage from '#features/home/messages/messages-page.tsx'
import { removeOldNotices } from '#features/home/messages/shop-notices-db.server.ts'
import { day, minute } from '#lib/duration.ts'
import { addListings, bulkEditPages, bulkEditSteps, operationFields } from './testing.ts'

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

const steps = bulkEditSteps({ hub, db, sellerId: shop.sellerId })

describe('the end of a bulk edit', () => {
  it('without its page is told under Messages, once, to those who edit listings', async () => {
    const [first = 0] = await addListings(db, shop.sellerId, 3)
    const edit = await open()
    await step(edit, 'operations', operationFields('price', 'formula', '+5'))
    await steps.begin(edit)
    await db.owner.updateTable('listings').set({ price_minor: 700 }).where('id', '=', first).execute()
    now = new Date(now.getTime() + minute)
    await runFileJob(hub)
    await runFileJob(hub)
    const told = async (by = shop.browser) => (await by.get(messagesPage, '/messages')).data.messages
    const message = {
      title: 'Bulk edit done: 2 listings changed',
      content: ['1 listing was left unchanged; the result says why.'],
      links: [{ text: 'Open the result', action: { URL: `/sh/lst/bulk-edit?edit=${edit}` } }],
      unread: true,
    }
    expect(await told()).toMatchObject([message])
    expect(await told(other.browser)).toEqual([])
    expect(await told(await addTestColleague(hub, shop.sellerId, 'shipper'))).toEqual([])
    await steps.begin(edit, { isUndo: true })
    now = new Date(now.getTime() + minute)
    await runFileJob(hub)
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

describe('a bulk edit', () => {
  it('stops once whoever wanted it may no longer edit listings, and a colleague goes on', async () => {
    await addListings(db, shop.sellerId, 501)
    const lister = await addTestMember(hub, { name: 'Leo Lister' })
    const membership = { seller_id: shop.sellerId, member_id: lister.id, role: 'lister' as const }
    await db.owner.insertInto('memberships').values(membership).execute()
    const edit = await open()
    await step(edit, 'operations', operationFields('price', 'formula', '+5'))
    const begin = async (isUndo: boolean) => {
      await steps.begin(edit, { isUndo, by: { id: lister.id, name: 'Leo Lister' } })
      await steps.part(edit)
    }
    const changed = async () => (await shop.listings()).filter(({ price_minor }) => price_minor === 1500).length
    const stopped = 'Stopped: Leo Lister no longer has a role that edits listings'

    await begin(false)
    const ofLister = db.owner.updateTable('memberships').where('member_id', '=', lister.id)
    await ofLister.set({ role: 'viewer' }).execute()
    await runFileJob(hub)
    expect(await view(edit)).toMatchObject({
      state: 'STOPPED',
      progress: { done: 500, all: 501, stopped },
      change: 1,
    })
    expect(await changed()).toBe(500)
    await step(edit, 'resume')
    expect(await changed()).toBe(501)
    expect(await view(edit)).toMatchObject({ status: { text: 'Done' }, progress: { stopped: null } })

    await ofLister.set({ role: 'lister' }).execute()
    await begin(true)
    await db.owner.deleteFrom('memberships').where('member_id', '=', lister.id).execute()
    now = new Date(now.getTime() + minute)
    await runFileJob(hub)
    const { messages } = (await shop.browser.get(messagesPage, '/messages')).data
    expect(messages).toMatchObject([{ title: 'Bulk edit stopped', content: [stopped] }])
    expect(await view(edit)).toMatchObject({
      progress: { done: 500, all: 501, stopped },
      undo: { n: 1 },
      change: 0,
    })
    await step(edit, 'undo')
    expect([await changed(), (await view(edit)).state]).toEqual([0, 'UNDONE'])
  })

  it('goes on by a job though whoever opened it left: who applied it counts', async () => {
    await addListings(db, shop.sellerId, 2)
    const opener = await addTestMember(hub)
    const membership = { seller_id: shop.sellerId, member_id: opener.id, role: 'lister' as const }
    await db.owner.insertInto('memberships').values(membership).execute()
    const edit = await bulkEditPages(await signedInBrowser(hub, opener.email)).open()
    await step(edit, 'operations', operationFields('price', 'formula', '+5'))
    const { member_id: id } = await rowOf(db.owner, 'memberships', { seller_id: shop.sellerId, role: 'owner' })
    await steps.begin(edit, { by: { id, name: 'Olga Owner' } })
    await db.owner.deleteFrom('memberships').where('member_id', '=', opener.id).execute()
    now = new Date(now.getTime() + minute)
    expect(await runFileJob(hub)).toBe(1)
    expect((await shop.listings()).map(({ price_minor }) => price_minor)).toEqual([1500, 1500])
    expect(await view(edit)).toMatchObject({
      state: 'DONE',
      progress: { started: expect.stringMatching(/^Started by Olga Owner, /) },
    })
  })

  it('says how much time is left, at the speed since it was begun or continued', async () => {
    await addListings(db, shop.sellerId, 1200)
    const edit = await open()
    await step(edit, 'operations', operationFields('price', 'formula', '+5'))
    await steps.begin(edit)
    expect((await view(edit)).progress).toMatchObject({ done: 0, timeLeft: null })
    await steps.part(edit)
    now = new Date(now.getTime() + 10_000)
    expect((await view(edit)).progress).toMatchObject({ done: 500, timeLeft: 'about 14 s left' })
    await step(edit, 'stop')
    expect((await view(edit)).progress).toMatchObject({ done: 500, timeLeft: null })
    // The hour in which it stood still does not count.
    now = new Date(now.getTime() + 60 * minute)
    await steps.begin(edit)
    await steps.part(edit)
    now = new Date(now.getTime() + 500_000)
    expect((await view(edit)).progress).toMatchObject({ done: 1000, timeLeft: 'about 4 min left' })
    await step(edit, 'stop')
    await steps.begin(edit, { isUndo: true })
    await steps.part(edit)
    now = new Date(now.getTime() + 1_000)
    expect((await view(edit)).progress).toMatchObject({ done: 500, all: 1000, timeLeft: 'about 1 s left' })
  })
})
