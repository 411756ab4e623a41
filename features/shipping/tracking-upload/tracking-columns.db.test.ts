import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { signedInBrowser, type TestBrowser } from '#features/shop/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/shop/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { paths } from '#web/paths.ts'
import { columnField } from '#features/machinery/file-runs/chosen-columns.ts'
import { readReview } from './review-form.ts'
import { headerName } from '#lib/header-name.ts'
import * as fileResource from './tracking-file-resource.ts'
import * as page from './tracking-upload-page.tsx'

const now = new Date('2026-11-20T14:30:00Z')
const db = await testDatabase()
const hub = testServices(db, { now: () => now })
let seller: number
let shipper: TestBrowser
let stranger: TestBrowser

beforeAll(async () => {
  const [amira, zed] = [await addTestMember(hub, { name: 'Amira' }), await addTestMember(hub, { name: 'Zed' })]
  seller = await addTestSeller(db, { [amira.id]: 'shipper' })
  await addTestSeller(db, { [zed.id]: 'owner' })
  shipper = await signedInBrowser(hub, amira.email)
  stranger = await signedInBrowser(hub, zed.email)
})

const head = 'Vorgang;Kunde;Label\n'
const check = async (text: string, by = shipper) => {
  const { location } = await by.post(page, paths.tracking, { step: 'check', pasted: text })
  return new URL(location!, 'http://hub').searchParams.get('upload')!
}
const open = async (upload: string, by = shipper) => (await by.get(page, paths.trackingUpload(upload))).data
/** Sets the meaning of each column, in order. */
const choose = (upload: string, kinds: readonly string[]) =>
  shipper.post(page, paths.tracking, {
    step: 'review',
    upload,
    ...Object.fromEntries(kinds.map((kind, at) => [columnField(at), kind])),
  })
const columnsOf = (model: { review: { columns: { name: string; kind: string }[] } }) =>
  model.review.columns.map(({ name, kind }) => [name, kind])
/** The result file of an upload, by line. */
const resultOf = async (upload: string): Promise<string[]> =>
  (await shipper.download(fileResource, paths.trackingFile(upload, 'all'))).trimEnd().split('\r\n')

describe('a file with unknown column names', () => {
  it('is read by its values, corrected, applied, and remembered for this seller only', async () => {
    const orders: string[] = []
    for (let n = 0; n < 3; n += 1) orders.push((await addOrderToShip(db, seller, [1])).number)
    const text = `${head}${orders[0]};Anna;RN000000014GB\n${orders[1]};Bo;RN000000028GB\n${orders[2]};Cem;4,8E+13\nSumme;;\n`
    const upload = await check(text)
    const { model } = await open(upload)
    expect(columnsOf(model)).toEqual([['Vorgang', 'order'], ['Kunde', 'recipient'], ['Label', 'tracking']]) // prettier-ignore
    expect(model.review.columns[0].note).toBe('3 of 4 values are order numbers of yours')
    expect(model).toMatchObject({ state: 'CHECKED', change: 2, problems: 1 })
    expect((await choose(upload, ['tracking', '', 'order'])).status).toBe(303)
    expect((await open(upload)).model).toMatchObject({ change: 0, problems: 3 })
    // If two columns have the same meaning, the newly chosen one keeps it.
    await choose(upload, ['order', '', 'order'])
    const half = (await open(upload)).model
    expect(columnsOf(half)).toEqual([['Vorgang', 'order'], ['Kunde', ''], ['Label', '']]) // prettier-ignore
    expect(half.review.need).not.toBeNull()
    await choose(upload, ['order', 'carrier', 'tracking'])
    await choose(upload, ['order', '', 'tracking'])
    await shipper.post(page, paths.tracking, { step: 'apply', upload })
    expect((await open(upload)).model).toMatchObject({ state: 'DONE', change: 0, problems: 1 })
    const next = await check(`vorgang ; KUNDE;Label\n${orders[2]};Cem;RN000000031GB\n`)
    const again = (await open(next)).model
    expect(again).toMatchObject({ state: 'CHECKED', change: 1 })
    expect(again.review.source).toBe('Columns as you chose them on 20 Nov 2026')
    await shipper.post(page, paths.tracking, { step: 'forget', upload: next })
    expect((await open(next)).model.review.source).toBe('Columns found by their values and names')
    expect((await open(await check(text, stranger), stranger)).model.review.isRemembered).toBe(false)
  })

  it('is remembered with any number and length of columns', async () => {
    const { number } = await addOrderToShip(db, seller, [1])
    const more = Array.from({ length: 400 }, () => crypto.randomUUID())
    const text = `Vorgang;Label;${more.join(';')}\n${number};RN000000059GB${';x'.repeat(more.length)}\n`
    expect((await choose(await check(text), ['tracking', 'order'])).status).toBe(303)
    expect((await open(await check(text))).model.review).toMatchObject({ isRemembered: true, need: null })
  })

  it('has a result file with the outcome of each row', async () => {
    const { number } = await addOrderToShip(db, seller, [1])
    const rows = [`${number};RN000000045GB`, '99-99999-99999;0000000000000000000']
    const upload = await check(['Order number;Tracking number', ...rows].join('\n'))
    await shipper.post(page, paths.tracking, { step: 'apply', upload })
    expect(await resultOf(upload)).toEqual([
      expect.stringMatching(/Order number,Tracking number,Result,Problem,How to fix it$/),
      `${number},RN000000045GB,Shipped,,`,
      expect.stringMatching(
        /^99-99999-99999,"=""0000000000000000000""",Not done,"Order not found; Carrier missing","This shop/,
      ),
    ])
  })
})

