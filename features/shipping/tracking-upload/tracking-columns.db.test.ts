import { describe, expect, it } from 'vitest'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { paths } from '#web/paths.ts'
import { columnField } from '#features/machinery/file-runs/chosen-columns.ts'
import { headerName } from '#lib/header-name.ts'
import { workOnUploads } from './testing.ts'
import * as page from '#features/reports/upload-page/upload-page.tsx'

const { db, hub } = await testHubAt('2026-11-20T14:30:00Z')

const [amira, zed] = [await addTestMember(hub, { name: 'Amira' }), await addTestMember(hub, { name: 'Zed' })]
const seller = await addTestSeller(db, { [amira.id]: 'shipper' })
await addTestSeller(db, { [zed.id]: 'owner' })
const shipper = await signedInBrowser(hub, amira.email)
const stranger = await signedInBrowser(hub, zed.email)

const head = 'Vorgang;Kunde;Label\n'
const check = async (text: string, by = shipper) => {
  const { location } = await by.post(page, paths.uploads, { step: 'read', kind: 'tracking', pasted: text })
  return new URL(location!, 'http://hub').searchParams.get('file')!
}
const open = async (upload: string, by = shipper) => (await by.get(page, paths.upload(upload))).data
const step = async (upload: string, name: string, fields: Record<string, string> = {}) => {
  const { check: seen } = (await open(upload)).file
  const { status } = await shipper.post(page, paths.uploads, { step: name, file: upload, check: seen, ...fields })
  await workOnUploads(hub)
  return status
}
/** Sets the meaning of each column, in order. */
const choose = (upload: string, kinds: readonly string[]) =>
  step(upload, 'columns', Object.fromEntries(kinds.map((kind, at) => [columnField(at), kind])))
const columnsOf = (model: { columns: { name: string; kind: string }[] }) =>
  model.columns.map(({ name, kind }) => [name, kind])

describe('a file with unknown column names', () => {
  it('is read by its values, corrected, applied, and remembered for this seller only', async () => {
    const orders: string[] = []
    for (let n = 0; n < 3; n += 1) orders.push((await addOrderToShip(db, seller, [1])).number)
    const text = `${head}${orders[0]};Anna;RN000000014GB\n${orders[1]};Bo;RN000000028GB\n${orders[2]};Cem;4,8E+13\nSumme;;\n`
    const upload = await check(text)
    const { file: model } = await open(upload)
    expect(columnsOf(model)).toEqual([['Vorgang', 'order'], ['Kunde', 'recipient'], ['Label', 'tracking']]) // prettier-ignore
    expect(model.columns[0].note).toBe('3 of 4 values are order numbers of yours')
    expect(model).toMatchObject({ state: 'CREATED', changes: 2, problems: { n: 1 } })
    expect(await choose(upload, ['tracking', '', 'order'])).toBe(303)
    expect((await open(upload)).file).toMatchObject({ changes: 0, problems: { n: 3 } })
    // If two columns have the same meaning, the newly chosen one keeps it.
    await choose(upload, ['order', '', 'order'])
    const half = (await open(upload)).file
    expect(columnsOf(half)).toEqual([['Vorgang', 'order'], ['Kunde', ''], ['Label', '']]) // prettier-ignore
    expect(half.need).not.toBeNull()
    await choose(upload, ['order', 'carrier', 'tracking'])
    await choose(upload, ['order', '', 'tracking'])
    await step(upload, 'apply')
    expect((await open(upload)).file).toMatchObject({ state: 'DONE_WITH_ERRORS', changes: 0, problems: { n: 1 } })
    const next = await check(`vorgang ; KUNDE;Label\n${orders[2]};Cem;RN000000031GB\n`)
    const again = (await open(next)).file
    expect(again).toMatchObject({ state: 'CREATED', changes: 1, isChosen: true })
    await step(next, 'forget')
    expect((await open(next)).file.isChosen).toBe(false)
    expect((await open(await check(text, stranger), stranger)).file.isChosen).toBe(false)
  })

  it('is remembered with any number and length of columns', async () => {
    const { number } = await addOrderToShip(db, seller, [1])
    const more = Array.from({ length: 400 }, () => crypto.randomUUID())
    const text = `Vorgang;Label;${more.join(';')}\n${number};RN000000059GB${';x'.repeat(more.length)}\n`
    expect(await choose(await check(text), ['tracking', 'order'])).toBe(303)
    expect((await open(await check(text))).file).toMatchObject({ isChosen: true, need: null })
  })
})

it('is read in its member’s turn: only one of their files is in memory', async () => {
  const { id } = await db.owner.selectFrom('members').select('id').where('name', '=', 'Amira').executeTakeFirstOrThrow()
  const leaving = new AbortController()
  const others = Array.from({ length: 3 }, () => hub.turns.bigForms.take(id, leaving.signal).catch(() => null))
  const send = (bytes: number) =>
    shipper.post(page, paths.uploads, { step: 'read', pasted: head }, { 'content-length': String(bytes) })
  expect((await send(2_000_000)).status).toBe(429)
  expect((await send(200)).status).not.toBe(429)
  leaving.abort()
  const [first] = await Promise.all(others)
  first?.end()
})

it('is recognised by all column names of a header', () => {
  expect(headerName([' Order  No', 'X'])).toBe(headerName(['order no', 'x ']))
  expect(headerName(['a', 'b'])).not.toBe(headerName(['b', 'a']))
})
