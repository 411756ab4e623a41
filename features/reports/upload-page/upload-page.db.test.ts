import { describe, expect, it } from 'vitest'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { addTestColleague } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import * as reportsPage from '../runs/reports-page.tsx'
import * as page from './upload-page.tsx'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')

await addFormProducts(db)
const shop = await addFormShop(hub, db, 'upload-shop')

const send = async (pasted: string, kind = '', by = shop.browser) =>
  (await by.post(page, paths.uploads, { step: 'read', kind, pasted })).location ?? ''
const open = async (href: string) => (await shop.browser.get(page, href)).data
const step = (name: string, fields: Record<string, string>) =>
  shop.browser.post(page, paths.uploads, { step: name, ...fields })
const files = async (): Promise<{ status: { text: string } }[]> =>
  (await shop.browser.get(reportsPage, paths.reports)).data.runs

const transactions = 'Transaction creation date,Type,Order number,Net amount\nJul-21-25,Order,12-00001-00001,10.00'

describe('a file', () => {
  it('goes into the review of what it is, which says why, and can be something else without being sent again', async () => {
    const href = await send('SKU,Price,Unit cost\nA,4.00,1.00', 'listings')
    const { file, kind } = await open(href)
    expect(file).toMatchObject({ isChecked: true })
    expect(kind).toMatchObject({
      isTaken: true,
      why: 'Looks like listings: it has the columns SKU, Price and Unit cost.',
    })
    expect(kind.kinds.map(({ value }: { value: string }) => value)).not.toContain('listings')
    const before = (await files()).length
    const { location } = await step('take', { file: kind.id, kind: 'costs' })
    expect((await open(location ?? '')).file).toMatchObject({ apply: 'Enter 1 cost' })
    expect(await files()).toHaveLength(before)
    expect((await shop.browser.get(page, href)).status).toBe(404)
  })

  it('that may be two things is kept until the seller says which', async () => {
    const { file, kind } = await open(await send('SKU,Quantity\nA,4'))
    expect(file).toBeNull()
    expect(kind).toMatchObject({ isTaken: false, chosen: 'listings' })
    expect(kind.kinds.slice(0, 2).map(({ value }: { value: string }) => value)).toEqual(['listings', 'count'])
    expect((await files()).map(({ status }) => status.text)).toContain('Say what it is')
    expect((await step('take', { file: kind.id, kind: 'count' })).location).toContain(paths.stockCount())
  })

  it('that nobody knows is asked for, and can be discarded', async () => {
    const { kind } = await open(await send('Thing,When\nA,today'))
    expect(kind).toMatchObject({ chosen: null, why: expect.stringContaining('does not recognize') })
    expect((await step('discard', { file: kind.id })).location).toBe(paths.uploads)
    expect((await step('take', { file: kind.id, kind: 'costs' })).status).toBe(404)
  })

  it('of another kind than the page was opened for is asked for', async () => {
    const asked = await open(await send('Handle,Title,Variant SKU,Variant Price\ncup,Cup,C-1,4.00', 'tracking'))
    expect(asked.kind).toMatchObject({ chosen: 'listings' })
    const unknown = await open(await send('Thing,When\nA,today', 'tracking'))
    expect(unknown.file).toMatchObject({ need: expect.any(String) })
  })

  it('of money is compared only once the seller says so, or came for it', async () => {
    const { kind } = await open(await send(transactions))
    expect(kind).toMatchObject({ chosen: 'report' })
    expect((await step('take', { file: kind.id, kind: 'report' })).location).toContain(paths.reconcile)
    expect(await send(transactions, 'report')).toContain(paths.reconcile)
  })

  it('without anything in it is refused', async () => {
    const refused = (text: string) => ({ status: 422, data: { refused: [{ text }] } })
    expect(await step('read', {})).toMatchObject(refused('Choose a file, or paste its rows.'))
  })

  it('is kept from members of another role, and from kinds that a role may not upload', async () => {
    const { kind } = await open(await send('SKU,Quantity\nB,4'))
    const lister = await addTestColleague(hub, shop.sellerId, 'lister', 'Lister')
    const post = (fields: Record<string, string>) => lister.post(page, paths.uploads, fields)
    expect((await post({ step: 'take', file: kind.id, kind: 'listings' })).status).toBe(404)
    const own = (await post({ step: 'read', pasted: 'SKU,Unit cost,Quantity\nA,1.00,4' })).location ?? ''
    const asked = (await lister.get(page, own)).data.kind
    expect(asked.kinds.map(({ value }: { value: string }) => value)).toEqual(['listings', 'count'])
    const refused = await post({ step: 'take', file: asked.id, kind: 'costs' })
    expect(refused).toMatchObject({ status: 422, data: { kindError: 'Your role may not upload this.' } })
    expect(await post({ step: 'read', pasted: transactions })).toMatchObject({ status: 422 })
  })
})
