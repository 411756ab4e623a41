import { data, redirect } from '#web/router/router.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths, withSearch } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { readPageNumber } from '#lib/page-number.ts'
import { dueBounds, parseOrderNumber } from '#features/core/order/order.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { listActive, listSales, listToShip } from './previous-tool-db.server.ts'
import { previousToolModel, type PreviousToolModel } from './previous-tool-view.ts'
import { readShippingForm, shippingFieldId, type RefusedShipping, type ShippingField } from './shipping-form.ts'

/** Reads the previous tool's page. Days and times are in the shop's zone. */
export async function readPreviousTool(args: SellerArgs): Promise<PreviousToolModel> {
  const { hub, seller, url, read } = args
  const now = hub.now()
  const zone = seller.timeZone
  const lists = await read(async (db) => ({
    toShip: await listToShip(db, seller.id, readPageNumber(url.searchParams.get('ship'))),
    listings: await listActive(db, seller.id, readPageNumber(url.searchParams.get('listings'))),
    sales: await listSales(db, { sellerId: seller.id, now, zone }),
  }))
  return previousToolModel(
    {
      ...lists,
      shop: seller.displayName,
      mayShip: mayDo(seller.role, 'orders.ship'),
      hidesAmounts: !mayDo(seller.role, 'amounts.view'),
      done: parseOrderNumber(url.searchParams.get('shipped')),
      bounds: dueBounds(now, zone),
      url,
      newParcelKey,
    },
    textsFor(args.texts.locale, zone),
  )
}

/** Marks an order as shipped and redirects to the form's page, or shows the form with its errors. */
export async function shipFromForm({ form, hub, seller, member, texts, url, write }: SellerActionArgs) {
  const read = readShippingForm(form)
  if (!read.ok) {
    const errors = Object.entries(read.errors).map(([field, key]) => [
      field === 'form' ? field : shippingFieldId(field as ShippingField, read.order),
      texts.t(key, { number: read.order }),
    ])
    return refused({ ...read, errors: Object.fromEntries(errors) })
  }
  const { number, parcel, values } = read
  const now = hub.now()
  const outcome = await write((db) =>
    shipOrder(db, {
      sellerId: seller.id,
      number,
      parcels: [{ ...parcel, key: read.key ?? newParcelKey(), shippedAt: now, contents: 'rest' }],
      actor: { kind: 'MEMBER', id: member.id, name: member.name },
      now,
    }),
  )
  if (!outcome.ok)
    return refused({ order: number, values, errors: { form: texts.t(refusedTexts[outcome.reason], { number }) } })
  const parameters = new URLSearchParams(url.search)
  parameters.set('shipped', number)
  return redirect(withSearch(paths.overview, parameters), { status: 303 })
}

const refusedTexts = {
  unknown: 'previous.error.unknown',
  'other-request': 'previous.error.other-request',
  'nothing-chosen': 'previous.error.not-possible-now',
  'no-parcel': 'previous.error.not-possible-now',
  'not-possible-now': 'previous.error.not-possible-now',
  'more-than-open': 'previous.error.already-shipped',
} as const

function refused({ order, values, errors }: RefusedShipping) {
  return data<RefusedShipping>({ order, values, errors }, { status: 422 })
}
