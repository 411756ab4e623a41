import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { keptUntil } from './erasure-map.ts'

interface OfBuyer {
  sellerId: number
  buyerId: number
  now: Date
}

/**
 * Erases name and address from a buyer's invoices and credit notes after their retention period. Returns the end of the
 * next retention; null if none is left.
 */
export async function eraseDocuments(db: SellerDb, { sellerId, buyerId, now }: OfBuyer): Promise<Date | null> {
  const kept: Date[] = []
  for (const table of ['invoices', 'credit_notes'] as const) {
    const { rows } = await sql<{ number: number; issuedAt: Date; country: string | null }>`
      select d.number, d.issued_at as "issuedAt", d.contents #>> '{buyer,country}' as country from ${sql.table(table)} d
      where d.seller_id = ${sellerId} and d.contents -> 'erased' is null
        and d.order_id in (select id from orders where seller_id = ${sellerId} and buyer_id = ${buyerId})`.execute(db)
    kept.push(...rows.map(({ issuedAt }) => keptUntil(issuedAt)).filter((until) => until > now))
    for (const { number, country } of rows.filter(({ issuedAt }) => keptUntil(issuedAt) <= now)) {
      const buyer = { name: '', line1: null, line2: null, city: '', region: null, postal_code: null, country }
      const contents = JSON.stringify({ buyer, taxNumbers: [], erased: true })
      await sql`
        update ${sql.table(table)} set contents = contents || ${contents}::jsonb
        where seller_id = ${sellerId} and number = ${number}`.execute(db)
    }
  }
  return kept.length === 0 ? null : new Date(Math.min(...kept.map(Number)))
}
