import { anyListing, rowOf as storedRow, updateRows } from '#db/testing-row.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import type { TakenRun } from '#features/machinery/file-runs/file-run.ts'
import { takeRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { addFormProducts, addFormShop, inColours } from '#features/selling/listing-form/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { recordWorker } from '#features/machinery/records/record-worker.server.ts'
import { findRecordUpload } from '#features/machinery/records/records-db.server.ts'
import { listingsKind } from './listings-kind.server.ts'
import { uploadPages } from './testing.ts'
import * as page from '../upload-page/upload-page.tsx'

const listingUploads = recordWorker(listingsKind)

const db = await testDatabase()
let now = new Date('2026-11-20T12:00:00Z')
const hub = testServices(db, { now: () => now })
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)

const rowOf = async (item: string) => (await shop.listings()).find((row) => row.item_number === item)!

const { upload, modelOf, linesOf, step, work, apply, resultOf } = uploadPages({ hub, browser: shop.browser })

const first = await shop.publish({ sku: 'M3', price: '100.00', quantity: '3' })
const second = await shop.publish({ sku: 'M4', price: '200.00', quantity: '2' })
const strap = await shop.publish(inColours('S'))

describe('a file of prices and quantities', () => {
  it('shows what would change, and changes nothing before it is applied', async () => {
    const id = await upload(
      [
        'Action,Item number,Currency,Start price,Available quantity,Relationship,Relationship details,Custom label (SKU)',
        `Revise,${first},GBP,110.00,3,,,M3`,
        `Revise,${second},USD,210.00,2,,,`,
        `Revise,${strap},GBP,,,,Colour=Red;Blue,`,
        ',,GBP,21.00,0,Variation,Colour=Red,',
        ',,GBP,22.00,5,Variation,Colour=Blue,S-B',
        ',,GBP,23.00,5,Variation,Colour=Green,',
        'Revise,398160795273,GBP,1.00,1,,,',
        `End,${first},,,,,,`,
      ].join('\n'),
    )
    expect(await linesOf(id, 'revise')).toEqual([
      '2 | Price £100.00 → £110.00',
      '5 | Price £20.00 → £21.00, Quantity 4 → 0',
    ])
    expect(await linesOf(id, 'same')).toEqual(['4 | –', '6 | –'])
    // A page that nobody asks for by hand is the first one.
    for (const odd of ['1.001', '1e-9', '-1', 'x'])
      expect((await shop.browser.get(page, `${paths.upload(id, 'same')}&page=${odd}`)).data.file.lines).toHaveLength(2)
    expect(await linesOf(id, 'problems')).toEqual([
      '3 | – | Currency “USD”: The amount is in another currency: the listing is sold in GBP.',
      '7 | – | Variation “Green”: The listing has no such variation.',
      '8 | – | Item number “398160795273”: You have no such listing.',
      `9 | Ends the listing | Item number “${first}”: Line 2 already changes this listing.`,
    ])
    expect((await modelOf(id)).note).toContain('8 rows were read: 2 changes, 4 problems, 2 unchanged.')
    expect((await rowOf(first)).price_minor).toBe(10_000)
  })

  it('is applied by the job, and says of each row what became of it', async () => {
    const id = await apply(
      [
        'Item number,Custom label (SKU),Start price,Available quantity',
        `${first},,120.00,0`,
        ',S-R,25.00,7',
        ',M4,0,1',
        ',M5,1.00,1',
      ].join('\n'),
    )
    expect(await rowOf(first)).toMatchObject({ price_minor: 12_000, quantity_available: 0, state: 'OUT_OF_STOCK' })
    expect(await rowOf(strap)).toMatchObject({ price_minor: 2_200, quantity_available: 12 })
    expect(await modelOf(id)).toMatchObject({ state: 'DONE_WITH_ERRORS', progress: { done: 2, all: 2 } })
    expect(await resultOf(id)).toEqual([
      {
        'Item number': first,
        'Custom label (SKU)': '',
        'Start price': '120.00',
        'Available quantity': '0',
        Status: 'Success',
        'Error code': '',
        Message: '',
        Row: '2',
      },
      {
        'Item number': '',
        'Custom label (SKU)': 'S-R',
        'Start price': '25.00',
        'Available quantity': '7',
        Status: 'Success',
        'Error code': '',
        Message: '',
        Row: '3',
      },
      {
        'Item number': '',
        'Custom label (SKU)': 'M4',
        'Start price': '0',
        'Available quantity': '1',
        Status: 'Failure',
        'Error code': 'priceMissing',
        Message: 'Price “0.00”: Enter a price above zero.',
        Row: '4',
      },
      {
        'Item number': '',
        'Custom label (SKU)': 'M5',
        'Start price': '1.00',
        'Available quantity': '1',
        Status: 'Failure',
        'Error code': 'unknown',
        Message: 'SKU “M5”: You have no such listing.',
        Row: '5',
      },
    ])
  })

  it('changes nothing the second time', async () => {
    const text = `Item number,Start price\n${second},205.00\n`
    await apply(text)
    const { version } = await rowOf(second)
    const again = await upload(text)
    expect(await modelOf(again)).toMatchObject({ changes: 0, tab: 'same' })
    await step(again, 'apply')
    await work()
    expect((await rowOf(second)).version).toBe(version)
  })

  it('leaves a listing alone that changed since it was checked', async () => {
    const id = await upload(`Item number,Start price\n${second},300.00\n`)
    await db.owner.updateTable('listings').set({ price_minor: 25_000 }).where('item_number', '=', second).execute()
    await step(id, 'apply')
    await work()
    expect((await rowOf(second)).price_minor).toBe(25_000)
    expect(await linesOf(id, 'problems')).toEqual([
      '2 | Price £205.00 → £300.00 | Price “30000”: Changed since the file was checked, so it was left alone.',
    ])
  })

  it('does not set units that the marketplace’s shop counts', async () => {
    const countedBy = (owner: 'SHOP' | null) =>
      db.owner.updateTable('sellers').set({ stock_owner: owner }).where('id', '=', shop.sellerId).execute()
    onTestFinished(async () => void (await countedBy(null)))
    const [film, dress] = [await shop.publish({ quantity: '3' }), strap]
    const before = await rowOf(dress)
    const text = `Item number,Custom label (SKU),Available quantity\n${film},,8\n,S-B,9\n`
    const early = await upload(text)
    await countedBy('SHOP')
    const why = 'The marketplace’s shop keeps count of the stock. Change it there.'
    const refused = [`2 | Quantity 3 → 8 | Quantity “8”: ${why}`, `3 | Quantity 5 → 9 | Quantity “9”: ${why}`]
    expect(await linesOf(await upload(text), 'problems')).toEqual(refused)
    await step(early, 'apply')
    await work()
    expect(await linesOf(early, 'problems')).toEqual(refused)
    expect(await rowOf(film)).toMatchObject({ quantity_available: 3 })
    expect(await rowOf(dress)).toEqual(before)
  })

  it('is not applied as it was before its columns were changed', async () => {
    const id = await upload(`Item number,Start price,Note\n${second},300.00,\n`)
    const { check } = await modelOf(id)
    await step(id, 'columns', { 'column.0': 'item' })
    expect((await step(id, 'apply', { check })).status).toBe(303)
    await work()
    expect(await modelOf(id)).toMatchObject({ state: 'CREATED', changes: 0 })
  })

  it('that is long is checked by the job, in slices that go on where the one before ended', async () => {
    const items = await addListings(1_300)
    const rows = items.map((item, n) => `${item},${n + 2}`)
    const run = await takenForCheck(['Item number,Available quantity', ...rows, `${items[0]},9`].join('\n'))
    const { signal } = new AbortController()
    // The process ends after the first part, and does not give the run back.
    const done = await listingUploads.work({ hub, run, role: 'owner', isOver: () => true, signal })
    expect(done).toEqual({ outcome: 'more' })
    expect(await modelOf(run.id)).toMatchObject({
      state: 'RUNNING',
      isChecked: false,
      progress: { done: 1_000, all: 1_301, text: '1,000 of 1,301 rows checked.' },
    })
    now = new Date(now.getTime() + minute)
    await work()
    expect(await modelOf(run.id)).toMatchObject({ state: 'CREATED', isChecked: true, changes: 1_300, progress: null })
    expect(await linesOf(run.id, 'problems')).toEqual([
      `1,302 | – | Item number “${items[0]}”: Line 2 already changes this listing.`,
    ])
  })

  it('continues after a crash between parts, and each row counts once', async () => {
    const items = await addListings(600)
    const id = await upload(
      ['Item number,Available quantity', ...items.map((item, n) => `${item},${n + 2}`)].join('\n'),
    )
    await step(id, 'apply')
    const key = { sellerId: shop.sellerId, id, now }
    const run = await db.asSeller(shop.sellerId, 'write', (own) => takeRun(own, key))
    const { signal } = new AbortController()
    // The process ends after the first part, and does not give the run back.
    const done = await listingUploads.work({ hub, run: run!, role: 'owner', isOver: () => true, signal })
    expect(done).toEqual({ outcome: 'more' })
    expect(await modelOf(id)).toMatchObject({ state: 'RUNNING', progress: { done: 500, all: 600 } })
    now = new Date(now.getTime() + minute)
    await work()
    expect(await modelOf(id)).toMatchObject({ state: 'DONE', progress: { done: 600, all: 600 } })
    const changed = (await shop.listings()).filter(({ item_number }) => items.includes(item_number))
    expect(new Set(changed.map(({ version }) => version)).size).toBe(1)
    expect(changed.map(({ quantity_available }) => quantity_available)).toEqual(items.map((_, n) => n + 2))
    expect(await resultOf(id)).toHaveLength(600)
  })
})

