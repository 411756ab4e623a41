import { parseDisputeNumber, sellerAnswers } from '#features/after-sale/disputes/dispute.ts'
import { openFrom } from '#features/machinery/grid/list-routes.server.ts'
import { backToList } from '#features/machinery/grid/way-back.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { transactionsHref } from '../transactions/transactions-list.server.ts'
import { loadDispute } from './dispute-details-db.server.ts'
import { disputeModel } from './dispute-view.ts'
import { disputesList } from './disputes-list.server.ts'

/** Reads the dispute in the URL; 404 if the seller has none. */
export async function readDisputePage(visit: SellerArgs) {
  const { hub, read, seller, url, texts: reader } = visit
  const number = parseDisputeNumber(url.searchParams.get('dispute'))
  const details = number && (await read((db) => loadDispute(db, seller.id, number)))
  if (!details) throw refuse('not-found')
  const texts = textsFor(reader.locale, seller.timeZone)
  const list = openFrom(disputesList, paths.disputes, url.searchParams.get('from') ?? '', visit)
  const done = sellerAnswers.find((step) => step === url.searchParams.get('done'))
  const isDone = details.dispute.state === 'ACCEPTED' ? done === 'accept' : done === 'contest'
  return {
    model: disputeModel(details, {
      now: hub.now(),
      texts,
      policyPack: hub.config.policyPack,
      mayAnswer: mayDo(seller.role, 'orders.refund'),
      mayTalk: mayDo(seller.role, 'buyers.talk'),
      transactionsHref: transactionsHref({ order: [details.order.order_number] }),
    }),
    done: done && isDone && details.dispute.answered_at ? texts.t(`dispute.done.${done}`) : null,
    back: backToList(disputesList, list, texts),
  }
}
