import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { allocate } from '#lib/money.ts'
import { hasChanged } from '../import-report.ts'
import { marketplaceTables } from '../testing-tables.ts'
import { importOlist } from './import-olist.ts'
import { smallFiles, writeFiles, type SmallFiles } from './testing.ts'

let db: TestDatabase
let files: SmallFiles

async function freshDatabase(): Promise<void> {
  db = await testDatabase()
  files = smallFiles()
}

async function ask<T = Record<string, unknown>>(query: string): Promise<T[]> {
  return (await sql.raw<T>(query).execute(db.owner)).rows
}

async function importFiles(onPhase: (phase: string) => void = () => {}) {
  return importOlist({ folder: await writeFiles(files), pool: db.pool, onPhase })
}

describe('importOlist', () => {
  const phases: string[] = []

  beforeAll(async () => {
    await freshDatabase()
    await importFiles((phase) => phases.push(phase))
  })

  it('splits an order of several sellers into one for each, with lines by product and price', async () => {
    expect(
      await ask(`select s.username, o.external_id, o.subtotal_minor, o.shipping_minor, o.line_count, o.unit_count, o.status, o.buyer_username,
          to_char(o.placed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as placed
        from orders o join sellers s on s.id = o.seller_id order by o.external_id, s.username`),
    ).toEqual([
      // Brazil had daylight saving time in January: -02:00; -03:00 in July.
      {
        username: 'rio-de-janeiro-lua00000',
        external_id: 'o1',
        subtotal_minor: 330,
        shipping_minor: 50,
        line_count: 1,
        unit_count: 1,
        status: 'DELIVERED',
        buyer_username: 'franca-ann00000',
        placed: '2018-02-01 01:30',
      },
      {
        username: 'sao-paulo-sol00000',
        external_id: 'o1',
        subtotal_minor: 7000,
        shipping_minor: 703,
        line_count: 2,
        unit_count: 3,
        status: 'DELIVERED',
        buyer_username: 'franca-ann00000',
        placed: '2018-02-01 01:30',
      },
      {
        username: 'sao-paulo-sol00000',
        external_id: 'o2',
        subtotal_minor: 1200,
        shipping_minor: 100,
        line_count: 1,
        unit_count: 1,
        status: 'AWAITING_SHIPMENT',
        buyer_username: 'florianopolis-bob00000',
        placed: '2018-07-01 15:00',
      },
    ])
    expect(
      await ask(`select l.title, l.sku, l.quantity, l.unit_price_minor, l.shipping_minor, l.shipped_quantity from line_items l
        join orders o on o.seller_id = l.seller_id and o.id = l.order_id and o.external_id = 'o1' order by o.unit_count desc, l.position`),
    ).toEqual([
      {
        title: 'Lighting LAMP0000',
        sku: 'LAMP0000',
        quantity: 2,
        unit_price_minor: 1000,
        shipping_minor: 203,
        shipped_quantity: 2,
      },
      {
        title: 'Furniture home CHAIR000',
        sku: 'CHAIR000',
        quantity: 1,
        unit_price_minor: 5000,
        shipping_minor: 500,
        shipped_quantity: 1,
      },
      {
        title: 'Uncategorised CUP00000',
        sku: 'CUP00000',
        quantity: 1,
        unit_price_minor: 330,
        shipping_minor: 50,
        shipped_quantity: 1,
      },
    ])
  })

  it('divides payments by each seller’s share', async () => {
    const rows = await ask<{ method: string; parts: number[] }>(`
      select p.method, json_agg(p.amount_minor order by o.unit_count desc) as parts
      from payments p join orders o on o.seller_id = p.seller_id and o.id = p.order_id and o.external_id = 'o1' group by 1 order by 1`)
    expect(rows).toEqual([
      { method: 'CARD', parts: allocate(7083, [7703, 380]) },
      { method: 'VOUCHER', parts: allocate(1000, [7703, 380]) },
    ])
  })

  it('stores reviews as feedback for each seller, and updates scores', async () => {
    expect(
      await ask(`select s.feedback_score, f.rating, f.stars, f.title, f.comment, to_char(f.left_at at time zone s.time_zone, 'YYYY-MM-DD HH24:MI') as left
        from feedback f join sellers s on s.id = f.seller_id`),
    ).toEqual(
      Array.from({ length: 2 }, () => ({
        feedback_score: 1,
        rating: 'POSITIVE',
        stars: 5,
        title: 'Bom',
        comment: 'muito "bom",\nobrigada',
        left: '2018-02-07 10:00',
      })),
    )
  })

  it('tells each phase as it begins', () => {
    expect(phases[0]).toBe('Reading product_category_name_translation')
    expect(phases).toEqual(expect.arrayContaining(['Checking', 'Adding orders', 'Adding shipments']))
    expect(phases.at(-1)).toBe('Settling tables')
  })
})

