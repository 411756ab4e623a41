import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { newCostKey } from '#features/core/costs/cost-key.server.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'

const mostListed = 100

export async function readEnterCosts({ hub, read, seller, texts: reader, url }: SellerArgs) {
  const texts = textsFor(reader.locale, seller.timeZone)
  const sku = url.searchParams.get('sku')?.slice(0, 50) ?? ''
  const { rows, currencies } = await read(async (db) => ({
    rows: sku === '' ? [] : await readEntered(db, seller.id, sku),
    currencies: await readCurrencies(db, seller.id),
  }))
  return {
    sku,
    key: newCostKey(),
    today: dateAt(hub.now(), seller.timeZone),
    currency: seller.currency,
    currencies: [...new Set([seller.currency, ...currencies])],
    rows: rows.map((row) => ({
      key: row.cost_key,
      since: texts.moment(row.since, 'date'),
      cost: texts.money({ minor: row.unit_cost_minor, currency: row.currency }),
      quantity: row.quantity === null ? texts.t('costs.history.fromThen') : texts.number(row.quantity),
      source: texts.t(`costs.source.${row.source}`, { by: row.entered_by ?? '' }),
    })),
    done: url.searchParams.get('done'),
  }
}

const readEntered = (db: SellerDb, sellerId: number, sku: string) =>
  selectOfSeller(db, 'sku_costs', sellerId)
    .select(['cost_key', 'currency', 'unit_cost_minor', 'quantity', 'since', 'source', 'entered_by'])
    .where('sku', '=', sku)
    .orderBy('since', 'desc')
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()

async function readCurrencies(db: SellerDb, sellerId: number): Promise<string[]> {
  const rows = await selectOfSeller(db, 'order_counts', sellerId)
    .select('currency')
    .distinct()
    .where('orders', '>', 0)
    .orderBy('currency')
    .execute()
  return rows.map(({ currency }) => currency)
}
