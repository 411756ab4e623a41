import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import type { Shop } from './shop.ts'

const batch = 50_000

export async function listingsIn({ say }: Setting, shop: Shop): Promise<Table> {
  const fresh = await shop.pushListings(batch)
  const again = await shop.pushListings(batch)
  say(`  ${Math.round(fresh)} listings/s`)
  return {
    title: 'Listings in, through the form’s rules, one process',
    columns: ['what', 'listings/s'],
    rows: [
      [`${batch.toLocaleString('en')} in one request (NDJSON)`, fresh.toFixed(0)],
      ['the same again', again.toFixed(0)],
    ],
  }
}
