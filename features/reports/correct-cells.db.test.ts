import { testHubAt } from '#features/people/accounts/testing.ts'
import { expect, it } from 'vitest'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { mostTyped } from '#features/machinery/records/take-step.server.ts'
import { paths } from '#web/paths.ts'
import * as reportsPage from './runs/reports-page.tsx'
import * as movingIn from './upload-page/upload-page.tsx'
import * as uploads from './upload-page/upload-page.tsx'
import { uploadPages } from './uploads/testing.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)
const { browser } = shop
const { upload, modelOf, linesOf, work } = uploadPages({ hub, browser })

interface Line {
  row: string
  problems: string
  cells: { field: string; label: string; value: string }[]
}

/** Fields of a line's cells, typed anew in their order. */
const typed = ({ cells }: Line, ...texts: string[]): Record<string, string> =>
  Object.fromEntries(
    cells.flatMap(({ field, value }, nth) => [
      [`was.${field}`, value],
      [`cell.${field}`, texts[nth] ?? value],
    ]),
  )

it('a row of listings is corrected in place and checked again', async () => {
  const id = await upload('SKU,Title,Price,Quantity\nA,Strap,much,3\nB,"Bag, ""big""",9.99,some\n')
  // Checks that a slow machine did not finish at once.
  await work()
  const [first, second]: Line[] = (await modelOf(id, 'problems')).lines
  expect(first).toMatchObject({ row: '2', cells: [{ field: '2-2.2', label: 'Price in line 2', value: 'much' }] })
  const correct = async (fields: Record<string, string>) => {
    const { status } = await browser.post(uploads, paths.uploads, { step: 'correct', file: id, ...fields })
    await work()
    return status
  }
  expect(await correct({ ...typed(first!, '19.99'), ...typed(second!) })).toBe(303)
  expect(await linesOf(id, 'problems')).toEqual([
    '3 | – | Quantity “some”: Enter a whole number that is not too large.',
  ])
  await correct(typed(second!, '4'))
  expect(await linesOf(id, 'create')).toEqual(['2 | Creates a draft', '3 | Creates a draft'])
  // An upload that is no longer checked stays as it is.
  await browser.post(uploads, paths.uploads, { step: 'cancel', file: id })
  await correct(typed(first!, '1.00'))
  expect((await modelOf(id)).state).toBe('CANCELLED')
})

it('more cells than a file may have are refused, and none is dropped', async () => {
  const id = await upload('SKU,Title,Price,Quantity\nA,Strap,much,3\n')
  await work()
  const correct = async (from: number, to: number, price = '9.99') => {
    const at = Array.from({ length: to - from }, (_, nth) => from + nth)
    const fields = Object.fromEntries(at.map((each) => [`cell.2-${each + 2}.2`, price]))
    return browser.post(uploads, paths.uploads, { step: 'correct', file: id, ...fields })
  }
  for (let from = 0; from < mostTyped; from += 500) {
    expect((await correct(from, from + 500)).status).toBe(303)
    await work()
  }
  expect(await correct(mostTyped, mostTyped + 1, 'much')).toMatchObject({
    status: 422,
    data: { rowsError: expect.stringContaining('At most 5,000 cells') },
  })
  await work()
  expect(await linesOf(id, 'create')).toEqual(['2 | Creates a draft'])
})

it("a row of another marketplace's orders is corrected in place, in the row of the order that has the problem", async () => {
  const text = [
    'Order number,Order date,Item title,Quantity,Price,Shipped on date',
    'A-1,2025-07-21,Strap,1,4.50,2025-07-22',
    'A-1,2025-07-21,Bag,1,lots,2025-07-22',
    'A-2,,Bag,1,5.00,2025-07-22',
  ].join('\n')
  const form = new FormData()
  form.set('step', 'read')
  form.append('file', new File([text], 'orders.csv'))
  await browser.post(movingIn, paths.uploads, form)
  await work()
  const { runs } = (await browser.get(reportsPage, paths.reports)).data
  const { href } = runs.find(({ name }: { name: string }) => name === 'orders.csv')
  const file = async () => (await browser.get(movingIn, href)).data.file
  const { id, lines } = await file()
  const [amount, day]: Line[] = lines
  expect(amount?.cells).toMatchObject([{ field: expect.stringMatching(/^2-2/), value: 'lots' }])
  expect(day?.cells).toMatchObject([{ field: expect.stringMatching(/^4-4/), value: '' }])
  await browser.post(movingIn, paths.uploads, {
    step: 'correct',
    file: id,
    ...typed(amount!, '7.50'),
    ...typed(day!, '2025-07-20'),
  })
  await work()
  expect((await file()).lines.map(({ row, summary }: { row: string; summary: string }) => [row, summary])).toEqual([
    ['2', expect.stringContaining('£12.00')],
    ['4', expect.stringContaining('£5.00')],
  ])
})

it('a row of orders that were brought in is corrected, and then brought in beside them', async () => {
  const text = [
    'Order number,Order date,Item title,Quantity,Price,Shipped on date',
    'B-1,2025-07-21,Strap,1,4.50,2025-07-22',
    'B-2,2025-07-21,Bag,1,lots,2025-07-22',
  ].join('\n')
  const form = new FormData()
  form.set('step', 'read')
  form.append('file', new File([text], 'more.csv'))
  await browser.post(movingIn, paths.uploads, form)
  await work()
  const { runs } = (await browser.get(reportsPage, paths.reports)).data
  const { href } = runs.find(({ name }: { name: string }) => name === 'more.csv')
  const file = async () => (await browser.get(movingIn, href)).data.file
  const step = async (name: string, fields: Record<string, string> = {}) => {
    const { id, check } = await file()
    await browser.post(movingIn, paths.uploads, { step: name, file: id, check, ...fields })
    await work()
  }
  await step('apply')
  const applied = await file()
  expect(applied).toMatchObject({ state: 'DONE_WITH_ERRORS', tab: 'problems', undo: null })
  await step('correct', typed(applied.lines[0], '7.50'))
  expect(await file()).toMatchObject({ state: 'CREATED', tab: 'new', apply: 'Import 1 order' })
  await step('apply')
  expect(await file()).toMatchObject({ state: 'DONE', tab: 'done', lines: [{ name: { text: 'B-2' } }] })
  const orders = db.owner.selectFrom('orders').select('external_id').where('external_id', 'like', 'B-%')
  expect((await orders.orderBy('external_id').execute()).map(({ external_id: id }) => id)).toEqual(['B-1', 'B-2'])
})
