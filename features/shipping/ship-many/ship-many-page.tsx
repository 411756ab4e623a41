import { randomBytes } from 'node:crypto'
import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { knownRequests } from '#features/core/order/order-events-db.server.ts'
import { countRows } from '#features/machinery/grid/list-db.server.ts'
import { matchingNumbers } from '#features/orders/order-list/chosen-orders.server.ts'
import { ordersList, orderTabHref } from '#features/orders/order-list/orders-list.server.ts'
import { undoToast, withUndo } from '#features/machinery/undo/undo.ts'
import { gridHref } from '#lib/grid-query.ts'
import { textOf } from '#lib/form-fields.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader, type SellerArgs } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import type { Texts } from '#texts/texts.ts'
import { readChoice, sheetHref, type Choice } from './choice.server.ts'
import { readChosen } from './chosen-orders-db.server.ts'
import type { ShipManyAnswer, ShipManyModel } from './ship-many-model.ts'
import { earliestDay, shipRows } from './ship-many-view.server.ts'
import { addParcel, removeParcel } from './added-parcels.ts'
import { addField, parcelKeyOf, readSheet, removeField } from './sheet-form.ts'
import { maxRows } from './sheet.ts'
import { ShipManyView } from './ship-many-view.tsx'
import { readShipmentRequests, shipSheet, type SentSheet } from './ship-sheet.server.ts'

await loadTexts('fulfilment')

/** Loads the orders to ship, and the reasons for those that cannot be. All matching orders are split into pages. */
export const loader = sellerLoader('orders.ship', async (visit): Promise<{ model: ShipManyModel }> => {
  const { hub, read, seller, texts: reader } = visit
  const texts = textsFor(reader.locale, seller.timeZone)
  const choice = readChoice(visit)
  const { match, orders, isPage } = choice
  const listHref = gridHref(paths.orders, match.query, match.definition)
  if (orders === null) {
    const page = await read((db) => matchingNumbers(db, match, { limit: maxRows }))
    throw redirect(page.length > 0 ? sheetHref(match, { orders: page, isPage: true }) : listHref)
  }
  const found = await read((db) => readChosen(db, seller.id, orders))
  if (found.length === 0) throw refuse('not-found')
  const on = { zone: seller.timeZone, now: hub.now() }
  const address = sheetHref(match, { orders: [...orders, ...choice.rest], isPage })
  const rows = shipRows(found, { ...on, texts, role: seller.role })
  const next = await nextPage(visit, choice, texts)
  return {
    model: {
      note: texts.t('common.zone', { zone: texts.zoneName(on.now) }),
      address,
      sheetKey: randomBytes(8).toString('hex'),
      copies: `hub.sheet.${seller.username}.${visit.member.id}.`,
      rows,
      carriers: hub.config.carriers,
      today: dateAt(on.now, on.zone),
      earliest: earliestDay(found, on.zone, on.now),
      backHref: listHref,
      printHref: withQuery(paths.ordersPrint, { keys: orders.join(',') }),
      recentHref: paths.shippedLately(),
      next: next ?? (rows.every(({ cannot }) => cannot) ? await waitingOrders(visit, choice, texts) : null),
    },
  }
})

async function nextPage({ read }: SellerArgs, { match, orders, rest, isPage }: Choice, { t, number }: Texts) {
  if (rest.length > 0)
    return {
      href: sheetHref(match, { orders: rest, isPage: false }),
      text: t('shipMany.next', { n: number(rest.length) }),
    }
  // Keyset paging: shipped orders no longer match and skipped ones may ship elsewhere, so offsets would be wrong.
  const last = orders?.at(-1)
  if (!isPage || !last) return null
  const following = await read((db) => countRows(db, ordersList, { ...match, behind: last }))
  if (following === 0) return null
  const text = following === null ? t('shipMany.nextMany') : t('shipMany.next', { n: number(following) })
  return { href: sheetHref(match, { behind: last }), text }
}

async function waitingOrders({ read }: SellerArgs, { match }: Choice, { t }: Texts) {
  const query = { ...match.query, q: '', filters: { status: ['awaiting-shipment'] } }
  const { behind: _, ...all } = match
  const waiting = await read((db) => countRows(db, ordersList, { ...all, query }))
  if (waiting === 0) return null
  const text = waiting === null ? t('shipMany.waitingMany') : t('shipMany.waiting', { n: waiting })
  return { href: orderTabHref('awaiting-shipment'), text }
}

/** Ships the typed rows in one transaction; returns refused rows with reasons and input. */
export const action = sellerAction('orders.ship', async (visit) => {
  const { form, hub, seller, member, write } = visit
  const { match, orders, rest, isPage } = readChoice(visit)
  if (orders === null) throw refuse('malformed')
  const texts = textsFor(visit.texts.locale, seller.timeZone)
  const sent: SentSheet = {
    sheetKey: textOf(form, 'sheet'),
    sheet: readSheet(form, orders),
    service: textOf(form, 'service'),
    shipped: textOf(form, 'shipped'),
  }
  const now = hub.now()
  // Without script, these buttons only re-render the sheet with a parcel added or removed.
  const [add, remove] = [textOf(form, addField), textOf(form, removeField)]
  if (add || remove) {
    const known = await visit.read((db) => readChosen(db, seller.id, orders))
    const lines = known.find(({ order_number }) => order_number === add)?.lines ?? []
    const sheet = add ? addParcel(sent.sheet, add, lines) : removeParcel(sent.sheet, remove)
    return data<ShipManyAnswer>({ ...sent, sheet, errors: {}, refused: {}, toast: null })
  }
  const { outcome, errors } = await write(async (db) => {
    const known = await readChosen(db, seller.id, orders)
    const keys = sent.sheet.flatMap((row) => parcelKeyOf(sent.sheetKey, row) ?? [])
    const against = {
      orders: known,
      known: await knownRequests(db, seller.id, keys),
      carriers: hub.config.carriers,
      zone: seller.timeZone,
      now,
      texts,
    }
    const asked = readShipmentRequests(sent, against)
    const shipping = { sellerId: seller.id, member, now, texts }
    return { outcome: await shipSheet(db, asked.requests, shipping), errors: asked.errors }
  })
  const { shipped, undo, refused } = outcome
  const notDone = Object.keys(refused).length + Object.keys(errors).length
  if (notDone === 0)
    return redirect(withUndo(sheetHref(match, { orders: [...orders, ...rest], isPage }), undo), { status: 303 })
  const answer: ShipManyAnswer = {
    ...sent,
    errors,
    refused,
    toast: undo
      ? undoToast(
          { ids: [undo], step: 'shipMany', said: { n: shipped }, note: texts.t('shipMany.notDone', { n: notDone }) },
          texts,
        )
      : null,
  }
  // A 4xx status prevents revalidation, so use 200 if anything was shipped or refused.
  return data(answer, { status: shipped > 0 || Object.keys(refused).length > 0 ? 200 : 422 })
})

export default function ShipManyPage() {
  const { model } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <ShipManyView key={model.address} model={model} answer={answer} />
}
