import { openFrom } from '#features/machinery/grid/list-routes.server.ts'
import { backToList } from '#features/machinery/grid/way-back.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { transactionsHref } from '../transactions/transactions-list.server.ts'
import { loadPayout } from './payout-details-db.server.ts'
import { payoutModel } from './payout-view.ts'
import { parsePayoutNumber } from './payout.ts'
import { payoutsList } from './payouts-list.server.ts'

/** Reads the payout in the URL with its rows; 404 if the seller has none. */
export async function readPayoutPage(visit: SellerArgs) {
  const { hub, read, seller, url, texts: reader } = visit
  const number = parsePayoutNumber(url.searchParams.get('payout'))
  const details = number && (await read((db) => loadPayout(db, seller.id, number)))
  if (!details) throw refuse('not-found')
  const texts = textsFor(reader.locale, seller.timeZone)
  const list = openFrom(payoutsList, paths.payouts, url.searchParams.get('from') ?? '', visit)
  const { failure } = details.payout
  const isOfAccount = failure === 'ACCOUNT_CLOSED' || failure === 'ACCOUNT_UNKNOWN'
  return {
    /** Link to where the account is changed; null if that is not what to do, or not for this reader. */
    settings: isOfAccount && mayDo(seller.role, 'payouts.manage') ? reader.t('payoutSettings.title') : null,
    model: payoutModel(details, { now: hub.now(), texts, rowsHref: transactionsHref({ payout: [number] }) }),
    back: backToList(payoutsList, list, texts),
  }
}
