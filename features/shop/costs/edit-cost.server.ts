import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { newCostKey } from '#features/core/costs/cost-key.server.ts'
import { enterCosts } from '#features/core/costs/enter-costs-db.server.ts'
import type { RowEditAnswer } from '#features/machinery/grid/use-row-edit.ts'
import { textOf } from '#lib/form-fields.ts'
import { readAmount } from '#lib/read-amount.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { parseSkuNumber } from './costs-list.server.ts'

const refused = (message: string, version?: number): RowEditAnswer => ({
  ok: false,
  message,
  ...(version === undefined ? {} : { version }),
})

/** Enters what each unit of a SKU costs from now on: form fields `item`, `version` and `value`. */
export async function editCost({ form, hub, seller, member, texts, write }: SellerActionArgs): Promise<RowEditAnswer> {
  const { t } = texts
  const typed = textOf(form, 'value')
  return write(async (db) => {
    const row = await lockSku(db, seller.id, parseSkuNumber(textOf(form, 'item')))
    if (!row) return refused(t('costs.edit.not-found'))
    if (row.stock_units > 0) return refused(t('costs.edit.left'))
    const { sku, currency } = row
    const unitCostMinor = readAmount(typed, { currency, grouping: texts.grouping })
    if (unitCostMinor === null) return refused(t('costs.problem.cost'))
    const from = texts.money({ minor: row.unit_cost_minor, currency })
    const version = await readVersion(db, seller.id, sku)
    if (String(version) !== textOf(form, 'version'))
      return refused(t('costs.edit.stale', { theirs: from, mine: typed }), version)
    const now = hub.now()
    const cost = { sku, key: newCostKey(), currency, unitCostMinor, quantity: null, since: now }
    await enterCosts(db, { sellerId: seller.id, costs: [cost], source: 'TYPED', enteredBy: member.name, now })
    const to = texts.money({ minor: unitCostMinor, currency })
    return {
      ok: true,
      version: await readVersion(db, seller.id, sku),
      toast: { text: t('costs.edit.done', { sku, from, to }) },
    }
  })
}

const lockSku = (db: SellerDb, sellerId: number, number: ReturnType<typeof parseSkuNumber>) =>
  db
    .selectFrom('costed_skus')
    .select(['sku', 'currency', 'unit_cost_minor', 'stock_units'])
    .where('seller_id', '=', sellerId)
    .where('sku_number', '=', number)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Costs that were entered of the SKU. */
async function readVersion(db: SellerDb, sellerId: number, sku: string): Promise<number> {
  const read = sql<{ version: number }>`
    select count(*) as version from sku_costs where seller_id = ${sellerId} and sku = ${sku}`
  return (await oneRow(db, read)).version
}
