import { payOutNow } from '#features/payments/payouts/due-payouts.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { data, redirect } from '#web/router/router.ts'
import { payNowReason } from './pay-now-view.ts'

/** Pays out what is available, where the marketplace offers it on demand; otherwise says why nothing is paid. */
export async function payOut({ hub, seller, texts }: SellerActionArgs) {
  if (!hub.config.policyPack.payout.schedules.includes('ON_DEMAND')) throw refuse('not-found')
  const outcome = await payOutNow(hub, seller.id)
  if (outcome.ok) return redirect(withQuery(paths.payments, { done: 'paid' }), { status: 303 })
  const reason = payNowReason(outcome, textsFor(texts.locale, seller.timeZone))
  return data({ errors: { form: reason } }, { status: 409 })
}
