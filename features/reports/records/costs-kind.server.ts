import { selectOfSeller } from '#db/select-of-seller.ts'
import {
  costColumnKinds,
  createCostReader,
  findCostColumns,
  namedCostColumns,
  neededCostColumns,
  type CostRecord,
} from '#features/core/costs/cost-file.server.ts'
import { enterCosts, type EnteredCost } from '#features/core/costs/enter-costs-db.server.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { ownRows } from '#web/own-rows.ts'
import type { FileRecord, ValueKind, Taking } from './value-kind.ts'

export const costsKind: ValueKind<EnteredCost> = {
  run: 'costs',
  access: 'money.view',
  hasBuyers: false,
  columnKinds: costColumnKinds,
  needed: neededCostColumns,
  named: namedCostColumns,
  atOnce: 500,
  dialectOf: () => null,
  findColumns: findCostColumns,
  reader({ columns, header, sample }, { currency, timeZone, now }) {
    const read = createCostReader(columns, sample, { header, currency, zone: timeZone, today: dateAt(now, timeZone) })
    return {
      read: (records) => records.flatMap((record) => recordOf(read(record))),
      end: () => [],
    }
  },
  questions: () => [],
  nameColumn: 'sku',
  claimOf: ({ name, summary }) =>
    summary && [name, summary.minor, summary.currency, summary.units, summary.at].join(' '),
  async findKnown(db, { sellerId, records }) {
    const rows = await selectOfSeller(db, 'sku_costs', sellerId)
      .select(['sku', 'cost_key'])
      .where(
        'sku',
        'in',
        records.map(({ value }) => value.sku),
      )
      .execute()
    const known = new Set(rows.map(({ sku, cost_key: key }) => `${key} ${sku}`))
    return new Set(records.flatMap(({ line, value }) => (known.has(`${value.key} ${value.sku}`) ? [line] : [])))
  },
  async take({ hub, sellerId, memberName, records }: Taking<EnteredCost>) {
    const costs = records.map(({ value }) => value)
    const by = { source: 'FILE', enteredBy: memberName, now: hub.now() } as const
    await ownRows(hub, sellerId).write((db) => enterCosts(db, { sellerId, costs, ...by }))
    return records.map(({ line }) => ({ line, problems: [] }))
  },
}

function recordOf(record: CostRecord | null): FileRecord<EnteredCost>[] {
  if (!record) return []
  const { line, sku, cost, problems } = record
  const summary = cost && {
    minor: cost.unitCostMinor,
    currency: cost.currency,
    units: cost.quantity,
    at: cost.since.toISOString(),
  }
  const isSkipped = problems.some(({ rule }) => rule === 'note')
  return [{ line, name: sku, good: cost && summary && { value: cost, summary }, problems, isSkipped }]
}
