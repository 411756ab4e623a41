import { testHubAt } from '#features/people/accounts/testing.ts'
import { expect, it } from 'vitest'
import type { FormView } from '../form/form-view.ts'
import { addFormProducts, addFormShop } from '../testing.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)

/** A form opened to relist this listing. */
const relistForm = (from: string) => ({
  hidden: { mode: 'RelistItem' as const, key: crypto.randomUUID(), revision: 0, on: null, from },
})
const relistedFrom = async (item: string) => {
  const rows = await shop.listings()
  const source = rows.find((row) => row.item_number === item)!
  return rows.filter((row) => row.relisted_from === source.id)
}

it('a listing on offer cannot be relisted by a form', async () => {
  const item = await shop.publish()
  const { status, data } = await shop.send(relistForm(item), 'save', { title: 'Leica' })
  expect([status, (data.view as FormView).errors]).toMatchObject([409, [{ text: 'On sale.' }]])
  expect((await shop.keep(relistForm(item), { title: 'Leica' })).status).toBe(409)
  expect(await relistedFrom(item)).toEqual([])
})

it('a draft created by the list appears with its form from the first save on', async () => {
  const item = await shop.publish({ sku: 'DRAFT-1' })
  await db.owner.updateTable('listings').set({ state: 'DRAFT' }).where('item_number', '=', item).execute()
  const view = await shop.open(`draftId=${item}`)
  expect((await shop.keep(view, { ...view.typed, title: 'Leica M3, serviced', price: '999' })).status).toBe(200)
  const row = (await shop.listings()).find(({ item_number: own }) => own === item)
  expect(row).toMatchObject({ state: 'DRAFT', title: 'Leica M3, serviced', price_minor: 99_900, sku: 'DRAFT-1' })
})

it('of two forms that relist the same listing, the second gets a message and the first continues', async () => {
  const item = await shop.publish()
  const ended = { state: 'ENDED', end_reason: 'SELLER', ended_at: now } as const
  await db.owner.updateTable('listings').set(ended).where('item_number', '=', item).execute()
  const offers = () => db.owner.selectFrom('tool_offers').select(['listing_id', 'item_description']).execute()
  const source = (await shop.listings()).find(({ item_number: own }) => own === item)!
  const said = { seller_id: shop.sellerId, listing_id: source.id, item_description: 'As the tool has it.' }
  await db.owner.insertInto('tool_offers').values(said).execute()
  const [first, second] = [relistForm(item), relistForm(item)]
  const answers = await Promise.all([first, second].map((form) => shop.keep(form, { title: 'Leica' })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [winner, loser] = answers[0]!.status === 200 ? [first, second] : [second, first]
  const told = await shop.send(loser, 'publish', { title: 'Leica' })
  expect([told.status, (told.data.view as FormView).typed]).toEqual([409, { title: 'Leica' }])
  expect((told.data.view as FormView).errors).toMatchObject([{ text: 'Relisted already.' }])
  const goesOn = { hidden: { ...winner.hidden, revision: 1 } }
  expect((await shop.keep(goesOn, { title: 'Leica M3' })).status).toBe(200)
  const again = await relistedFrom(item)
  expect(again).toMatchObject([{ title: 'Leica M3' }])
  // The tool's offer data is carried over.
  expect(await offers()).toContainEqual({ listing_id: again[0]!.id, item_description: 'As the tool has it.' })
})