/** Uploads a file that was checked, takes it back to its check and begins that, as another process would. */
async function takenForCheck(text: string): Promise<TakenRun> {
  const id = await upload(text)
  const own = { sellerId: shop.sellerId, id, now }
  const found = await db.asSeller(shop.sellerId, 'read', (tx) => findRecordUpload(tx, own))
  const plan = { ...assertDefined(found, 'it was uploaded').plan, isChecked: false }
  await updateRows(
    db.owner,
    'file_runs',
    { id },
    { state: 'QUEUED', plan: JSON.stringify(plan), position: null, total_rows: plan.lines, done_rows: 0 },
  )
  return assertDefined(await db.asSeller(shop.sellerId, 'write', (tx) => takeRun(tx, own)), 'it is queued')
}

/** Adds active listings; returns their item numbers. */
async function addListings(n: number): Promise<string[]> {
  const rows = Array.from({ length: n }, (_, at) => ({
    seller_id: shop.sellerId,
    title: `Filter ${at}`,
    sku: `F-${n}-${at}`,
    ...anyListing,
    price_minor: 1_000,
    quantity_available: 1,
    created_at: now,
  }))
  const added = await db.owner.insertInto('listings').values(rows).returning(['id', 'item_number']).execute()
  return added.toSorted((a, b) => a.id - b.id).map(({ item_number }) => item_number)
}

