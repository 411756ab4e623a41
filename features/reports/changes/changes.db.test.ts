import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { bulkEditPages, operationFields } from '#features/selling/bulk-edit/testing.ts'
import * as bulkEditPage from '#features/selling/bulk-edit/bulk-edit-page.tsx'
import * as uploadPage from '../upload-page/upload-page.tsx'
import { day, minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { uploadPages } from '../uploads/testing.ts'
import * as changesPage from './changes-page.tsx'

const db = await testDatabase()
let now = new Date('2026-11-20T12:00:00Z')
const hub = testServices(db, { now: () => now })
const shop = await addFormShop(hub, db, 'camera-shop')
const other = await addFormShop(hub, db, 'other-shop')
await addFormProducts(db)
await shop.publish({ sku: 'C1', price: '100.00', quantity: '3' })
const edits = bulkEditPages(shop.browser)
const files = uploadPages({ hub, browser: shop.browser })

beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z')
  await db.owner.deleteFrom('file_runs').execute()
  await db.owner.updateTable('listings').set({ price_minor: 10_000 }).execute()
})

const data = async (by = shop.browser, page?: string) =>
  (await by.get(changesPage, paths.listingChanges(undefined, page))).data
const changes = async (by = shop.browser) => (await data(by)).changes
const price = async () => (await shop.listings())[0]!.price_minor
const dearer = operationFields('price', 'formula', '+5')

it('lists bulk edits and uploads of listings, the latest first, with state, who, what and how many', async () => {
  const edit = await edits.open()
  expect(await changes()).toMatchObject([
    { what: 'Single cells', changed: '', status: { text: 'Not applied' }, undo: null },
  ])
  await edits.step(edit, 'operations', dearer)
  await edits.step(edit, 'apply', dearer)
  now = new Date(now.getTime() + minute)
  const file = await files.upload('SKU,Price\nC1,120.00\nC9,1.00')
  expect((await changes())[0]).toMatchObject({ changed: '', status: { text: 'Not applied' }, undo: null })
  await files.step(file, 'apply')
  await files.work()
  expect(await changes()).toMatchObject([
    {
      href: paths.upload(file),
      what: 'File Pasted rows.csv: SKU and Price',
      changed: '1',
      status: { text: 'Done', tone: 'good' },
      undo: { action: paths.uploads, field: 'file' },
    },
    {
      href: paths.bulkEdit(edit),
      when: '20 Nov, 12:00',
      what: 'Price = +5',
      who: 'Ada Example',
      changed: '1',
      undo: { action: paths.bulkEdit(), field: 'edit' },
      undoNote: 'until 21 Nov, 12:00',
    },
  ])
  expect(await changes(other.browser)).toEqual([])
})

it('are all there, on pages, without files that changed nothing', async () => {
  const edit = await edits.open()
  // Of every third file, nothing is left but that it was discarded.
  await sql`
    insert into file_runs
    select (jsonb_populate_record(r, jsonb_build_object('id', left(md5(n::text), 16), 'made_at', made_at - n * interval '1 minute')
      || case n % 3 when 0 then '{"kind": "listings", "state": "CANCELLED", "finished_at": "2026-11-20T12:00:00Z"}'::jsonb else '{}' end)).*
    from file_runs r, generate_series(1, 90) n where id = ${edit}`.execute(db.owner)
  const [first, second, beyond] = [await data(), await data(shop.browser, '2'), await data(shop.browser, '9')]
  expect([first.changes.length, second.changes.length]).toEqual([50, 11])
  expect(first.pages).toEqual({ text: 'Page 1 of 2', previous: null, next: paths.listingChanges(undefined, '2') })
  expect(second.pages).toMatchObject({ previous: paths.listingChanges(), next: null })
  expect(beyond).toEqual(first)
})

it('undoes each of them, for a day', async () => {
  const edit = await edits.open()
  await edits.step(edit, 'operations', dearer)
  await edits.step(edit, 'apply', dearer)
  now = new Date(now.getTime() + minute)
  const file = await files.upload('SKU,Price\nC1,120.00')
  await files.step(file, 'apply')
  await files.work()
  const pages = { edit: bulkEditPage, file: uploadPage }
  for (const [was, is] of [
    [12_000, 10_500],
    [10_500, 10_000],
  ]) {
    expect(await price()).toBe(was)
    const { id, undo } = (await changes()).find((change: { undo: object | null }) => change.undo)
    await shop.browser.post(pages[undo.field as 'edit' | 'file'], undo.action, { [undo.field]: id, step: 'undo' })
    await files.work()
    expect(await price()).toBe(is)
  }
  const texts = (await changes()).map(
    ({ status, undo, undoNote }: { status: { text: string }; undo: object; undoNote: string }) => [
      status.text,
      undo,
      undoNote,
    ],
  )
  expect(texts).toEqual([
    ['Undone', null, 'undone'],
    ['Undone', null, 'undone'],
  ])
  const late = await edits.open()
  await edits.step(late, 'operations', dearer)
  await edits.step(late, 'apply', dearer)
  now = new Date(now.getTime() + day)
  expect((await changes()).find(({ id }: { id: string }) => id === late)).toMatchObject({
    undo: null,
    undoNote: expect.stringContaining('no longer'),
  })
})
