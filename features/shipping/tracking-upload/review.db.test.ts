import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { chosenColumns } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { addTestShop } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { headerName } from '#lib/header-name.ts'
import { paths } from '#web/paths.ts'
import { columnKinds } from './meanings.ts'
import { checkTestFile, queueTestFile, rowsOfUpload, uploadOf, workOnUploads } from './testing.ts'
import * as page from '#features/reports/upload-page/upload-page.tsx'

const { db, hub } = await testHubAt('2026-11-25T12:00:00Z')

const { sellerId: seller, browser } = await addTestShop(hub, { name: 'Amira', role: 'shipper' })

const check = async (text: string | Uint8Array) => (await checkTestFile(hub, { sellerId: seller, text })).id
const modelOf = async (id: string, show?: string) => (await browser.get(page, paths.upload(id, show))).data.file
/** Takes a step with a file, and does what the page leaves to the job. */
async function step(id: string, name: string, fields: Record<string, string> = {}): Promise<void> {
  const { check: seen } = await modelOf(id)
  await browser.post(page, paths.uploads, { step: name, file: id, check: seen, ...fields })
  await workOnUploads(hub)
}
/** Types a cell of a row, or of several. */
const type = (id: string, cell: string, text: string) => step(id, 'correct', { [`cell.${cell}`]: text })

/** Order, number and problems of each row. */
const rowsOf = async (id: string) =>
  (await rowsOfUpload(hub, { sellerId: seller, id })).map(({ verdict, order, request, problems }) =>
    [verdict, order, request?.tracking, request?.shippedAt?.slice(0, 10), ...(problems ?? []).map(({ rule }) => rule)]
      .filter(Boolean)
      .join(' '),
  )

const apply = (id: string) => step(id, 'apply')

/** Adds an order awaiting shipment to this recipient; returns its number. */
async function orderTo(name: string, postcode: string) {
  const { id, number } = await addOrderToShip(db, seller, [1], { placedAt: new Date('2026-09-01T10:00:00Z') })
  await sql`update addresses a set name = ${name}, postal_code = ${postcode} from orders o
    where o.seller_id = ${seller} and o.id = ${id} and a.seller_id = o.seller_id and a.id = o.ship_to_address_id`.execute(
    db.owner,
  )
  return number
}

describe('an order found by recipient and postcode', () => {
  it('is shipped once the seller confirms it', async () => {
    const order = await orderTo('Clara Confirmed', 'SE1 1AA')
    const id = await check(
      'Name,Tracking Number,ZIP,Ship date\nClara Confirmed,9400111899223100000017,se1 1aa,2026-11-24\n',
    )
    expect(await rowsOf(id)).toEqual(['PROBLEM recipient-confirm'])
    await step(id, 'answer', { 'answer.isConfirmed': 'yes' })
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000017 2026-11-24`])
    await apply(id)
    expect(await rowsOf(id)).toEqual([`DONE ${order} 9400111899223100000017 2026-11-24`])
  })

  it('gets no more units than are left', async () => {
    const order = await orderTo('Dora Double', '02451')
    const id = await check(
      'Name,Tracking Number,ZIP\nDora Double,9400111899223100000024,2451\nDora Double,9400111899223100000031,2451\n',
    )
    await step(id, 'answer', { 'answer.isConfirmed': 'yes' })
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000024`, 'PROBLEM nothing-left'])
  })

  it('appears beside orders that the file names', async () => {
    const named = await orderTo('Nora Named', '10115')
    const order = await orderTo('Otto Other', '10115')
    const id = await check(
      `Order number,Name,Tracking Number,ZIP\n${named},Nora Named,9400111899223100000048,10115\n,Otto Other,9400111899223100000055,10115\n`,
    )
    await step(id, 'answer', { 'answer.isConfirmed': 'yes' })
    expect(await rowsOf(id)).toEqual([
      `CHANGE ${named} 9400111899223100000048`,
      `CHANGE ${order} 9400111899223100000055`,
    ])
  })
})

