import type { Goal } from '../goals.ts'
import { inventoryCases } from '../inventory-pages.ts'
import { percentile } from '../percentiles.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import type { AddedListing, Poster } from './shop.ts'

/** Requests of each page, after those that warm it. */
const [warming, times] = [5, 20]

/** Pages of the inventory while the seller has the added listings. */
export async function measureInventory(
  { known, say }: Setting,
  { get }: Poster,
  listings: readonly AddedListing[],
): Promise<{ table: Table; goals: Goal[] }> {
  say('  pages of the inventory')
  const list = { p50: 12, p95: 30 }
  const any = { p50: 100, p95: 100 }
  const cases = inventoryCases({ ...known, stockItems: known.stockItems + listings.length }, { list, any })
  const rows: string[][] = []
  const slowest = { tabs: 0, others: 0 }
  for (const { group, name, path, budget } of cases) {
    const ms: number[] = []
    for (let n = 0; n < warming + times; n += 1) {
      const answer = await get(path)
      if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`)
      if (n >= warming) ms.push(answer.ms)
    }
    const [p50, p95] = [percentile(ms, 0.5), percentile(ms, 0.95)]
    const kind = budget === list ? 'tabs' : 'others'
    slowest[kind] = Math.max(slowest[kind], kind === 'tabs' ? p50 : p95)
    rows.push([group.replace('inventory: ', ''), name, p50.toFixed(1), p95.toFixed(1)])
  }
  return {
    table: { title: 'Inventory with the added listings', columns: ['pages', 'page', 'p50, ms', 'p95, ms'], rows },
    goals: [
      { what: 'slowest tab of the inventory, p50', figure: slowest.tabs, unit: 'ms', most: list.p50 },
      { what: 'slowest other page of the inventory, p95', figure: slowest.others, unit: 'ms', most: any.p95 },
    ],
  }
}