it('is read in its member’s turn: only one of their files is in memory', async () => {
  const { id } = await db.owner.selectFrom('members').select('id').where('name', '=', 'Amira').executeTakeFirstOrThrow()
  const leaving = new AbortController()
  const others = Array.from({ length: 3 }, () => hub.turns.bigForms.take(id, leaving.signal).catch(() => null))
  const send = (bytes: number) =>
    shipper.post(page, paths.tracking, { step: 'check', pasted: head }, { 'content-length': String(bytes) })
  expect((await send(2_000_000)).status).toBe(429)
  expect((await send(200)).status).not.toBe(429)
  leaving.abort()
  const [first] = await Promise.all(others)
  first?.end()
})

describe('what a seller corrects', () => {
  const review = (fields: Record<string, string>, before = {}) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return readReview(form, 3, before)
  }

  it('is read from the form, and values that were not on the page are kept', () => {
    expect(review({})).toEqual({ cells: [] })
    expect(review({ 'column.0': 'order', 'column.1': '', 'column.2': 'tracking' }).columns).toEqual({
      order: 0,
      tracking: 2,
    })
    expect(review({ 'column.0': 'order', 'column.1': 'order' }, { order: 0 }).columns).toEqual({ order: 1 })
    expect(review({ 'column.0': 'order', 'column.1': 'order' }, { order: 1 }).columns).toEqual({ order: 0 })
    expect(review({ 'column.0': 'nonsense', dayOrder: '', encoding: 'ebcdic', 'shown.isConfirmed': '1' })).toEqual({
      columns: {},
      dayOrder: null,
      isConfirmed: false,
      cells: [],
    })
    expect(review({ 'cell.2-3.carrier': 'DHL', 'was.cell.2-3.carrier': 'DHL' }).cells).toEqual([])
    expect(review({ 'cell.2-3.carrier': 'DHL', 'cell.x-3.carrier': 'DHL' }).cells).toEqual([
      { from: 2, to: 3, key: 'carrier', text: 'DHL' },
    ])
  })

  it('is recognised by all column names of a header', () => {
    expect(headerName([' Order  No', 'X'])).toBe(headerName(['order no', 'x ']))
    expect(headerName(['a', 'b'])).not.toBe(headerName(['b', 'a']))
  })
})
