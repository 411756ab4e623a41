import { useTexts } from '#texts/context.tsx'
import { data, redirect, replace, useActionData, useLoaderData } from '#web/router/router.ts'
import { PageName } from '#web/page-name.tsx'
import { revalidateAsAnswered } from '#web/revalidate.ts'
import { sellerAction, sellerLoader, type SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { readShipForm } from '#features/shipping/fulfilment/read-ship-form.server.ts'
import {
  firstParcel,
  moreParcels,
  withoutParcel,
  type ShipAnswer,
  type ParcelValues,
  type ShipPanelModel,
} from '#features/shipping/fulfilment/ship-form.ts'
import { ShipPanel } from '#features/shipping/fulfilment/ship-panel.tsx'
import type { ParcelsInverse } from '#features/shipping/fulfilment/take-back-db.server.ts'
import { refusedShipping } from '#features/shipping/fulfilment/ship-refusal.server.ts'
import { addressLinesOf } from '#features/orders/order-address/address-panel-view.ts'
import { addressState } from '#features/orders/order-address/change-address-db.server.ts'
import { awaitsShipment } from '#features/core/order/delivery.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { ShipTo } from '#features/orders/order-address/ship-to.ts'
import type { OrderDetails } from '#features/order-page/read/order-details-db.server.ts'
import { unitsOf, linesModel } from '#features/order-page/read/order-lines-view.ts'
import { mayDo } from '#web/roles.ts'
import { findOrder, nextToShip, readOrderPage } from '#features/order-page/read/order-page.server.ts'
import { OrderView } from '#features/order-page/details/order-view.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { openUnits } from '#features/core/order/line-units.ts'
import type { Carrier } from '#features/core/carrier/carrier.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { pairs } from '#lib/pairs.ts'
import type { Texts } from '#texts/texts.ts'

await loadTexts('order')

export const loader = sellerLoader('orders.ship', async (visit) => {
  const { details, page } = await readOrderPage(visit)
  // If nothing is left to ship, show the order, except after a submit, which shows its error.
  const { address } = details
  if (address === null || (!awaitsShipment(details.order) && !visit.isAnswer)) throw replace(page.detailsHref)
  return { page, panel: await panelOf(visit, { ...details, address }) }
})

async function panelOf(visit: SellerArgs, details: OrderDetails & { address: ShipTo }) {
  const { hub, seller, texts: reader } = visit
  return shipPanelModel(details, {
    texts: textsFor(reader.locale, seller.timeZone),
    zone: seller.timeZone,
    now: hub.now(),
    carriers: hub.config.carriers,
    hasNext: (await nextToShip(visit, details)) !== null,
    parcels: [firstParcel(newParcelKey())],
    address: addressState(details.address),
    hidesAmounts: !mayDo(seller.role, 'amounts.view'),
  })
}

const steps = ['ship', 'ship-next', 'add-parcel', 'remove-parcel'] as const

/** Ships and redirects to the order or the next one; returns the form if it is invalid. */
export const action = sellerAction('orders.ship', async (visit) => {
  const { form, hub, seller, member, url, write } = visit
  const step = oneOf(form, 'step', steps)
  const number = parseOrderNumber(url.searchParams.get('orderid'))
  if (!step || !number) throw refuse('malformed')
  const texts = textsFor(visit.texts.locale, seller.timeZone)
  const now = hub.now()
  const details = await findOrder(visit)
  if (details.order.delivery !== 'SHIP' || details.address === null) throw refuse('not-possible-now')
  const read = readShipForm(form, {
    lines: details.lines.map(unitsOf),
    placedAt: details.order.placed_at,
    carriers: hub.config.carriers,
    zone: seller.timeZone,
    now,
    texts,
  })
  const seen = textOf(form, 'address')
  if (step === 'add-parcel')
    return shown({ address: seen, parcels: moreParcels(read.values, newParcelKey()), errors: {} })
  if (step === 'remove-parcel') return shown({ address: seen, parcels: withoutParcel(read.values), errors: {} })
  if (!read.ok) return shown({ parcels: read.values, address: seen, errors: read.errors }, 422)
  const address = addressState(details.address)
  if (seen && seen !== address) {
    const changed = texts.t('ship.error.address', { address: addressLinesOf(details.address, texts) })
    return shown({ parcels: read.values, address, errors: { form: changed } }, 409)
  }
  const next = step === 'ship-next' ? await nextToShip(visit, details) : null
  const outcome = await write(async (db) => {
    const actor = { kind: 'MEMBER', id: member.id, name: member.name } as const
    const shipped = await shipOrder(db, { sellerId: seller.id, number, parcels: read.parcels, actor, now })
    if (!shipped.ok || shipped.repeated) return { shipped, undo: null }
    const inverse: ParcelsInverse = { parcels: read.parcels.map(({ key }) => ({ number, key })) }
    const whose = { sellerId: seller.id, memberId: member.id, now }
    const undo = await keepUndo(db, { ...whose, kind: 'parcels', step: 'ship', said: { number }, inverse })
    return { shipped, undo }
  })
  if (!outcome.shipped.ok) {
    const errors = refusedShipping(outcome.shipped, titlesOf(details), texts)
    if (outcome.shipped.reason !== 'other-request') return shown({ parcels: read.values, errors }, 409)
    // The member has now seen what was shipped; new keys make the next submit other parcels. With nothing left, the
    // page redirects.
    const parcels = read.values.map((parcel) => ({ ...parcel, key: newParcelKey() }))
    return shown({ parcels, errors, readAgain: awaitsShipment(details.order) }, 409)
  }
  const back = paths.orderDetails(number, url.searchParams.get('from') ?? undefined)
  return redirect(withUndo(next ?? back, outcome.undo), { status: 303 })
})

const titlesOf = ({ lines }: OrderDetails) => new Map(lines.map(({ position, title }) => [position, title]))

const shown = (answer: ShipAnswer, status = 200) => data(answer, { status })

/** Also revalidates if something else was shipped. */
export const shouldRevalidate = revalidateAsAnswered

export default function ShipOrderPage() {
  const { page, panel } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageName name={t('order.name.ship', { order: page.model.title })} />
      <OrderView
        {...page}
        shipHref={null}
        panel={<ShipPanel key={page.detailsHref} model={panel} answer={answer} closeHref={page.detailsHref} />}
      />
    </>
  )
}

interface ViewFor {
  texts: Texts
  zone: string
  now: Date
  carriers: readonly Carrier[]
  hasNext: boolean
  parcels: readonly ParcelValues[]
  /** Version of the address. */
  address: string
  hidesAmounts?: boolean
}

function shipPanelModel(details: OrderDetails, view: ViewFor): ShipPanelModel {
  const { texts, zone, now, carriers, hasNext, parcels, address } = view
  const lines = pairs(details.lines, linesModel(details, texts, view.hidesAmounts)).map(([line, item]) => {
    const { title, facts, image, amounts, quantity, units } = item
    return {
      line: line.position,
      title,
      facts,
      image,
      price: amounts?.unitPrice ?? null,
      ordered: quantity,
      left: openUnits(unitsOf(line)),
      units,
    }
  })
  const left = lines.reduce((sum, line) => sum + line.left, 0)
  return {
    address,
    title: texts.t('ship.title', { n: left }),
    lines,
    parcels,
    service: details.order.shipping_service,
    carriers: carriers.map(({ name }) => name),
    today: dateAt(now, zone),
    earliest: dateAt(details.order.placed_at, zone),
    hasNext,
  }
}
