import { redirect } from '#web/router/router.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { textOf } from '#lib/form-fields.ts'
import { sellerAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { parseParcelKey } from './parcel.ts'
import { voidParcel } from './void-parcel-db.server.ts'

/** Voids a parcel (`order`, `parcel`) and redirects to its order. Refuses if the parcel was already scanned. */
export const action = sellerAction('orders.ship', async ({ form, hub, seller, member, write }) => {
  const number = parseOrderNumber(textOf(form, 'order'))
  const key = parseParcelKey(textOf(form, 'parcel'))
  if (!number || !key) throw refuse('not-found')
  const actor = { kind: 'MEMBER', id: member.id, name: member.name } as const
  const outcome = await write((db) => voidParcel(db, { sellerId: seller.id, number, key, actor, now: hub.now() }))
  if (!outcome.ok) throw refuse(outcome.reason === 'scanned' ? 'not-possible-now' : 'not-found')
  return redirect(paths.orderDetails(number), { status: 303 })
})
