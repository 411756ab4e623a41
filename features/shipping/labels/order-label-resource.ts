import { redirect } from '#web/router/router.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { parseParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { sellerAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { shipLabel } from './finish-label-db.server.ts'
import { beginVoid } from './void-label-db.server.ts'
import { workOnLabel } from './work-label.server.ts'

/** Voids a label, or marks its parcel as shipped, and returns to the order. */
export const action = sellerAction('labels.buy', async ({ form, hub, seller, member, write }) => {
  const step = oneOf(form, 'step', ['void', 'ship'])
  const number = parseOrderNumber(textOf(form, 'order'))
  const key = parseParcelKey(textOf(form, 'label'))
  if (!step || !number || !key) throw refuse('malformed')
  const now = hub.now()
  const sellerId = seller.id
  const back = redirect(paths.orderDetails(number), { status: 303 })
  if (step === 'ship') {
    await write(async (db) => {
      const label = await selectOfSeller(db, 'labels', sellerId)
        .selectAll()
        .where('label_key', '=', key)
        .where('state', '=', 'BOUGHT')
        .executeTakeFirst()
      if (!label) throw refuse('not-found')
      await shipLabel(db, { ...label, member_id: member.id, member_name: member.name }, now)
    })
    return back
  }
  const actor = { kind: 'MEMBER', id: member.id, name: member.name } as const
  const outcome = await write((db) => beginVoid(db, { sellerId, number, key, actor, now }))
  if (!outcome.ok) throw refuse(outcome.reason === 'unknown' ? 'not-found' : 'not-possible-now')
  if (outcome.isNew) await workOnLabel(hub, outcome.label)
  return back
})
