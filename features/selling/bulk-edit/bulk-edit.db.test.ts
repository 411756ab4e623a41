import { updateRows } from '#db/testing-row.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestColleague } from '#features/people/accounts/testing-browser.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { removeOldRuns } from '#features/machinery/file-runs/runs-of-all-db.server.ts'
import { runFileJob } from '#features/reports/testing.ts'
import { addFormShop } from '#features/selling/listing-form/testing.ts'
import { day, minute } from '#lib/duration.ts'
import * as file from './bulk-edit-file-resource.ts'
import * as page from './bulk-edit-page.tsx'
import * as save from './bulk-edit-save-resource.ts'
import { findEdit } from './bulk-edits-db.server.ts'
import { addListings, bulkEditPages, bulkEditSteps, operationFields } from './testing.ts'

let now = new Date('2026-11-20T12:00:00Z')
const db = await testDatabase()
const hub = testServices(db, { now: () => now })
const shop = await addFormShop(hub, db, 'camera-shop')
const other = await addFormShop(hub, db, 'other-shop')
const { open, view, step, saved, cells } = bulkEditPages(shop.browser)

beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z')
  await db.owner.deleteFrom('file_runs').execute()
  await db.owner.deleteFrom('listings').execute()
})

const prices = async () => (await shop.listings()).map(({ price_minor }) => price_minor)
const steps = bulkEditSteps({ hub, db, sellerId: shop.sellerId })

