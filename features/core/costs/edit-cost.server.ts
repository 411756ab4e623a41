import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { textOf } from '#lib/form-fields.ts'
import { readAmount } from '#lib/read-amount.ts'
import { exampleAmount } from '#texts/example-amount.ts'
import type { ToastModel } from '#shui/toast/toast.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { newCostKey } from './cost-key.server.ts'
import { enterCosts } from './enter-costs-db.server.ts'
import type { SkuKey } from './goods-db.server.ts'

/** The result of editing a unit cost in a list. Stale: the number of costs of the SKU, as its version. */
export type CostEditAnswer =
  | { ok: true; version: number; toast: ToastModel }
  | { ok: false; message: string; version?: number }

/**
 * Enters what each unit of a SKU costs from now on, as typed into a list: form fields `version` and `value`. `find`
 * names the SKU; null if its row is gone.
 */
export async function editCostOf(
  { form, hub, seller, member, texts, write }: SellerActionArgs,
  find: (db: SellerDb) => Promise<SkuKey | null>,
): Promise<CostEditAnswer> {
  const { t } = texts
  const typed = textOf(form, 'value')
  return write(async (db) => {
    const key = await find(db)
    if (!key) return { ok: false, message: t('costs.edit.not-found') }
    const { sku, currency } = key
    const money = (minor: number | null) => (minor === null ? '–' : texts.money({ minor, currency }))
    const known = await lockCost(db, seller.id, key)
    if (known && known.stock_units > 0) return { ok: false, message: t('costs.edit.left') }
    const unitCostMinor = readAmount(typed, { currency, grouping: texts.grouping })
    if (unitCostMinor === null)
      return { ok: false, message: t('costs.problem.cost', { example: exampleAmount(currency, texts) }) }
    const from = known?.unit_cost_minor ?? null
    const version = await readVersion(db, seller.id, sku)
    if (String(version) !== textOf(form, 'version'))
      return { ok: false, message: t('costs.edit.stale', { theirs: money(from), mine: typed }), version }
    const now = hub.now()
    const cost = { sku, key: newCostKey(), currency, unitCostMinor, quantity: null, since: now }
    await enterCosts(db, { sellerId: seller.id, costs: [cost], source: 'TYPED', enteredBy: member.name, now })
    const to = money(unitCostMinor)
    return {
      ok: true,
      version: await readVersion(db, seller.id, sku),
      toast: {
        text: from === null ? t('costs.edit.first', { sku, to }) : t('costs.edit.done', { sku, from: money(from), to }),
      },
    }
  })
}

const lockCost = (db: SellerDb, sellerId: number, { sku, currency }: SkuKey) =>
  selectOfSeller(db, 'costed_skus', sellerId)
    .select(['unit_cost_minor', 'stock_units'])
    .where('sku', '=', sku)
    .where('currency', '=', currency)
    .forNoKeyUpdate()
    .executeTakeFirst()

async function readVersion(db: SellerDb, sellerId: number, sku: string): Promise<number> {
  const read = sql<{ version: number }>`
    select count(*) as version from sku_costs where seller_id = ${sellerId} and sku = ${sku}`
  return (await oneRow(db, read)).version
}
