import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { shipBy } from '#lib/business-calendar.ts'
import { gs1CheckDigit } from '#lib/gtin.ts'
import { demoDatabase, demoMoment, fingerprints } from './testing.ts'

const { now } = demoMoment

const db = await demoDatabase()

/** Rows found by a query for invalid data. */
async function find(query: string): Promise<unknown[]> {
  const { rows } = await sql.raw(query).execute(db.owner)
  return rows
}

describe('the demo’s consistency', () => {
  it.each([
    [
      'orders that are not the sum of their lines',
      `select o.order_number from orders o join (
        select seller_id, order_id, sum(quantity * unit_price_minor) as subtotal, sum(discount_minor) as discount, sum(shipping_minor) as shipping,
          sum(tax_minor) as tax, count(*) as lines, sum(quantity) as units from line_items group by seller_id, order_id
      ) l on l.seller_id = o.seller_id and l.order_id = o.id
      where o.extras is null and (o.subtotal_minor, o.discount_minor, o.shipping_minor, o.tax_minor, o.line_count, o.unit_count)
        <> (l.subtotal, l.discount, l.shipping, l.tax, l.lines, l.units)`,
    ],
    [
      'sellers whose score the next feedback would change by more than itself',
      `select username from sellers where feedback_score <> feedback_before + feedback_score(id)`,
    ],
    [
      'orders without lines',
      `select from orders o where not exists (select from line_items l where l.seller_id = o.seller_id and l.order_id = o.id)`,
    ],
    [
      'orders paid with another amount',
      `select from orders o join (select seller_id, order_id, sum(amount_minor) as paid from payments where state <> 'FAILED' group by 1, 2) p
        on p.seller_id = o.seller_id and p.order_id = o.id where p.paid <> o.total_minor`,
    ],
    [
      'refunds beyond what was paid',
      `select from (select seller_id, order_id, sum(amount_minor) as refunded from refunds group by 1, 2) r
        join orders o on o.seller_id = r.seller_id and o.id = r.order_id where r.refunded > o.total_minor`,
    ],
    [
      'cancelled orders of which something was sent',
      `select from orders where cancel_state = 'CANCELED' and shipped_at is not null`,
    ],
    [
      'lines of orders paid that are due at another time',
      `select from line_items l join orders o on o.seller_id = l.seller_id and o.id = l.order_id where l.ship_by is distinct from o.ship_by`,
    ],
    [
      'orders whose buyer or address is another',
      `select from orders o join addresses a on a.seller_id = o.seller_id and a.id = o.ship_to_address_id where a.buyer_id <> o.buyer_id or a.country <> o.ship_to_country`,
    ],
    [
      'sales before the listing began or after it ended',
      `select from line_items l join orders o on o.seller_id = l.seller_id and o.id = l.order_id join listings i on i.seller_id = l.seller_id and i.id = l.listing_id where o.placed_at < i.starts_at or o.placed_at > i.ended_at`,
    ],
    [
      'things done out of order',
      `select from orders where paid_at < placed_at or shipped_at < paid_at or (delivered and delivered_at < shipped_at) or ship_by < paid_at or estimated_delivery_max < estimated_delivery_min`,
    ],
    [
      'answers before the request, or too late',
      `select from cancellations where closed_at < requested_at or respond_by <> requested_at + interval '3 days' or (initiator = 'BUYER' and respond_by is null)`,
    ],
    [
      'feedback before arrival',
      `select from feedback f join orders o on o.seller_id = f.seller_id and o.id = f.order_id where f.left_at < o.shipped_at or f.replied_at < f.left_at`,
    ],
    [
      'words about a thing that had not come',
      `select from conversation_messages m join orders o on o.seller_id = m.seller_id and o.id = m.order_id
        where m.sender = 'BUYER' and m.subject is null and o.status = 'DELIVERED' and m.sent_at < o.delivered_at`,
    ],
    [
      'out of stock with stock, active without',
      `select from listings where (state = 'OUT_OF_STOCK' and quantity_available > 0) or (state = 'ACTIVE' and quantity_available = 0)`,
    ],
  ])('has no %s', async (_, query) => {
    expect(await find(query)).toEqual([])
  })

  it('has nothing in the future except what is planned', async () => {
    const past: [table: string, columns: string[], except?: string][] = [
      ['sellers', ['registered_at']],
      ['orders', ['placed_at', 'paid_at', 'shipped_at', 'delivered_at']],
      ['payments', ['paid_at']],
      ['refunds', ['refunded_at']],
      ['shipments', ['shipped_at', 'delivered_at']],
      ['cancellations', ['requested_at', 'closed_at']],
      ['feedback', ['left_at', 'replied_at']],
      ['listings', ['created_at', 'ended_at']],
      ['listings', ['starts_at'], `state = 'SCHEDULED'`],
      ['members', ['created_at']],
    ]
    for (const [table, columns, except = 'false'] of past)
      expect(
        await find(
          `select * from ${table} where not (${except}) and greatest(${columns.join(', ')}) > '${now.toISOString()}'`,
        ),
      ).toEqual([])
    expect(
      await find(`select from listings where state = 'SCHEDULED' and starts_at <= '${now.toISOString()}'`),
    ).toEqual([])
    expect(
      await find(`select from cancellations where state = 'REQUESTED' and respond_by <= '${now.toISOString()}'`),
    ).toEqual([])
  })

  it('has ship-by times from the sellers’ calendars', async () => {
    const rows = await db.owner
      .selectFrom('orders')
      .innerJoin('sellers', 'sellers.id', 'orders.seller_id')
      .where('delivery', '=', 'SHIP')
      .select([
        'paid_at',
        'ship_by',
        'ship_rule',
        'ship_calendar',
        'ship_handling_days',
        'time_zone',
        'handling_days',
        'cutoff_time',
        'working_days',
      ])
      .execute()
    const wrong = rows.filter((row) => {
      const {
        time_zone: timeZone,
        handling_days: handlingDays,
        cutoff_time: cutoffTime,
        working_days: workingDays,
      } = row
      const due = row.paid_at && shipBy(row.paid_at, { timeZone, handlingDays, cutoffTime, workingDays })
      const said = [row.ship_rule, row.ship_calendar, row.ship_handling_days].join()
      return due?.getTime() !== row.ship_by?.getTime() || said !== (due ? `HANDLING_TIME,1,${handlingDays}` : ',,')
    })
    expect(wrong).toEqual([])
  })

  it('has valid GS1 numbers for new products', async () => {
    const rows = await db.owner.selectFrom('products').select('gtin').where('gtin', 'is not', null).execute()
    expect(rows.length).toBeGreaterThan(150)
    for (const { gtin } of rows) expect(Number(gtin!.at(-1))).toBe(gs1CheckDigit(gtin!.slice(0, -1)))
  })

  it('has the values of derived columns that the database computes', async () => {
    const before = await fingerprints(db.owner)
    for (const [table, column] of [
      ['line_items', 'quantity'],
      ['shipment_lines', 'quantity'],
      ['shipments', 'state'],
      ['payments', 'state'],
      ['refunds', 'state'],
      ['cancellations', 'state'],
    ])
      await sql.raw(`update ${table} set ${column} = ${column}`).execute(db.owner)
    expect(await fingerprints(db.owner)).toEqual(before)
  })

  it('has correct order counts', async () => {
    const counted = await find(
      `select seller_id, status, currency, orders, units, total_minor from order_counts where orders <> 0 order by 1, 2, 3`,
    )
    expect(counted).toEqual(
      await find(`select seller_id, status, currency, count(*) as orders, sum(unit_count) as units, sum(total_minor)::bigint as total_minor
        from orders group by 1, 2, 3 order by 1, 2, 3`),
    )
    expect(await find(`select from order_counts where orders = 0 and (units <> 0 or total_minor <> 0)`)).toEqual([])
  })

  it('has correct sums of sales', async () => {
    const kept = await find(
      `select seller_id, hour, currency, orders, units, gross_minor from sales_hours where orders <> 0 order by 1, 2, 3`,
    )
    expect(kept).toEqual(
      await find(`select seller_id, hour_of(placed_at) as hour, currency, count(*) as orders, sum(unit_count) as units, sum(total_minor)::bigint as gross_minor
        from orders where is_sale(payment_status, cancel_state) group by 1, 2, 3 order by 1, 2, 3`),
    )
    expect(kept.length).toBeGreaterThan(1000)
  })
})