describe('a bulk edit', () => {
  it('changes nothing before it is applied, then everything, and undo restores it', async () => {
    await addListings(db, shop.sellerId, 3)
    const edit = await open()
    expect(await view(edit)).toMatchObject({ title: 'Edit 3 listings', note: 'nothing is changed yet', change: 0 })
    await step(edit, 'operations', operationFields('price', 'formula', 'price * 0.955', { rounding: '.99' }))
    const preview = await view(edit)
    expect(preview).toMatchObject({
      change: 3,
      foot: { changes: '3 changes', sums: expect.stringContaining('£29.97') },
    })
    expect(preview.rows[0]).toMatchObject({ name: 'Lens 1', status: { text: 'Will change' } })
    expect(preview.rows[0]!.cells[1]).toMatchObject({ now: '£10.00', next: '£9.99' })
    expect(await prices()).toEqual([1000, 1000, 1000])

    await step(edit, 'apply', operationFields('price', 'formula', 'price * 0.955', { rounding: '.99' }))
    expect(await prices()).toEqual([999, 999, 999])
    const done = await view(edit)
    expect(done).toMatchObject({ state: 'DONE', undo: { n: 3 }, progress: { text: '3 of 3' } })

    await step(edit, 'undo')
    expect(await prices()).toEqual([1000, 1000, 1000])
    expect(await view(edit)).toMatchObject({ state: 'UNDONE', undo: null })
  })

  it('does not apply what was typed since the preview', async () => {
    await addListings(db, shop.sellerId, 1)
    const edit = await open()
    await step(edit, 'apply', operationFields('price', 'formula', '+5'))
    expect(await view(edit)).toMatchObject({ state: 'REVIEW', change: 1 })
    expect(await prices()).toEqual([1000])
  })

  it('shows an error of a formula at its place, and keeps the rows as they were', async () => {
    await addListings(db, shop.sellerId, 1)
    const edit = await open()
    await step(edit, 'operations', operationFields('price', 'formula', '+5'))
    const { status, data } = await step(edit, 'operations', operationFields('price', 'formula', 'price * two'))
    expect(status).toBe(422)
    expect(data.operations[0]).toMatchObject({
      text: 'price * two',
      error: '“two” at character 9 is not known. Use price, available or cost.',
    })
    expect((await view(edit)).rows[0]!.cells[1]).toMatchObject({ next: '£15.00' })
    const answer = await saved(edit, { operations: '1', ...operationFields('price', 'formula', '5 +') })
    expect(answer).toEqual({ ok: false, errors: ['The formula ends too early.'] })
  })

  it('leaves out rows with a problem, and says it at their cell', async () => {
    await addListings(db, shop.sellerId, 2)
    await updateRows(db.owner, 'listings', { title: 'Lens 2' }, { title: 'x'.repeat(78) })
    const edit = await open()
    const append = operationFields('title', 'append', ', UK')
    await step(edit, 'operations', append)
    const [, long] = (await view(edit)).rows
    expect(long).toMatchObject({ status: { text: 'Problem', tone: 'bad' } })
    expect(long!.cells[0]!.problem).toBe('82 of 80: 2 too many. Shorten it here, or leave it out')
    expect((await view(edit, '&show=problems')).rows).toHaveLength(1)
    await step(edit, 'apply', append)
    expect((await shop.listings()).map(({ title }) => title)).toEqual(['Lens 1, UK', 'x'.repeat(78)])
    expect(await view(edit)).toMatchObject({ state: 'DONE', foot: { changes: '1 change', problems: '1 problem' } })
  })

  it('takes typed cells and pasted blocks, each of which can be undone', async () => {
    await addListings(db, shop.sellerId, 3)
    const edit = await open()
    const answer = await saved(edit, { paste: '12.50\t4\r\n13\t5\r\nten\t6\r\n', position: '1', field: 'price' })
    expect(answer).toMatchObject({ ok: true, said: '6 cells changed' })
    const { rows, change } = await view(edit)
    expect(change).toBe(2)
    expect(rows.map((row) => row.cells[1]!.next)).toEqual(['£12.50', '£13.00', 'ten'])
    expect(rows[2]!.cells[1]!.problem).toContain('Price')
    expect(rows.map((row) => row.cells[2]!.next)).toEqual(['4', '5', '6'])
    if (!answer.ok) throw new Error('it was saved')
    const back = await cells(edit, answer.was)
    expect((await view(edit)).change).toBe(0)
    if (!back.ok) throw new Error('it was saved')
    await cells(edit, back.was)
    expect((await view(edit)).rows.map((row) => row.cells[1]!.next)).toEqual(['£12.50', '£13.00', 'ten'])
  })

  it('refuses cells at no place, and leaves out what no text has', async () => {
    await addListings(db, shop.sellerId, 1)
    const edit = await open()
    const send = (fields: Record<string, string>) =>
      shop.browser.post(save, '/sh/lst/bulk-edit/save', { edit, field: 'title', ...fields })
    for (const position of [1e21, 2 ** 31, 0, -1, 1.5]) {
      const cell = { position, field: 'title', text: 'A' }
      expect((await send({ cells: JSON.stringify([cell]) })).status, `cell ${position}`).toBe(400)
      expect((await send({ paste: 'A', position: String(position) })).status, `block ${position}`).toBe(400)
    }
    expect((await send({ paste: 'A', position: 'x', show: 'changes' })).status).toBe(400)
    expect(await cells(edit, [{ position: 1, field: 'title', text: 'Le\0ns \ud83d' }])).toMatchObject({ ok: true })
    expect((await view(edit)).rows[0]!.cells[0]!.next).toBe('Lens \ufffd')
  })

  it('leaves alone what a colleague changed since, before applying and before undo', async () => {
    const [first = 0, second = 0] = await addListings(db, shop.sellerId, 3)
    const edit = await open()
    const more = operationFields('price', 'formula', '+5')
    await step(edit, 'operations', more)
    const set = (id: number, price_minor: number) =>
      db.owner.updateTable('listings').set({ price_minor }).where('id', '=', id).execute()
    await set(first, 700)
    const seen = await view(edit)
    expect(seen.isStale).toBe(true)
    expect(seen.rows[0]).toMatchObject({ status: { text: 'Changed since' } })
    expect(seen.rows[0]!.cells[1]!.problem).toBe('is now £7.00')
    await step(edit, 'apply', more)
    expect(await prices()).toEqual([700, 1500, 1500])
    await set(second, 800)
    await step(edit, 'undo')
    expect(await prices()).toEqual([700, 800, 1000])
    const kept = (await view(edit)).rows[1]
    expect(kept).toMatchObject({ status: { text: 'Stays changed' } })
    const text = await shop.browser.download(file, `/sh/lst/bulk-edit/file?edit=${edit}`)
    expect(text).toContain('Item number,SKU,Title,Column,Before,After,Status,Message')
    expect(text).toMatch(/,Lens 2,Price,10\.00,15\.00,Stays changed,is now £8\.00/)
    expect(text).toMatch(/,Lens 3,Price,10\.00,15\.00,Undone,/)
  })

  it('checks again with the present values', async () => {
    const [id = 0] = await addListings(db, shop.sellerId, 1)
    const edit = await open()
    await step(edit, 'operations', operationFields('price', 'formula', '+5'))
    await db.owner.updateTable('listings').set({ price_minor: 700 }).where('id', '=', id).execute()
    await step(edit, 'recheck')
    expect((await view(edit)).rows[0]!.cells[1]).toMatchObject({ now: '£7.00', next: '£12.00' })
  })

  it('can be undone for a day', async () => {
    await addListings(db, shop.sellerId, 1)
    const edit = await open()
    const more = operationFields('price', 'formula', '+5')
    await step(edit, 'operations', more)
    await step(edit, 'apply', more)
    now = new Date(now.getTime() + day)
    expect((await view(edit)).undo).toBeNull()
    await step(edit, 'undo')
    expect(await prices()).toEqual([1500])
  })

  it('shows 50 rows at a time in the order of the list', async () => {
    await addListings(db, shop.sellerId, 120)
    const edit = await open()
    await step(edit, 'operations', operationFields('price', 'formula', '+5'))
    const last = await view(edit, '&show=changes&page=3')
    expect(last.rows.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, n) => `Lens ${n + 101}`))
    expect(last.pages).toMatchObject({ text: 'Page 3 of 3', next: null })
  })

  it('stops, keeps what is changed, goes on and is undone as a whole', async () => {
    await addListings(db, shop.sellerId, 1200)
    const edit = await open()
    await step(edit, 'operations', operationFields('price', 'formula', '+5'))
    await steps.begin(edit)
    await steps.part(edit)
    await step(edit, 'stop')
    const changed = async () => (await prices()).filter((price) => price === 1500).length
    expect(await changed()).toBe(500)
    expect(await view(edit)).toMatchObject({ state: 'STOPPED', progress: { done: 500, all: 1200 }, undo: { n: 500 } })
    expect(await runFileJob(hub)).toBe(0)
    await step(edit, 'resume')
    await runFileJob(hub)
    expect(await changed()).toBe(1200)
    await step(edit, 'undo')
    await runFileJob(hub)
    expect(await changed()).toBe(0)
  })

  it('is completed by a job once its process died, and a part that was rolled back is not half done', async () => {
    await addListings(db, shop.sellerId, 600)
    const edit = await open()
    await step(edit, 'operations', operationFields('price', 'formula', '+5'))
    await steps.begin(edit)
    await expect(steps.crash(edit)).rejects.toThrow('crashed')
    expect(new Set(await prices())).toEqual(new Set([1000]))
    expect(await runFileJob(hub)).toBe(0)
    now = new Date(now.getTime() + minute)
    expect(await runFileJob(hub)).toBe(1)
    expect(new Set(await prices())).toEqual(new Set([1500]))
    expect(await view(edit)).toMatchObject({ state: 'DONE' })
  })

  it('is discarded without a trace, and kept for 30 days otherwise', async () => {
    await addListings(db, shop.sellerId, 1)
    const [kept, discarded] = [await open(), await open()]
    expect((await step(discarded, 'discard')).location).toBe('/sh/lst/active?sort=sku')
    const status = async (edit: string) => (await shop.browser.get(page, `/sh/lst/bulk-edit?edit=${edit}`)).status
    expect([await status(discarded), await status(kept)]).toEqual([404, 200])
    const later = (days: number) => new Date(now.getTime() + days * day)
    await removeOldRuns(db.owner, later(29))
    expect(await view(kept)).toMatchObject({ state: 'REVIEW' })
    // Before the job ran.
    const found = (days: number) =>
      db.asSeller(shop.sellerId, 'read', (own) =>
        findEdit(own, { sellerId: shop.sellerId, id: kept, now: later(days) }),
      )
    expect([(await found(29))?.id, await found(30)]).toEqual([kept, null])
    await removeOldRuns(db.owner, later(30))
    expect(await db.owner.selectFrom('bulk_edits').selectAll().execute()).toEqual([])
  })

  it('belongs to its seller, and to roles that edit listings', async () => {
    await addListings(db, shop.sellerId, 1)
    const edit = await open()
    const theirs = bulkEditPages(other.browser)
    expect((await other.browser.get(page, `/sh/lst/bulk-edit?edit=${edit}`)).status).toBe(404)
    expect((await theirs.step(edit, 'apply')).status).toBe(404)
    expect((await other.browser.get(file, `/sh/lst/bulk-edit/file?edit=${edit}`)).status).toBe(404)
    const [listing] = await shop.listings()
    const foreign = await other.browser.post(page, '/sh/lst/bulk-edit?step=open', { keys: listing!.item_number })
    expect(foreign.location).toBe('/sh/lst/changes?refused=refused')
    for (const role of ['shipper', 'accountant', 'viewer'] as const) {
      const browser = await addTestColleague(hub, shop.sellerId, role)
      expect((await browser.get(page, `/sh/lst/bulk-edit?edit=${edit}`)).status, role).toBe(403)
      expect((await browser.post(page, '/sh/lst/bulk-edit', { edit, step: 'apply' })).status, role).toBe(403)
    }
  })

  it('speaks German, with its decimals', async () => {
    await addListings(db, shop.sellerId, 1)
    const edit = await open()
    shop.browser.locale = 'de'
    await step(edit, 'operations', operationFields('price', 'formula', 'preis * 0,95'))
    const { title, rows, foot } = await view(edit)
    shop.browser.locale = 'en'
    expect(title).toBe('1 Angebot bearbeiten')
    expect(rows[0]!.cells[1]!.next).toBe('9,50\u{a0}£')
    expect(foot.changes).toBe('1 Änderung')
  })
})
