import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { signedInBrowser, type TestBrowser } from '#features/accounts/test-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/accounts/testing.ts'
import { addOrderToShip, testCarriers } from '#features/fulfilment/testing.ts'
import { paths } from '#web/paths.ts'
import { choiceField, readChoice } from './column-choice.ts'
import { headerName } from './columns-db.server.ts'
import { guessColumns } from './columns-model.ts'
import * as fileResource from './tracking-file-resource.ts'
import { allVerdicts, uploadFile } from './upload-file.ts'
import { listRows } from './uploads-db.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
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
const choose = (upload: string, columns: Record<string, string>) =>
  shipper.post(page, paths.tracking, { step: 'columns', upload, ...columns })
/** The result file of an upload, line by line. */
async function resultOf(upload: string): Promise<string[]> {
  const { status } = await shipper.get(fileResource, paths.trackingFile(upload, 'all'))
  expect(status).toBe(200)
  const rows = await db.asSeller(seller, 'read', (own) =>
    listRows(own, { sellerId: seller, id: upload, verdicts: allVerdicts, limit: 10 }),
  )
  const text = await uploadFile(['Order number', 'Tracking number'], rows, {
    texts: textsFor('en', 'UTC'),
    withResult: true,
  })
  return text.trimEnd().split('\r\n')
}

describe('a file whose columns have other names', () => {
  it('is asked about once, applied, and remembered for the seller alone', async () => {
    const orders: string[] = []
    for (let n = 0; n < 3; n += 1) orders.push((await addOrderToShip(db, seller, [1])).number)
    const text = `${head}${orders[0]};Anna;RN000000014GB\n${orders[1]};Bo;RN000000028GB\n${orders[2]};Cem;4,8E+13\nSumme;;\n`
    const upload = await check(text)
    const asked = await open(upload)
    expect(asked.model).toBeNull()
    expect(asked.columns.columns.map(({ name }: { name: string }) => name)).toEqual(['Vorgang', 'Kunde', 'Label'])
    const chosen = (kind: string) => asked.columns.fields.find((field: { kind: string }) => field.kind === kind).chosen
    expect([chosen('order'), chosen('tracking'), chosen('carrier')]).toEqual([0, 2, null])
    expect((await choose(upload, { [choiceField('order')]: '0', [choiceField('tracking')]: '0' })).status).toBe(422)
    expect((await choose(upload, { [choiceField('order')]: '0', [choiceField('tracking')]: '2' })).status).toBe(303)
    const checked = (await open(upload)).model
    expect(checked).toMatchObject({ state: 'CHECKED', change: 2, problems: 1 })
    await shipper.post(page, paths.tracking, { step: 'apply', upload })
    expect((await open(upload)).model).toMatchObject({ state: 'DONE', change: 0, problems: 1 })
    // Chosen again by an old page, it is as it was.
    await choose(upload, { [choiceField('order')]: '2', [choiceField('tracking')]: '0' })
    expect((await open(upload)).model).toMatchObject({ state: 'DONE', problems: 1 })
    const next = await check(`vorgang ; KUNDE;Label\n${orders[2]};Cem;RN000000031GB\n`)
    expect((await open(next)).model).toMatchObject({ state: 'CHECKED', change: 1 })
    expect((await open(await check(text, stranger), stranger)).columns).not.toBeNull()
  })

  it('is remembered however many columns it has, and however long their names are', async () => {
    const { number } = await addOrderToShip(db, seller, [1])
    const more = Array.from({ length: 400 }, () => crypto.randomUUID())
    const text = `Vorgang;Label;${more.join(';')}\n${number};RN000000059GB${';x'.repeat(more.length)}\n`
    const columns = { [choiceField('order')]: '0', [choiceField('tracking')]: '1' }
    expect((await choose(await check(text), columns)).status).toBe(303)
    expect((await open(await check(text))).model).toMatchObject({ state: 'CHECKED', change: 1 })
  })

  it('says in a file what became of each row', async () => {
    const { number } = await addOrderToShip(db, seller, [1])
    const rows = [`${number};RN000000045GB`, '99-99999-99999;0000000000000000000']
    const upload = await check(['Order number;Tracking number', ...rows].join('\n'))
    await shipper.post(page, paths.tracking, { step: 'apply', upload })
    expect(await resultOf(upload)).toEqual([
      expect.stringMatching(/Order number,Tracking number,Result,Problem,How to fix it$/),
      `${number},RN000000045GB,Shipped,,`,
      expect.stringMatching(
        /^99-99999-99999,"=""0000000000000000000""",Not done,"Order not found; Carrier not known","This shop/,
      ),
    ])
  })
})

it('a file is read in its member’s turn: what others of theirs have sent is in memory, too', async () => {
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

describe('a choice of columns', () => {
  const choice = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [kind, at] of Object.entries(fields)) form.set(`column.${kind}`, at)
    return readChoice(form, 3)
  }

  it('needs order and tracking number, each in a column of its own', () => {
    expect(choice({ order: '0', tracking: '2', sku: '' })).toEqual({ order: 0, tracking: 2 })
    const wrongs: Record<string, string>[] = [
      { order: '0' },
      { tracking: '1' },
      { order: '1', tracking: '1' },
      { order: '0', tracking: '3' },
    ]
    for (const wrong of wrongs) expect(choice(wrong)).toBeNull()
  })

  it('is guessed from what stands in the columns', () => {
    const guess = guessColumns(
      [['a'], ['RN000000014GB', '12'], ['12-00000-00001'], ['RN000000028GB', 'RN000000031GB']],
      testCarriers,
    )
    expect(guess).toEqual({ order: 2, tracking: 3 })
    expect(guessColumns([[], ['a']], testCarriers)).toEqual({})
  })

  it('is known again by the names of all columns', () => {
    expect(headerName([' Order  No', 'X'])).toBe(headerName(['order no', 'x ']))
    expect(headerName(['a', 'b'])).not.toBe(headerName(['b', 'a']))
  })
})
