import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SellerDb } from '#db/client.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip, testCarriers } from '#features/shipping/fulfilment/testing.ts'
import { chosenColumns } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { testServices, type TestServices } from '#features/shop/accounts/testing.ts'
import { queueUpload } from './apply-upload.server.ts'
import { headerName } from '#lib/header-name.ts'
import { columnKinds } from './meanings.ts'
import type { Review } from './review-form.ts'
import { forgetChoice, reviewUpload } from './review-upload.server.ts'
import { checkKept, checkTestFile, workOnUploads } from './testing.ts'
import { findUpload, listRows, trackingKind, type RowVerdict } from './uploads-db.server.ts'

const now = new Date('2026-11-25T12:00:00Z')
const verdicts: RowVerdict[] = ['CHANGE', 'SAME', 'SKIPPED', 'PROBLEM', 'DONE', 'REFUSED']
const unchanged: Review = {
  columns: undefined,
  encoding: undefined,
  dayOrder: undefined,
  carrier: undefined,
  keepsNamed: undefined,
  isConfirmed: undefined,
  cells: [],
}

let db: TestDatabase
let hub: TestServices
let seller: number

beforeAll(async () => {
  db = await testDatabase()
  hub = testServices(db, { now: () => now })
  seller = await addSeller(db, 'reviews')
})

const write = <T>(work: (own: SellerDb) => Promise<T>) => db.asSeller(seller, 'write', work)
const on = (id: string) => ({ sellerId: seller, id, carriers: testCarriers, zone: 'Europe/London', now })
const check = async (text: string | Uint8Array) => (await checkTestFile(hub, { sellerId: seller, text })).id
const review = async (id: string, said: Partial<Review>) => {
  const reviewed = await write((own) => reviewUpload(own, on(id), { ...unchanged, ...said }))
  if (reviewed === 'queued') await checkKept(hub, { sellerId: seller, id })
  return reviewed
}

/** Order, number and problems of each row. */
async function rowsOf(id: string) {
  const rows = await db.asSeller(seller, 'read', (own) => listRows(own, { sellerId: seller, id, verdicts, limit: 100 }))
  return rows.map(({ verdict, order_number, request, problems }) =>
    [
      verdict,
      order_number,
      request?.tracking,
      request?.shippedAt?.slice(0, 10),
      ...(problems ?? []).map(({ rule }) => rule),
    ]
      .filter(Boolean)
      .join(' '),
  )
}

async function apply(id: string) {
  await write((own) => queueUpload(own, { sellerId: seller, id, now }))
  await workOnUploads(hub)
}

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
    await review(id, { isConfirmed: true })
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000017 2026-11-24`])
    await apply(id)
    expect(await rowsOf(id)).toEqual([`DONE ${order} 9400111899223100000017 2026-11-24`])
  })

  it('gets no more units than are left', async () => {
    const order = await orderTo('Dora Double', '02451')
    const id = await check(
      'Name,Tracking Number,ZIP\nDora Double,9400111899223100000024,2451\nDora Double,9400111899223100000031,2451\n',
    )
    await review(id, { isConfirmed: true })
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000024`, 'PROBLEM nothing-left'])
  })

  it('appears beside orders that the file names', async () => {
    const named = await orderTo('Nora Named', '10115')
    const order = await orderTo('Otto Other', '10115')
    const id = await check(
      `Order number,Name,Tracking Number,ZIP\n${named},Nora Named,9400111899223100000048,10115\n,Otto Other,9400111899223100000055,10115\n`,
    )
    await review(id, { isConfirmed: true })
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
    await review(id, { dayOrder: 'MDY' })
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000062 2026-11-10`])
    await review(id, { dayOrder: 'DMY' })
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000062 2026-10-11`])
  })

  it('fix a cell of a refused row, which then waits to be applied', async () => {
    const order = await orderTo('Cell Mended', '1')
    const id = await check(`Order number,Tracking number\n${order},9400111899223100000010\n`)
    expect(await rowsOf(id)).toEqual([expect.stringContaining('PROBLEM')])
    await apply(id)
    const cell = { from: 2, to: 2, key: 'tracking', text: '9400111899223100000017' }
    expect(await review(id, { cells: [cell] })).toBe('cells')
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000017`])
    expect((await db.asSeller(seller, 'read', (own) => findUpload(own, { sellerId: seller, id, now })))?.state).toBe(
      'CHECKED',
    )
  })

  it('assign other columns, which later files with this header use until they are reset', async () => {
    const order = await orderTo('Column Chosen', '1')
    const id = await check(`A note,First,Second\n${order},9400111899223100000024,9400111899223100000017\n`)
    await review(id, { columns: { order: 0, tracking: 2 } })
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000017`])
    const of = { sellerId: seller, kind: trackingKind, meanings: columnKinds } as const
    const remembered = () => db.asSeller(seller, 'read', (own) => chosenColumns(own, of))
    const name = headerName(['A note', 'First', 'Second'])
    expect((await remembered()).get(name)?.columns).toEqual({ order: 0, tracking: 2 })
    await write((own) => forgetChoice(own, on(id)))
    await checkKept(hub, { sellerId: seller, id })
    expect((await remembered()).get(name)).toBeUndefined()
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000024`])
  })

  it('read the file again in another encoding, which keeps cells that were typed', async () => {
    const order = await orderTo('Jiří Novák', '602 00')
    const text = `Order number,Name,Tracking number\n${order},Ji\u{159}\u{ed} Nov\u{e1}k,9400111899223100000010\n`
    const bytes = Uint8Array.from([...text].map((sign) => (sign === '\u{159}' ? 0xf8 : (sign.codePointAt(0) ?? 0))))
    const id = await check(bytes)
    const { form } = (await db.asSeller(seller, 'read', (own) => findUpload(own, { sellerId: seller, id, now })))!
    const encoding = [form.encoding, ...form.otherEncodings].find((each) => each === 'windows-1250')!
    await review(id, { cells: [{ from: 2, to: 2, key: 'tracking', text: '9400111899223100000017' }] })
    if (encoding !== form.encoding) expect(await review(id, { encoding })).toBe('queued')
    const [row] = await db.asSeller(seller, 'read', (own) =>
      listRows(own, { sellerId: seller, id, verdicts, limit: 1 }),
    )
    expect([row?.fields[1], row?.request?.tracking]).toEqual(['Jiří Novák', '9400111899223100000017'])
  })

  it('change nothing while an upload is being applied', async () => {
    const order = await orderTo('Being Applied', '1')
    const id = await check(`Order number,Tracking number\n${order},9400111899223100000017\n`)
    await write((own) => queueUpload(own, { sellerId: seller, id, now }))
    const cell = { from: 2, to: 2, key: 'tracking', text: '9400111899223100000024' }
    expect(await review(id, { cells: [cell] })).toBe('nothing')
    expect(await rowsOf(id)).toEqual([`CHANGE ${order} 9400111899223100000017`])
  })
})
