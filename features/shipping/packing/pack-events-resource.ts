import { z } from 'zod'
import { isUnshipped, parseOrderNumber } from '#features/core/order/order.ts'
import { textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerAction } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { packOrder, type PackAnswer } from './pack-view.server.ts'
import { takePackEvents } from './packing-db.server.ts'

const packEvents = z
  .array(
    z.object({
      id: z.uuid(),
      order: z.string().refine((text) => parseOrderNumber(text) !== null),
      position: z.int().min(1).max(32_767),
      part: z.string().max(50).nullable().optional(),
      change: z.union([z.literal(1), z.literal(-1)]),
      at: z.iso.datetime(),
    }),
  )
  .min(1)
  .max(100)

/** Receives events from a pack station and returns the current orders. */
export const action = sellerAction('orders.ship', async ({ form, hub, member, seller, texts: reader, write }) => {
  const events = readEvents(textOf(form, 'events'))
  if (!events) throw refuse('malformed')
  const now = hub.now()
  const { refused, orders } = await write((db) =>
    takePackEvents(db, { sellerId: seller.id, events, packedBy: member.name, now }),
  )
  const texts = textsFor(reader.locale, seller.timeZone)
  const toPack = orders.filter(({ status }) => isUnshipped(status))
  return Response.json({
    refused,
    orders: toPack.map((row) => packOrder(row, { now, texts })),
    gone: orders.filter(({ status }) => !isUnshipped(status)).map(({ number }) => number),
  } satisfies PackAnswer)
})

function readEvents(text: string) {
  try {
    return packEvents.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
