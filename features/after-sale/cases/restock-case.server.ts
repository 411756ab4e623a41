import { redirect } from '#web/router/router.ts'
import { isStockOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import { parseCaseNumber } from '#features/core/order/order-case.ts'
import { textOf } from '#lib/form-fields.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { restockCase, undoRestock } from './case-restock-db.server.ts'
import { restockStep, undoRestockStep } from './case-restock.ts'

/** Puts returned units back in stock and shows the case. */
export async function takeRestock({ form, hub, seller, member, url, write }: SellerActionArgs) {
  const number = parseCaseNumber(url.searchParams.get('case'))
  const typed = textOf(form, 'units')
  if (!number || !/^[1-9]\d{0,6}$/.test(typed)) throw refuse('malformed')
  const outcome = await write(async (db) => {
    if (await isStockOfShop(db, seller.id)) throw refuse('not-possible-now')
    return restockCase(db, { sellerId: seller.id, number, units: Number(typed), by: member.name, now: hub.now() })
  })
  if (!outcome.ok) throw refuse(outcome.reason === 'unknown' ? 'not-found' : 'not-possible-now')
  return redirect(paths.caseDetails(number, url.searchParams.get('from') ?? undefined, restockStep), { status: 303 })
}

/** Takes restocked units out of stock again and shows the case. */
export async function takeRestockBack({ hub, seller, url, write }: SellerActionArgs) {
  const number = parseCaseNumber(url.searchParams.get('case'))
  if (!number) throw refuse('malformed')
  const outcome = await write(async (db) => {
    if (await isStockOfShop(db, seller.id)) throw refuse('not-possible-now')
    return undoRestock(db, { sellerId: seller.id, number, now: hub.now() })
  })
  if (!outcome.ok) throw refuse(outcome.reason === 'unknown' ? 'not-found' : 'not-possible-now')
  return redirect(paths.caseDetails(number, url.searchParams.get('from') ?? undefined, undoRestockStep), {
    status: 303,
  })
}
