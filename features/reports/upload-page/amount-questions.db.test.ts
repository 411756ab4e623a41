import { rowsOf } from '#db/testing-row.ts'
import { beforeEach, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { amazonOrders } from '#features/orders/order-files/testing.ts'
import { addFormShop } from '#features/selling/listing-form/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import * as reportFile from '../runs/report-file-resource.ts'
import * as reportsPage from '../runs/reports-page.tsx'
import { runFileJob } from '../testing.ts'
import * as page from './upload-page.tsx'

const db = await testDatabase()
let now = new Date('2026-11-20T12:00:00Z')
const hub = testServices(db, { now: () => now })
let shop: Awaited<ReturnType<typeof addFormShop>>
let shops = 0

beforeEach(async () => {
  shops += 1
  shop = await addFormShop(hub, db, `amounts-shop-${shops}`)
})

/** Sends a file; returns the address of its page. */
async function send(text: string): Promise<string> {
  now = new Date(now.getTime() + minute)
  const form = new FormData()
  form.set('step', 'read')
  form.append('file', new File([text], 'orders.csv'))
  expect((await shop.browser.post(page, paths.uploads, form)).status).toBe(303)
  return (await shop.browser.get(reportsPage, paths.reports)).data.runs[0].href
}
const fileOf = async (href: string) => (await shop.browser.get(page, href)).data.file
const step = (href: string, name: string, fields: Record<string, string> = {}) => {
  const file = new URL(href, 'http://hub').searchParams.get('file') ?? ''
  return shop.browser.post(page, paths.uploads, { step: name, file, ...fields })
}
const totals = () => rowsOf(db.owner, 'orders', { seller_id: shop.sellerId }, 'external_id')

const unclear = [
  'Order number,Order date,Item title,Quantity,Price,Shipped on date',
  'U-1,2025-01-01,Mug,2,42.00,2025-01-02',
  'U-2,2025-01-01,Cup,1,5.00,2025-01-02',
].join('\n')

it('Amazon’s price of the line is taken for what it is, without a question', async () => {
  const href = await send(amazonOrders)
  const { note, questions, apply, check, tabs } = await fileOf(href)
  expect(note).toContain('4 rows of orders, Amazon orders report.')
  expect([questions, apply]).toEqual([null, 'Import 2 orders'])
  expect(
    tabs.map(({ label, count }: { label: { text: string }; count: string }) => [label.text, count]),
  ).toContainEqual(['Left out', '1'])
  await step(href, 'apply', { check })
  await runFileJob(hub)
  expect(await totals()).toMatchObject([
    { external_id: '302-5550001-0000001', total_minor: 4799 },
    { external_id: '302-5550001-0000002', total_minor: 3300 },
  ])
})

it('a price that nothing explains is asked for once, with both results, and remembered', async () => {
  const href = await send(unclear)
  const asked = await fileOf(href)
  expect(asked.questions).toMatchObject({
    isAnswered: false,
    all: [
      {
        field: 'answer.price',
        text: expect.stringContaining('price'),
        hint: 'Your answer is remembered for files with these columns.',
        answer: null,
        options: [
          { value: 'UNIT', label: 'Of one item', hint: 'U-1: 2 × £42.00, in all £84.00' },
          { value: 'LINE', label: 'Of all items in the row', hint: 'U-1: 2 × £21.00, in all £42.00' },
        ],
      },
    ],
  })
  expect(asked.apply, 'the other order needs no answer').toBe('Import 1 order')
  expect(asked.lines).toMatchObject([
    { name: { text: 'U-1' }, problems: expect.stringContaining('Answer the question above.') },
  ])
  await step(href, 'answer', { 'answer.price': 'LINE' })
  const answered = await fileOf(href)
  expect(answered).toMatchObject({ apply: 'Import 2 orders', questions: { isAnswered: true } })
  expect(answered.lines.map(({ summary }: { summary: string }) => summary)).toContain('2 items, £42.00, 1 Jan 2025')

  const later = await send(unclear.replaceAll('U-', 'V-'))
  expect((await fileOf(later)).apply, 'a later file is not asked for').toBe('Import 2 orders')
  await step(later, 'answer', { 'answer.price': 'UNIT' })
  expect((await fileOf(later)).lines.map(({ summary }: { summary: string }) => summary)).toContain(
    '2 items, £84.00, 1 Jan 2025',
  )
  await step(later, 'forget')
  expect((await fileOf(later)).questions.isAnswered).toBe(false)
})

it('orders of which nothing says whether they are shipped are asked for once, and remembered', async () => {
  const silent =
    'Order number,Order date,Item title,Quantity,Price\nS-1,2025-01-01,Mug,1,4.00\nS-2,2025-01-02,Cup,1,5.00'
  const href = await send(silent)
  const asked = await fileOf(href)
  expect(asked).toMatchObject({
    apply: null,
    questions: {
      isAnswered: false,
      all: [{ field: 'answer.shipped', text: 'The file does not say which orders are shipped. Are all of them?' }],
    },
    lines: [
      { name: { text: 'S-1' }, problems: expect.stringContaining('Answer the question above.') },
      { name: { text: 'S-2' } },
    ],
  })
  await step(href, 'answer', { 'answer.shipped': 'YES' })
  expect((await fileOf(href)).apply).toBe('Import 2 orders')
  const later = await send(silent.replaceAll('S-', 'T-'))
  expect((await fileOf(later)).apply, 'a later file is not asked for').toBe('Import 2 orders')
  await step(later, 'answer', { 'answer.shipped': 'NO' })
  const { apply, tabs } = await fileOf(later)
  expect(apply).toBe(null)
  expect(
    tabs.map(({ label, count }: { label: { text: string }; count: string }) => [label.text, count]),
  ).toContainEqual(['Left out', '2'])
  await step(href, 'apply', { check: (await fileOf(href)).check })
  await runFileJob(hub)
  expect(await totals()).toMatchObject([{ external_id: 'S-1', status: 'SHIPPED' }, { external_id: 'S-2' }])
})

it('a file that is discarded keeps nothing; one that is cancelled while it waits keeps its result', async () => {
  const href = await send(unclear)
  await step(href, 'apply', { check: (await fileOf(href)).check })
  expect((await step(href, 'cancel')).location).toBe(href)
  const { id, resultHref, progress } = await fileOf(href)
  expect([resultHref, progress.text]).toEqual([paths.reportFile(id), expect.stringMatching(/^Cancelled/)])
  expect(await shop.browser.download(reportFile, resultHref)).toContain('Pending')
  const other = await send(unclear)
  expect((await step(other, 'cancel')).location).toBe(paths.uploads)
  const discarded = await fileOf(other)
  expect(discarded).toMatchObject({ resultHref: null, progress: { text: 'The file was discarded.' } })
  const parts = db.owner.selectFrom('file_run_parts').select('part').where('run_id', '=', discarded.id)
  expect(await parts.execute()).toEqual([])
  const { runs } = (await shop.browser.get(reportsPage, paths.reports)).data
  expect(runs[0]).toMatchObject({ name: 'orders.csv', fileHref: null })
})