describe('importOlist of other files', () => {
  beforeEach(freshDatabase)

  it('lists a product at its last price, and ends what has not sold for six months', async () => {
    files.olist_orders_dataset!.push('o3,c2,canceled,2018-09-01 12:00:00,,,,')
    files.olist_order_items_dataset!.push('o3,1,lamp0000aaaa,sol00000aaaa,2018-09-05 00:00:00,11.00,1.00')
    await importFiles()
    expect(await ask('select sku, state, price_minor, quantity_sold, end_reason from listings order by sku')).toEqual([
      { sku: 'CHAIR000', state: 'ENDED', price_minor: 5000, quantity_sold: 1, end_reason: 'EXPIRED' },
      { sku: 'CUP00000', state: 'ENDED', price_minor: 330, quantity_sold: 1, end_reason: 'EXPIRED' },
      { sku: 'LAMP0000', state: 'ACTIVE', price_minor: 1100, quantity_sold: 3, end_reason: null },
    ])
  })

  it('reads the status of an order with its times, and the database derives the same', async () => {
    // Status, approved, carrier, delivered: the hub's status, paid amount, shipment, cancellation.
    const read = [
      ['created', '', '', '', 'AWAITING_PAYMENT', 'PENDING', null, null],
      ['approved', '2018-07-02', '', '', 'AWAITING_SHIPMENT', 'PAID', null, null],
      ['invoiced', '2018-07-02', '', '', 'AWAITING_SHIPMENT', 'PAID', null, null],
      ['shipped', '2018-07-02', '2018-07-03', '', 'SHIPPED', 'PAID', 'SHIPPED', null],
      ['delivered', '', '2018-07-03', '2018-07-04', 'DELIVERED', 'PAID', 'DELIVERED', null],
      ['delivered', '2018-07-02', '', '', 'DELIVERED', 'PAID', 'DELIVERED', null],
      ['canceled', '', '', '', 'CANCELLED', 'FAILED', null, 'OTHER'],
      ['canceled', '2018-07-02', '2018-07-01', '', 'CANCELLED', 'PAID', 'SHIPPED', 'OTHER'],
      ['unavailable', '2018-07-02', '', '', 'CANCELLED', 'PAID', null, 'OUT_OF_STOCK_OR_CANNOT_FULFILL'],
    ] as const
    const at = (day: string) => day && `${day} 12:00:00`
    for (const [index, [status, approved, carrier, delivered]] of read.entries()) {
      const [order, customer] = [`s${index}`, `buyer${index}`]
      files.olist_customers_dataset!.push(`${customer},bob0000${index}aaaa,88056,florianopolis,SC`)
      files.olist_orders_dataset!.push(
        `${order},${customer},${status},2018-07-01 12:00:00,${at(approved)},${at(carrier)},${at(delivered)},`,
      )
      files.olist_order_items_dataset!.push(`${order},1,lamp0000aaaa,sol00000aaaa,2018-07-05 00:00:00,12.00,1.00`)
      files.olist_order_payments_dataset!.push(`${order},1,boleto,1,13.00`)
    }
    await importFiles()
    const states = () =>
      ask(`select o.status, p.state as payment, s.state as shipment, c.reason as cancellation from orders o
        left join payments p on p.seller_id = o.seller_id and p.order_id = o.id
        left join shipments s on s.seller_id = o.seller_id and s.order_id = o.id
        left join cancellations c on c.seller_id = o.seller_id and c.order_id = o.id
        where o.external_id like 's%' order by o.external_id`)
    const imported = await states()
    expect(imported.map((order) => Object.values(order))).toEqual(read.map(([, , , , ...expected]) => expected))
    // The trigger-maintained columns agree.
    for (const table of ['line_items', 'payments', 'shipments', 'cancellations'])
      await ask(`update ${table} set seller_id = seller_id`)
    expect(await states()).toEqual(imported)
  })

  it('ends a promised day at midnight in the shop’s time zone', async () => {
    const delivered = { before: '2018-07-20 23:59:59', after: '2018-07-21 00:00:00', noon: '2018-07-20 12:00:00' }
    for (const [order, at] of Object.entries(delivered)) {
      files.olist_customers_dataset!.push(`of-${order},bob0000${order}aa,88056,florianopolis,SC`)
      files.olist_orders_dataset!.push(
        `${order},of-${order},delivered,2018-07-01 12:00:00,2018-07-01 13:00:00,2018-07-02 10:00:00,${at},2018-07-20 00:00:00`,
      )
      files.olist_order_items_dataset!.push(`${order},1,lamp0000aaaa,sol00000aaaa,2018-07-05 00:00:00,12.00,1.00`)
      files.olist_order_payments_dataset!.push(`${order},1,boleto,1,13.00`)
    }
    await importFiles()
    const rows = await ask(`select external_id as order, delivered_at > estimated_delivery_max as late,
      to_char(estimated_delivery_max at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') as until
      from orders where external_id in ('before', 'after', 'noon') order by 1`)
    const until = '2018-07-21 02:59:59.999'
    expect(rows).toEqual([
      { order: 'after', late: true, until },
      { order: 'before', late: false, until },
      { order: 'noon', late: false, until },
    ])
  })

  it('gives a shipped order without a payment one of zero', async () => {
    files.olist_order_payments_dataset!.pop()
    const report = await importFiles()
    expect(report.notes.find((note) => note.text.includes('without a recorded payment'))?.rows).toBe(1)
    expect(
      await ask(
        `select o.status, p.method, p.amount_minor from orders o join payments p on p.seller_id = o.seller_id and p.order_id = o.id where o.external_id = 'o2'`,
      ),
    ).toEqual([{ status: 'AWAITING_SHIPMENT', method: 'UNKNOWN', amount_minor: 0 }])
  })

  it('omits orders without items and everything that belongs to them', async () => {
    files.olist_order_items_dataset!.pop()
    const report = await importFiles()
    expect(report.leftOut.map(({ file, group, rows, minor }) => [file, group, rows, minor])).toEqual([
      ['olist_order_payments_dataset', 'boleto', 1, 1300],
      ['olist_orders_dataset', 'processing', 1, 0],
      ['olist_customers_dataset', '', 1, 0],
    ])
    expect(await ask(`select 1 from orders where external_id = 'o2'`)).toEqual([])
  })

  it('changes nothing the second time', async () => {
    const first = await importFiles()
    expect(first.tables.find((table) => table.name === 'orders')).toEqual({ name: 'orders', added: 3, changed: 0 })
    const everything = () =>
      Promise.all(marketplaceTables.map((table) => ask(`select * from ${table} t order by t::text`)))
    const before = await everything()
    expect(before.filter((rows) => rows.length > 0).length).toBeGreaterThan(8)
    expect(hasChanged(await importFiles())).toBe(false)
    expect(await everything()).toEqual(before)
  })

  it('adds later rows and keeps existing ones', async () => {
    await importFiles()
    const before = await ask('select * from orders order by seller_id, id')
    files.olist_orders_dataset!.push('o3,c2,approved,2018-07-09 12:00:00,2018-07-09 12:00:00,,,')
    files.olist_order_items_dataset!.push('o3,1,lamp0000aaaa,sol00000aaaa,2018-07-12 00:00:00,14.00,1.00')
    files.olist_order_payments_dataset!.push('o3,1,debit_card,1,15.00')
    files.olist_order_reviews_dataset!.push('r2,o2,1,,,2018-07-09 00:00:00,2018-07-09 00:00:00')
    const report = await importFiles()
    expect(
      report.tables
        .filter((table) => table.added + table.changed > 0)
        .map((table) => [table.name, table.added, table.changed]),
    ).toEqual([
      ['orders', 1, 0],
      ['listings', 0, 1],
      ['line items', 1, 0],
      ['payments', 1, 0],
      ['feedback', 1, 0],
      ['feedback scores', 0, 1],
    ])
    expect(await ask(`select * from orders where external_id <> 'o3' order by seller_id, id`)).toEqual(before)
    expect(await ask(`select price_minor from listings where sku = 'LAMP0000'`)).toEqual([{ price_minor: 1400 }])
  })

  it('divides payments again only if another seller’s lines are repaired', async () => {
    const paid = () =>
      ask(`select s.external_id as seller, p.position, p.amount_minor from payments p join sellers s on s.id = p.seller_id
        join orders o on o.seller_id = p.seller_id and o.id = p.order_id where o.external_id = 'o1' order by 1, 2`)
    // 3.80 of 80.83 are Lua's.
    const shares = [
      { seller: 'lua00000bbbb', position: 1, amount_minor: 333 },
      { seller: 'lua00000bbbb', position: 2, amount_minor: 47 },
      { seller: 'sol00000aaaa', position: 1, amount_minor: 6750 },
      { seller: 'sol00000aaaa', position: 2, amount_minor: 953 },
    ]
    const items = files.olist_order_items_dataset!
    const [cup, dear] = [items[4]!, items[4]!.replace('3.30', 'three')]
    items[4] = dear
    await importFiles()
    expect(await paid()).toMatchObject([{ amount_minor: 7083 }, { amount_minor: 1000 }])
    items[4] = cup
    await importFiles()
    const whole = await paid()
    expect(whole).toEqual(shares)
    // Conversely, existing data is preserved.
    items[4] = dear
    expect(hasChanged(await importFiles())).toBe(false)
    expect(await paid()).toEqual(whole)
  })

  it('replaces the zero payment by the repaired one', async () => {
    const payments = files.olist_order_payments_dataset!
    const boleto = payments.pop()!
    await importFiles()
    payments.push(boleto)
    expect((await importFiles()).tables.find(({ name }) => name === 'orders')).toMatchObject({ added: 0, changed: 1 })
    expect(
      await ask(`select p.method, p.amount_minor from orders o
        join payments p on p.seller_id = o.seller_id and p.order_id = o.id where o.external_id = 'o2'`),
    ).toEqual([{ method: 'BANK_TRANSFER', amount_minor: 1300 }])
    expect(hasChanged(await importFiles())).toBe(false)
  })

  describe('when rejected rows are repaired', () => {
    const good = 'o1,3,chair000aaaa,sol00000aaaa,2018-02-04 00:00:00,50.00,5'
    const ofSol = `orders o join sellers s on s.id = o.seller_id and s.external_id = 'sol00000aaaa' where o.external_id = 'o1'`

    beforeEach(async () => {
      files.olist_order_items_dataset![3] = good.replace('50.00', 'fifty')
      await importFiles()
      files.olist_order_items_dataset![3] = good
    })

    it('completes the order, under its number', async () => {
      const [before] = await ask<{ order_number: string; unit_count: number }>(
        `select order_number, unit_count from ${ofSol}`,
      )
      expect(before!.unit_count).toBe(2)
      const report = await importFiles()
      // Also Lua's: the payment is divided again.
      expect(report.tables.find((table) => table.name === 'orders')).toMatchObject({ added: 0, changed: 2 })
      expect(await ask(`select order_number, unit_count, subtotal_minor from ${ofSol}`)).toEqual([
        { order_number: before!.order_number, unit_count: 3, subtotal_minor: 7000 },
      ])
      expect(await ask('select 1 from feedback')).toHaveLength(2)
      expect(hasChanged(await importFiles())).toBe(false)
    })

    it('leaves the order unchanged if somebody has worked on it', async () => {
      await ask('update orders set version = version + 1')
      const report = await importFiles()
      expect(report.notes.find((note) => note.text.includes('worked on here'))?.rows).toBe(1)
      expect(await ask(`select unit_count from ${ofSol}`)).toEqual([{ unit_count: 2 }])
    })

    it('leaves orders unchanged that have a note, a tag, or feedback or a payment from elsewhere', async () => {
      const added = {
        k0: `order_notes (seller_id, order_id, note, written_by, written_at) select o.seller_id, o.id, 'Call first', 'Ada', now()`,
        k1: `order_tags (seller_id, order_id, tag) select o.seller_id, o.id, 'gift'`,
        k2: `feedback (seller_id, order_id, buyer_id, external_id, buyer_username, rating, left_at)
          select o.seller_id, o.id, o.buyer_id, 'pushed', o.buyer_username, 'POSITIVE', now()`,
        k3: `payments (seller_id, order_id, position, external_id, method, state, currency, amount_minor)
          select o.seller_id, o.id, 9, 'pushed', 'CARD', 'PENDING', o.currency, 100`,
      }
      const chairs: number[] = []
      const items = files.olist_order_items_dataset!
      for (const order of [...Object.keys(added), 'k4']) {
        files.olist_customers_dataset!.push(`of-${order},bob0000${order}aaa,88056,florianopolis,SC`)
        files.olist_orders_dataset!.push(
          `${order},of-${order},delivered,2018-01-31 23:30:00,2018-02-01 08:00:00,2018-02-02 10:00:00,2018-02-05 12:00:00,2018-02-10 00:00:00`,
        )
        files.olist_order_payments_dataset!.push(`${order},1,credit_card,3,70.83`)
        items.push(items[1]!.replace('o1', order))
        chairs.push(items.push(good.replace('o1', order).replace('50.00', 'fifty')) - 1)
      }
      await importFiles()
      for (const [order, row] of Object.entries(added))
        await ask(`insert into ${row} from orders o where o.external_id = '${order}'`)
      const kept = () =>
        Promise.all(
          Object.entries(added).map(([order, row]) =>
            ask(`select t.* from ${row.slice(0, row.indexOf(' '))} t join orders o on o.seller_id = t.seller_id and o.id = t.order_id
              where o.external_id = '${order}' order by 1, 2, 3`),
          ),
        )
      const before = await kept()
      for (const at of chairs) items[at] = items[at]!.replace('fifty', '50.00')
      await importFiles()
      expect(await kept()).toEqual(before)
      expect(await ask(`select external_id, unit_count from orders where external_id like 'k%' order by 1`)).toEqual([
        ...Object.keys(added).map((order) => ({ external_id: order, unit_count: 1 })),
        { external_id: 'k4', unit_count: 2 },
      ])
    })
  })

  it('chooses another name if one is taken', async () => {
    await ask(`insert into sellers (username, display_name, registered_at, country, time_zone, currency)
      values ('sao-paulo-sol00000', 'Taken', now(), 'BR', 'UTC', 'BRL')`)
    files.olist_customers_dataset![2] = 'c2,ann00000zzzz,14409,franca,SP'
    await importFiles()
    expect(await ask('select username from sellers order by id')).toEqual([
      { username: 'sao-paulo-sol00000' },
      { username: expect.stringMatching(/-sol00000aaaa$|-lua00000$/) },
      { username: expect.stringMatching(/-sol00000aaaa$|-lua00000$/) },
    ])
    expect(await ask('select username from buyers order by 1')).toEqual([
      { username: 'franca-ann00000' },
      { username: 'franca-ann00000aaaa' },
      { username: 'franca-ann00000zzzz' },
    ])
  })
})
