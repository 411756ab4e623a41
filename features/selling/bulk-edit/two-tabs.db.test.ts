import { testHubAt } from '#features/people/accounts/testing.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { waitingForLock } from '#db/testing-waits.ts'
import { addFormShop } from '#features/selling/listing-form/testing.ts'
import { findEdit, setForm } from './bulk-edits-db.server.ts'
import { addListings, bulkEditPages, operationFields } from './testing.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
const { open, view, step } = bulkEditPages(shop.browser)

beforeEach(async () => {
  await db.owner.deleteFrom('file_runs').execute()
  await db.owner.deleteFrom('listings').execute()
  await addListings(db, shop.sellerId, 2)
})

const former = operationFields('price', 'formula', '+5')

/** Saves another formula in a second tab while a step of the first one waits for it; the rows are not checked yet. */
async function saveMeanwhile(edit: string, act: () => Promise<unknown>): Promise<void> {
  const key = { sellerId: shop.sellerId, id: edit, now }
  let acting: Promise<unknown> = Promise.resolve()
  await db.asSeller(shop.sellerId, 'write', async (own) => {
    const found = await findEdit(own, key, true)
    acting = act()
    await expect.poll(() => waitingForLock(db.pool, '%bulk_edits%')).toHaveLength(1)
    const operations = [{ field: 'price', kind: 'formula', text: '+7' }] as const
    await setForm(own, found!, { ...found!.plan.form, operations })
  })
  await acting
}

const nextPrices = async (edit: string) => (await view(edit)).rows.map(({ cells }) => cells[1]!.next)

describe('operations that are saved in a second tab', () => {
  it('are those by which the rows are checked', async () => {
    const edit = await open()
    await step(edit, 'operations', former)
    await saveMeanwhile(edit, () => step(edit, 'continue'))
    await step(edit, 'continue')
    expect(await nextPrices(edit)).toEqual(['£17.00', '£17.00'])
  })

  it('are kept by choosing columns and by checking again', async () => {
    const edit = await open()
    await step(edit, 'operations', former)
    await saveMeanwhile(edit, () => step(edit, 'columns', { column: 'title' }))
    await saveMeanwhile(edit, () => step(edit, 'recheck'))
    expect((await view(edit)).operations.map(({ text }) => text)).toEqual(['+7'])
  })

  it('are not applied by the first tab, which does not show them', async () => {
    const edit = await open()
    await step(edit, 'operations', former)
    await saveMeanwhile(edit, () => step(edit, 'apply', former))
    expect(await view(edit)).toMatchObject({ state: 'REVIEW' })
    expect((await shop.listings()).map(({ price_minor }) => price_minor)).toEqual([1000, 1000])
  })
})
