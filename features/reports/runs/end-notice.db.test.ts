import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { addTestColleague } from '#features/people/accounts/testing-browser.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import * as messagesPage from '#features/home/messages/messages-page.tsx'
import { minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import * as movingInPage from '../upload-page/upload-page.tsx'
import { uploadPages } from '../uploads/testing.ts'
import * as reportsPage from './reports-page.tsx'

const db = await testDatabase()
let now = new Date('2026-11-20T12:00:00Z')
const hub = testServices(db, { now: () => now })
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)
await shop.publish({ sku: 'U1', price: '100.00', quantity: '3' })
const { modelOf, step, upload, work } = uploadPages({ hub, browser: shop.browser })

beforeEach(async () => {
  await db.owner.deleteFrom('messages').execute()
})

const told = async (by = shop.browser) => (await by.get(messagesPage, '/messages')).data.messages

/** A member with a role. */
async function memberWith(role: 'accountant' | 'manager') {
  return addTestColleague(hub, shop.sellerId, role)
}

/** Minutes pass in which nobody looks. */
const leave = () => void (now = new Date(now.getTime() + minute))

/** Sends a file of costs and has it brought in; returns its address. */
async function takeCosts(text: string): Promise<string> {
  const form = new FormData()
  form.set('step', 'read')
  form.set('file', new File([text], 'costs.csv'))
  await shop.browser.post(movingInPage, paths.uploads, form)
  const { href } = (await shop.browser.get(reportsPage, paths.reports)).data.runs[0]
  await shop.browser.post(reportsPage, paths.reports, { step: 'all' })
  return href
}

describe('the end of an upload', () => {
  it('while nobody looks is told under Messages, once, to those who may open it', async () => {
    const id = await upload('SKU,Price\nU1,120.00\nU9,1.00')
    await step(id, 'apply')
    leave()
    await work()
    await work()
    const link = { text: 'Open the upload', action: { URL: paths.upload(id) } }
    const done = {
      title: 'Upload done: Pasted rows.csv',
      content: ['1 row', '1 problem: the result says why.'],
      links: [link],
      unread: true,
    }
    expect(await told()).toMatchObject([done])
    expect(await told(await memberWith('manager'))).toMatchObject([done])
    expect(await told(await memberWith('accountant'))).toEqual([])
    await step(id, 'undo')
    leave()
    await work()
    shop.browser.locale = 'de'
    const german = await told()
    shop.browser.locale = 'en'
    expect(german.map(({ title }: { title: string }) => title)).toEqual([
      'Hochladen rückgängig gemacht: Pasted rows.csv',
      'Hochladen fertig: Pasted rows.csv',
    ])
  })

  it('on its page, or in the list of files, is not told', async () => {
    const id = await upload('SKU,Price\nU1,130.00')
    await step(id, 'apply')
    leave()
    await modelOf(id)
    await work()
    await step(id, 'undo')
    leave()
    await shop.browser.get(reportsPage, paths.reports)
    await work()
    expect(await told()).toEqual([])
  })

  it('is told of costs to those who see money, and of a file that was erased', async () => {
    const accountant = await memberWith('accountant')
    const href = await takeCosts('SKU,Unit cost\nU1,8.00\nU2,7.50')
    leave()
    await work()
    const link = { action: { URL: href } }
    const done = { title: 'Upload done: costs.csv', content: ['2 costs'], links: [link] }
    expect(await told(accountant)).toMatchObject([done])
    await db.owner.deleteFrom('messages').execute()
    await takeCosts('SKU,Unit cost\nU3,8.00')
    leave()
    await db.owner.deleteFrom('file_run_parts').execute()
    await work()
    expect(await told(accountant)).toMatchObject([
      { title: 'Upload failed: costs.csv', content: [expect.stringContaining('was deleted')] },
    ])
  })

  it('of several files is told in one message, once all have ended', async () => {
    const id = await upload('SKU,Price\nU1,140.00\nU9,1.00')
    await step(id, 'apply')
    await takeCosts('SKU,Unit cost\nU4,8.00')
    leave()
    await work()
    await work()
    expect(await told()).toMatchObject([
      {
        title: '2 uploads have ended',
        content: expect.arrayContaining(['costs.csv: 1 cost', 'Pasted rows.csv: 1 row, 1 problem']),
        links: [{ text: 'Open the files', action: { URL: paths.reports } }],
      },
    ])
    expect(await told(await memberWith('accountant'))).toEqual([])
  })
})
