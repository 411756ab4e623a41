import { selectOfSeller } from '#db/select-of-seller.ts'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { receiveBuyerMessage } from '#features/orders/conversations/add-message-db.server.ts'
import type { MessageKey } from '#features/orders/conversations/message.ts'
import { parseCaseNumber } from '#features/core/order/order-case.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { resource } from './resource.ts'
import { answersOf, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { optional, sentMoment } from './fields.ts'
import { messageFields, messageRefusal } from './message-fields.ts'
import { keyOf, orderField, orderOf, orderParams } from './order-params.ts'
import { ApiProblem } from './problem.ts'
import type { ApiSeller } from './sellers-by-id.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'

const messageBody = z
  .strictObject({
    ...messageFields,
    case: optional(z.string().refine((value) => parseCaseNumber(value) !== null, 'is not a case number')).meta({
      description: 'Number of the case that the message is about. If omitted, it is about the order',
    }),
  })
  .meta({ id: 'MessageBody', description: 'A buyer’s message about an order' })

export const message = z
  .object({
    key: z.string().describe('The message’s id in the hub'),
    order: orderField(),
    case: z.string().nullable().describe('Number of the case that the message is about; null if it is about the order'),
    from: z.enum(['BUYER', 'SELLER']),
    text: z.string(),
    sentAt: sentMoment(),
    pictures: z.array(z.string()).describe('Ids of the attached pictures'),
  })
  .meta({ id: 'Message', description: 'A message between buyer and seller about an order' })

type MessageRow = Row<'conversation_messages'> & { order: string; pictures: string[] }

/** Reads messages by a condition on `m` (conversation_messages), oldest first. */
export async function readMessages(
  db: SellerDb,
  sellerId: number,
  which: ReturnType<typeof sql>,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.*, coalesce(o.external_id, o.order_number) as "order", coalesce((
        select json_agg(p.hash order by p.position) from message_pictures p where p.seller_id = ${sellerId} and p.message_id = m.id
      ), '[]') as pictures
    from conversation_messages m join orders o on o.seller_id = ${sellerId} and o.id = m.order_id
    where m.seller_id = ${sellerId} and ${which} order by m.id`.execute(db)
  return rows
}

export const writeMessage = (row: MessageRow): z.input<typeof message> => ({
  key: row.message_key,
  order: row.order,
  case: row.subject,
  from: row.sender,
  text: row.body,
  sentAt: row.sent_at.toISOString(),
  pictures: row.pictures,
})

/** Refuses a case of another order. */
async function requireCase(db: SellerDb, seller: ApiSeller, { orderId, number }: { orderId: number; number: string }) {
  const found = selectOfSeller(db, 'cases', seller.id).select('id').where('order_id', '=', orderId)
  if (!(await found.where('case_number', '=', number).executeTakeFirst()))
    throw new ApiProblem('not-found', { errors: [{ pointer: '/case', detail: 'The order has no such case.' }] })
}

const messages = resource({
  name: 'messages',
  scope: 'messages:read',
  schema: message,
  id: 'm.id',
  read: readMessages,
  write: writeMessage,
})

export const messageEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'POST /sellers/{seller}/orders/{order}/messages',
    operationId: 'addMessage',
    summary: 'Create a buyer’s message',
    scope: 'messages:write',
    params: orderParams,
    body: messageBody,
    happened: ({ sentAt }) => ({ '/sentAt': sentAt }),
    example: { id: 'm-1', text: 'Is it still under guarantee?', sentAt: '2026-11-22T09:45:00Z' },
    answers: answersOf(message, { 200: 'The message already existed', 201: 'The message was created' }),
    problems: ['id-taken', 'no-such-picture', 'wrong-message'],
    handle: async ({ seller, params, body, write }) => {
      const key = brand<MessageKey>(keyOf(`message ${body.id}`))
      return write(async (db) => {
        const order = await orderOf(db, seller, params.order)
        if (body.case) await requireCase(db, seller, { orderId: order.id, number: body.case })
        const outcome = await receiveBuyerMessage(db, {
          sellerId: seller.id,
          number: order.number,
          key,
          subject: body.case ?? null,
          text: body.text,
          pictures: body.pictures ?? [],
          sentAt: new Date(body.sentAt),
        })
        if (!outcome.ok) throw messageRefusal(outcome.reason)
        const [row] = await readMessages(db, seller.id, sql`m.message_key = ${key}`)
        const told = assertDefined(row, 'it was taken in this transaction')
        const isSame =
          told.subject === (body.case ?? null) &&
          told.sent_at.getTime() === Date.parse(body.sentAt) &&
          isDeepStrictEqual(told.pictures, body.pictures ?? [])
        if (!isSame) throw messageRefusal('other-text')
        return { status: outcome.repeated ? 200 : 201, body: writeMessage(told) }
      })
    },
  }),
  messages.changes({
    operationId: 'listMessages',
    summary: 'List messages',
    description: 'Messages of buyers and of the seller, about all orders.',
    kind: 'MESSAGE',
  }),
]