describe('columns', () => {
  it('that the seller corrected are read so, and so next time', async () => {
    const text = `Item number,Price,Old price\n${second},1.00,260.00\n`
    const id = await upload(text)
    expect(await linesOf(id, 'revise')).toEqual(['2 | Price £250.00 → £1.00'])
    await step(id, 'columns', { 'column.0': 'item', 'column.1': '', 'column.2': 'price' })
    expect(await linesOf(id, 'revise')).toEqual(['2 | Price £250.00 → £260.00'])
    const next = await upload(text)
    expect(await linesOf(next, 'revise')).toEqual(['2 | Price £250.00 → £260.00'])
    await step(next, 'forget')
    expect(await linesOf(next, 'revise')).toEqual(['2 | Price £250.00 → £1.00'])
  })

  it('without one that names listings change nothing, and the page says what is missing', async () => {
    const id = await upload('Colour,Price\nRed,1.00\n')
    expect(await modelOf(id)).toMatchObject({ need: 'Choose the column of the item number or of the SKU.', changes: 0 })
  })
})

describe('a file of details', () => {
  it('revises by the guards of the form, and a second time nothing', async () => {
    const item = await shop.publish({ sku: 'D1' })
    const text = [
      'Item number,Title,Description,Condition,Category,C:Colour,*C:Brand',
      `${item},Leica M3 in black,<p>New</p><script>x</script>,Good,Cameras & Photography > Film Cameras,Black,Leica`,
      `${second},,,,,,`,
      `${first},${'x'.repeat(81)},,Shiny,Nowhere,,Leica`,
    ].join('\n')
    const id = await upload(text)
    expect(await linesOf(id, 'problems')).toEqual([
      '4 | – | Condition “Shiny”: Enter a condition such as New, Used or 3000.',
    ])
    expect(await linesOf(id, 'same')).toEqual(['3 | –'])
    await step(id, 'apply')
    await work()
    expect(await rowOf(item)).toMatchObject({ title: 'Leica M3 in black', condition: 'GOOD' })
    const content = await storedRow(db.owner, 'listing_contents', { listing_id: (await rowOf(item)).id })
    expect(content.description).toBe('<p>New</p>')
    expect(content.aspects).toMatchObject({ Colour: ['Black'], Brand: ['Leica'], Model: ['M3'] })
    expect(await modelOf(await upload(text))).toMatchObject({ changes: 0 })
  })

  it('clears what may be empty', async () => {
    const item = await shop.publish({ sku: 'D2', cost: '5.00' })
    await apply(`Item number,Cost per item\n${item},\n`)
    const { listing_id: id, cost_minor: cost } = await storedRow(db.owner, 'listing_contents', {
      listing_id: (await rowOf(item)).id,
    })
    expect([id, cost]).toEqual([(await rowOf(item)).id, null])
  })
})