describe('corrections of a file', () => {
  it('apply another order of day and month to all rows', async () => {
    const order = await orderTo('Day Order', '1')
    const id = await check(`Order number,Tracking number,Ship date\n${order},9400111899223100000062,11/10/2026\n`)
    await step(id, 'answer', { 'answer.dayOrder': 'MDY' })
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000062 2026-11-10`])
    await step(id, 'answer', { 'answer.dayOrder': 'DMY' })
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000062 2026-10-11`])
  })

  it('fix a cell of a refused row, which then waits to be applied', async () => {
    const order = await orderTo('Cell Mended', '1')
    const id = await check(`Order number,Tracking number\n${order},9400111899223100000010\n`)
    expect(await rowsOf(id)).toEqual([expect.stringContaining('PROBLEM')])
    await apply(id)
    await type(id, '2-2.1', '9400111899223100000017')
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000017`])
    expect((await modelOf(id)).state).toBe('CREATED')
  })

  it('assign other columns, which later files with this header use until they are reset', async () => {
    const order = await orderTo('Column Chosen', '1')
    const id = await check(`A note,First,Second\n${order},9400111899223100000024,9400111899223100000017\n`)
    await step(id, 'columns', { 'column.0': 'order', 'column.1': '', 'column.2': 'tracking' })
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000017`])
    const of = { sellerId: seller, kind: 'tracking', meanings: columnKinds } as const
    const remembered = () => db.asSeller(seller, 'read', (own) => chosenColumns(own, of))
    const name = headerName(['A note', 'First', 'Second'])
    expect((await remembered()).get(name)?.columns).toEqual({ order: 0, tracking: 2 })
    await step(id, 'forget')
    expect((await remembered()).get(name)).toBeUndefined()
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000024`])
  })

  it('read the file again in another encoding, which keeps cells that were typed', async () => {
    const order = await orderTo('Jiří Novák', '602 00')
    const text = `Order number,Name,Tracking number\n${order},Ji\u{159}\u{ed} Nov\u{e1}k,9400111899223100000010\n`
    const bytes = Uint8Array.from([...text].map((sign) => (sign === '\u{159}' ? 0xf8 : (sign.codePointAt(0) ?? 0))))
    const id = await check(bytes)
    await type(id, '2-2.2', '9400111899223100000017')
    const { plan } = await uploadOf(hub, { sellerId: seller, id })
    expect(plan.encodings?.all).toContain('windows-1250')
    if (plan.form.encoding !== 'windows-1250') await step(id, 'answer', { 'answer.encoding': 'windows-1250' })
    const [row] = await rowsOfUpload(hub, { sellerId: seller, id })
    expect([row?.fields[1], row?.request?.tracking]).toEqual(['Jiří Novák', '9400111899223100000017'])
  })

  it('change nothing while an upload is being applied', async () => {
    const order = await orderTo('Being Applied', '1')
    const id = await check(`Order number,Tracking number\n${order},9400111899223100000017\n`)
    await queueTestFile(hub, { sellerId: seller, id })
    const fields = { step: 'correct', file: id, 'cell.2-2.1': '9400111899223100000024' }
    await browser.post(page, paths.uploads, fields)
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000017`])
  })
})

describe('cells that are typed', () => {
  const head = 'Order number,Tracking number,Carrier\n'
  const orderToShip = async () => (await addOrderToShip(db, seller, [1])).number

  it('change the verdicts of all rows of the orders that they name and named', async () => {
    const [order, other] = [await orderToShip(), await orderToShip()]
    const id = await check(`${head}${order},0034 11,DHL\n${order},0034 12,DHL\n${other},0034 13,DHL\n`)
    await type(id, '2-2.0', other)
    expect(await rowsOf(id)).toEqual([
      `CHANGE ${other} 0034 11`,
      `CHANGE ${order} 0034 12`,
      `PROBLEM ${other} nothing-left`,
    ])
  })

  it('are one of consecutive rows with the same problem, also of a column that the file lacks', async () => {
    const orders = [await orderToShip(), await orderToShip(), await orderToShip()]
    const id = await check(
      `Order number,Tracking number\n${orders.map((order, at) => `${order},ABCD${at}\n`).join('')}`,
    )
    const { lines } = await modelOf(id)
    expect(lines).toMatchObject([
      { row: '2–4', cells: [{ field: '2-4.carrier', label: 'Carrier in line 2', value: '' }] },
    ])
    await type(id, '2-4.carrier', 'Our own courier')
    expect(await rowsOf(id)).toEqual(orders.map((order, at) => `CHANGE ${order} ABCD${at}`))
    // The last one typed counts.
    await type(id, '3-3.carrier', 'x'.repeat(100))
    expect(await rowsOf(id)).toEqual([
      `CHANGE ${orders[0]} ABCD0`,
      `PROBLEM ${orders[1]} carrier-form`,
      `CHANGE ${orders[2]} ABCD2`,
    ])
  })

  it('of an order above its items change the items below it', async () => {
    const [order, other] = [await orderToShip(), await orderToShip()]
    const id = await check(`Order number,SKU,Tracking number,Carrier\n${order},,,\n,CAP-1,0034 21,DHL\n`)
    expect((await rowsOf(id))[1]).toBe(`PROBLEM ${order} item-unknown`)
    await type(id, '2-2.0', other)
    expect((await rowsOf(id))[1]).toBe(`PROBLEM ${other} item-unknown`)
  })
})
