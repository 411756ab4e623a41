import type pg from 'pg'
import { firstRow } from '#db/one-row.ts'
import type { ImportReport } from '../import-report.ts'

type Notes = ImportReport['notes']

/** Oddities in the files that are kept; counted before rows are skipped. */
export async function noteOddities(client: pg.ClientBase): Promise<Notes> {
  const answer = await client.query<Record<'several' | 'undated' | 'dated' | 'early' | 'untranslated', number>>(`
    select
      (select count(*) from (select from olist_items group by order_id having count(distinct seller_id) > 1) o) as several,
      count(*) filter (where status = 'delivered' and delivered_at is null) as undated,
      count(*) filter (where status <> 'delivered' and delivered_at is not null) as dated,
      count(*) filter (where carrier_at < approved_at) as early,
      (select count(distinct category) from olist_products p where category is not null
        and not exists (select from olist_translations t where t.category = p.category)) as untranslated
    from olist_orders`)
  const found = firstRow(answer)
  return [
    { text: 'orders of several sellers, which are one order for each of them', rows: found.several },
    { text: 'delivered orders without a date of delivery', rows: found.undated },
    { text: 'orders not delivered, yet with a date of delivery', rows: found.dated },
    { text: 'orders that reached the carrier before they were approved', rows: found.early },
    { text: 'categories without a translation, which keep their own name', rows: found.untranslated },
  ]
}

/** Decisions of the import about orders. */
export async function noteDecisions(client: pg.ClientBase): Promise<Notes> {
  const answer = await client.query<Record<'unrecorded' | 'touched', number>>(`
    select (select count(*) from hub_orders where unrecorded_payment) as unrecorded,
      (select count(*) from hub_known where incomplete and touched) as touched`)
  const found = firstRow(answer)
  return [
    {
      text: 'orders that went on without a recorded payment and got one of 0.00, method unknown',
      rows: found.unrecorded,
    },
    {
      text: 'orders that lack lines or payments of the files, but were worked on here and stay as they are',
      rows: found.touched,
    },
  ]
}