it('a price below the offers that a listing takes is refused for that, as it was typed', async () => {
  const offers = { bestOffer: 'on', minimumOffer: '50.00', autoAccept: '90.00' }
  const item = await shop.publish({ sku: 'D3', price: '100.00', ...offers })
  const id = await upload(`Item number,Price\n${item},40.50\n`)
  expect(await linesOf(id, 'problems')).toEqual([
    '2 | Price £100.00 → £40.50 | Price “40.50”: The lowest offer must lie above zero and below the price. Change both, or clear it. Price “40.50”: What is accepted at once must lie above zero and below the price. Change both, or clear it.',
  ])
})

describe('a file of new listings', () => {
  const text = [
    'Action,Custom label (SKU),Title,Price,Quantity,Description,Condition,C:Brand',
    'Add,N-1,"Filter, yellow",12.50,3,<p>Glass</p>,New,Leica',
    'Add,N-2,Hood,9,1,,,',
    'Add,,Cap,9,1,,,',
    'Add,N-1,Filter again,9,1,,,',
  ].join('\n')

  it('creates drafts that the form opens, once', async () => {
    const id = await upload(text)
    expect(await linesOf(id, 'create')).toEqual(['2 | Creates a draft', '3 | Creates a draft'])
    expect(await linesOf(id, 'problems')).toEqual([
      '4 | Creates a draft | The row has no item number and no SKU. A new listing needs a SKU.',
      '5 | Creates a draft | SKU “N-1”: Line 2 already changes this listing.',
    ])
    await step(id, 'apply')
    await work()
    const drafts = (await shop.listings()).filter(({ sku }) => sku?.startsWith('N-'))
    expect(
      drafts.map(({ state, title, price_minor, quantity_available }) => [
        state,
        title,
        price_minor,
        quantity_available,
      ]),
    ).toEqual([
      ['DRAFT', 'Filter, yellow', 1_250, 3],
      ['DRAFT', 'Hood', 900, 1],
    ])
    const view = await shop.open(`mode=AddItem&draftId=${drafts[0]?.item_number}`)
    expect(view.typed).toMatchObject({ condition: 'NEW', 'aspect.Brand': 'Leica', description: '<p>Glass</p>' })
    expect(view.typed['policy.RETURN']).toBeTruthy()
    expect((await modelOf(id, 'done')).lines).toHaveLength(2)

    const again = await upload(text)
    expect(await modelOf(again)).toMatchObject({ changes: 0 })
    expect(await linesOf(again, 'skipped')).toEqual([
      '2 | – | SKU “N-1”: A draft with this SKU exists. Edit it in its form.',
      '3 | – | SKU “N-2”: A draft with this SKU exists. Edit it in its form.',
    ])
  })

  it('that is applied twice at once creates each draft once', async () => {
    const own = text.replaceAll('N-', 'T-')
    const ids = [await upload(own), await upload(own)]
    for (const id of ids) await step(id, 'apply')
    await work()
    expect((await shop.listings()).filter(({ sku }) => sku?.startsWith('T-'))).toHaveLength(2)
    // Either may be first: the other finds that its drafts are there.
    const left = [(await linesOf(ids[0] ?? '', 'problems')).length, (await linesOf(ids[1] ?? '', 'problems')).length]
    expect(left.toSorted((a, b) => a - b)).toEqual([2, 4])
  })
})

