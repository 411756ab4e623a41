import { expect, it } from 'vitest'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import * as bulkPage from './listings-bulk-page.tsx'
import * as steps from './listings-steps-resource.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')

it('copies each draft that exists at the start, and none of the copies', async () => {
  const draft = { seller_id: shop.sellerId, category: 'x', condition: 'NEW', state: 'DRAFT', price_minor: 1 } as const
  const many = Array.from({ length: 201 }, (_, n) => ({ ...draft, title: `Draft ${n}`, currency: 'GBP' }))
  await db.owner.insertInto('listings').values(many).execute()
  const address = '/sh/lst/drafts/bulk?step=sellSimilar&all=1'
  const { model } = (await shop.browser.get(bulkPage, address)).data
  const parts: number[] = []
  for (let place: string | null = model.place; place !== null && parts.length < 5;) {
    // A double click or a resend after a lost response is the same request.
    const ask = () => shop.browser.post(steps, model.partsHref, { place: place! })
    const [{ data }, second] = await Promise.all([ask(), ask()])
    expect((await ask()).data).toMatchObject({ results: second.data.results, undo: data.undo })
    expect([data.results.length, data.undo]).toEqual([second.data.results.length, second.data.undo])
    parts.push(data.results.length)
    place = data.next
  }
  expect(parts).toEqual([200, 1])
  expect(await shop.listings()).toHaveLength(402)
  const forged = { place: `0 ${Number.MAX_SAFE_INTEGER}` }
  expect((await shop.browser.post(steps, model.partsHref, forged)).status).toBe(400)
  // Without script the page itself processes it.
  expect((await shop.browser.post(bulkPage, address, forged)).status).toBe(400)
  expect(await shop.listings()).toHaveLength(402)
})

it('excludes deselected rows from all results', async () => {
  const own = await addFormShop(hub, db, 'leaves-out')
  for (const title of ['One', 'Two', 'Three']) await own.send(await own.open('mode=AddItem'), 'save', { title })
  const [first, second] = (await own.listings()).map(({ item_number }) => item_number)
  // After more exclusions than a seller makes individually.
  const others = Array.from({ length: 300 }, (_, n) => String(119_000_000_000 + n)).join()
  const address = `/sh/lst/drafts/bulk?step=discard&all=1&except=${first},nonsense,${others},${second}`
  const { model } = (await own.browser.get(bulkPage, address)).data
  expect([model.total, model.address]).toEqual([1, expect.stringMatching(`except=${first}%2C.*%2C${second}`)])
  await own.browser.post(bulkPage, model.address, { place: model.place })
  const left = (await own.listings()).map(({ item_number }) => item_number)
  expect(new Set(left)).toEqual(new Set([first, second]))
})

it('publishes one of two drafts with the same SKU, and reports the other’s SKU as taken', async () => {
  await addFormProducts(db)
  const other = await addFormShop(hub, db, 'two-of-one')
  for (let draft = 0; draft < 2; draft++)
    await other.send(await other.open('mode=AddItem'), 'save', await other.complete({ sku: 'ONE-1' }))
  const address = '/sh/lst/drafts/bulk?step=publish&all=1'
  const { model } = (await other.browser.get(bulkPage, address)).data
  expect([model.possible, model.notes]).toEqual([1, expect.arrayContaining([expect.stringContaining('SKU')])])
  const { data } = await other.browser.post(bulkPage, address, { place: model.place })
  expect(data.results).toHaveLength(2)
  expect((await other.listings()).map(({ state }) => state).toSorted()).toEqual(['ACTIVE', 'DRAFT'])
  expect(JSON.stringify(data.results)).toContain('SKU')
})
