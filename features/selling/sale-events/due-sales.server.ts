import { sql } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { catchUp } from './move-sale-db.server.ts'
import { readSale } from './sale-events-db.server.ts'

const batch = 500

interface DueSale {
  sellerId: number
  id: number
}

/**
 * Stores the start and the end of sales, of all sellers, so that listeners hear of them; their prices go by the times
 * alone. Each once, across processes: rows are locked and checked again. Returns the number of sales that moved on.
 */
export async function runDueSales(hub: Pick<Hub, 'db' | 'now'>, report: ReportFailure = () => {}): Promise<number> {
  let moved = 0
  for (let last: DueSale = { sellerId: 0, id: 0 }; ;) {
    const due = await findDueSales(hub, last)
    const move = ({ sellerId, id }: DueSale) =>
      ownRows(hub, sellerId).write(async (db) => {
        const sale = await readSale(db, sellerId, { id }, { locked: true })
        return sale !== null && (await catchUp(db, sale, hub.now())) !== sale
      })
    const { done } = await forEachIsolated(due, move, report)
    moved += done.filter(Boolean).length
    const end = due.at(-1)
    if (!end || due.length < batch) return moved
    last = end
  }
}

async function findDueSales({ db, now }: Pick<Hub, 'db' | 'now'>, last: DueSale): Promise<DueSale[]> {
  const { rows } = await sql<DueSale>`${overAllSellers}
    select seller_id as "sellerId", id from sale_events
    where (state = 'SCHEDULED' and starts_at <= ${now()} or state in ('RUNNING', 'PAUSED') and ends_at <= ${now()})
      and (seller_id, id) > (${last.sellerId}, ${last.id})
    order by seller_id, id limit ${batch}`.execute(db.owner)
  return rows
}