it('a file to end listings ends each once', async () => {
  const item = await shop.publish({ sku: 'E1' })
  const text = `Action,ItemID,EndingReason\nEnd,${item},NotAvailable\n`
  const id = await upload(text)
  expect(await linesOf(id, 'end')).toEqual(['2 | Ends the listing'])
  await step(id, 'apply')
  await work()
  expect(await rowOf(item)).toMatchObject({ state: 'ENDED', end_reason: 'SELLER' })
  expect(await modelOf(await upload(text))).toMatchObject({ changes: 0, tab: 'same' })
})

describe('an upload', () => {
  it('is taken whatever characters stand where its samples end', async () => {
    const title = `${'x'.repeat(39)}📷`
    const id = await upload(`Item number,Start price,Remark\n${second},${'1'.repeat(79)}📷,${title}\n`)
    const { columns } = await modelOf(id)
    expect(columns.map(({ samples }: { samples: string[] }) => samples[0])).toContain('x'.repeat(39))
    expect(await linesOf(id, 'problems')).toHaveLength(1)
  })

  it('that is cancelled applies nothing more', async () => {
    const id = await upload(`Item number,Start price\n${second},400.00\n`)
    await step(id, 'apply')
    await step(id, 'cancel')
    await work()
    expect(await modelOf(id)).toMatchObject({ state: 'CANCELLED', progress: { done: 0, all: 1 } })
    expect((await rowOf(second)).price_minor).toBe(25_000)
  })

  it('of another seller is not found, and changes none of ours', async () => {
    const other = await addFormShop(hub, db, 'other-shop')
    const id = await upload(`Item number,Start price\n${second},500.00\n`)
    expect((await other.browser.get(page, paths.upload(id))).status).toBe(404)
    const theirs = await upload(`Item number,Start price\n${second},500.00\n`, other.browser)
    expect((await modelOf(theirs, 'problems', other.browser)).lines).toHaveLength(1)
    expect((await modelOf(theirs, 'problems', other.browser)).changes).toBe(0)
  })
})
