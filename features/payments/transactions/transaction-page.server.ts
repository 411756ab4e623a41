import { feesOfShop } from '#features/core/fees/fee.ts'
import { openFrom } from '#features/machinery/grid/list-routes.server.ts'
import { backToList } from '#features/machinery/grid/way-back.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { loadTransaction } from './transaction-details-db.server.ts'
import { transactionModel } from './transaction-view.ts'
import { parseTransactionNumber } from './transaction.ts'
import { transactionsList } from './transactions-list.server.ts'

/** Reads the transaction in the URL and the postings behind it; 404 if the seller has none. */
export async function readTransactionPage(visit: SellerArgs) {
  const { hub, read, seller, url, texts: reader } = visit
  const number = parseTransactionNumber(url.searchParams.get('transaction'))
  const found = number && (await read((db) => loadTransaction(db, seller.id, number)))
  if (!found) throw refuse('not-found')
  const texts = textsFor(reader.locale, seller.timeZone)
  const list = openFrom(transactionsList, paths.transactions, url.searchParams.get('from') ?? '', visit)
  return {
    model: transactionModel(found, {
      now: hub.now(),
      texts,
      pack: feesOfShop(hub.config.policyPack, { country: seller.country, currency: found.row.currency }),
    }),
    back: backToList(transactionsList, list, texts),
  }
}
