import { useActionData, useLoaderData } from '#web/router/router.ts'
import type { Scanner } from '#features/machinery/scanning/kept-queue.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import type { SellerDb } from '#db/client.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { sellerAction, sellerLoader, type SellerArgs } from '#web/guard.server.ts'
import { mayDo } from '#web/roles.ts'
import { PageName } from '#web/page-name.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { PackStation } from './pack-station-view.tsx'
import {
  changeUnits,
  readPressed,
  closeOrder,
  openOrder,
  scanCode,
  skipOrder,
  type PackState,
  type PackStep,
} from './pack-station.ts'
import { packOrder } from './pack-view.server.ts'
import { randomId } from '#lib/random-id.ts'
import { listOrdersToPack, takePackEvents } from './packing-db.server.ts'

await loadTexts('packing', 'scanning')

type Visit = Pick<SellerArgs, 'hub' | 'seller' | 'texts'>

/** Reads the orders to pack, limited to the numbers in `asked` if given. */
async function readOrders(
  db: SellerDb,
  { hub, seller, texts: reader }: Visit,
  asked: readonly string[],
): Promise<PackState['orders']> {
  const texts = textsFor(reader.locale, seller.timeZone)
  const rows = await listOrdersToPack(db, seller.id, { asked: asked.flatMap((text) => parseOrderNumber(text) ?? []) })
  return rows.map((row) => packOrder(row, { now: hub.now(), texts }))
}

/**
 * Loads the orders to pack, earliest due date first. The station keeps working with them offline and reloads when it
 * can.
 */
export const loader = sellerLoader('orders.ship', async (visit) => {
  const { member, read, seller, url } = visit
  const asked = url.searchParams.getAll('order')
  const orders = await read((db) => readOrders(db, visit, asked))
  const open = orders.find(({ number }) => number === asked[0])
  const state: PackState = { orders, current: open?.number ?? null, notice: null }
  const packer: Scanner = { seller: seller.username, member: member.id }
  return { state, packer, eventId: randomId(), mayAssign: mayDo(seller.role, 'listings.edit') }
})

/** Handles a step at the station without script: scan, change units, skip. */
export const action = sellerAction('orders.ship', async (visit) => {
  const { form, hub, member, seller, write } = visit
  const state = await write(async (db): Promise<PackState> => {
    const current = textOf(form, 'current')
    const asked = [current, textOf(form, 'code'), textOf(form, 'open')]
    const before: PackState = { orders: await readOrders(db, visit, asked), current: current || null, notice: null }
    const step = stepOf(form, before, hub.now())
    if (!step.event) return step.state
    const { refused } = await takePackEvents(db, {
      sellerId: seller.id,
      events: [step.event],
      packedBy: member.name,
      now: hub.now(),
    })
    const [no] = refused
    const notice = no ? ({ kind: 'refused', order: no.order, why: no.why, by: no.by } as const) : step.state.notice
    return { ...step.state, orders: await readOrders(db, visit, asked), notice }
  })
  return { state, eventId: randomId() }
})

function stepOf(form: FormData, state: PackState, now: Date): PackStep {
  const draw = () => ({ id: textOf(form, 'eventId'), at: now.toISOString() })
  const pressed = textOf(form, 'line')
  const opened = textOf(form, 'open')
  if (opened) return { state: openOrder(state, opened), event: null }
  const intent = oneOf(form, 'intent', ['skip', 'list'])
  if (intent) return { state: intent === 'skip' ? skipOrder(state) : closeOrder(state), event: null }
  if (pressed && state.current) return changeUnits(state, { order: state.current, ...readPressed(pressed) }, draw)
  return scanCode(state, textOf(form, 'code'), draw)
}

export default function PackPage() {
  const { state, packer, eventId, mayAssign } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageName name={t('packing.title')} />
      <PackStation
        initial={answer?.state ?? state}
        packer={packer}
        eventId={answer?.eventId ?? eventId}
        mayAssign={mayAssign}
      />
    </>
  )
}
