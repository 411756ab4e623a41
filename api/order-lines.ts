import { z } from 'zod'
import { addLines, type AdditionOutcome } from '#features/orders/order-intake/add-lines-db.server.ts'
import { promiseShipByOf } from '#features/orders/ship-calendar/promise-ship-by.server.ts'
import { toDecimal } from '#lib/money.ts'
import { answersOf, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { id, mostLines } from './fields.ts'
import { lineBody } from './order-body.ts'
import { isSold, mendLines, unusable } from './mend-order.ts'
import { checkHistory } from './order-history.ts'
import { checkCurrencies, checkSums, orderAmounts } from './order-money.ts'
import { keyOf, orderOf, orderParams } from './order-params.ts'
import { order } from './order-schemas.ts'
import { sendOrder, shopItemsOf } from './orders.ts'
import { checkPayments, firstPayments } from './payment-fields.ts'
import { ApiProblem, type FieldProblem } from './problem.ts'
import { digestOf, linesOf, paymentOf, refusalOf, withoutAbsent } from './pushed-orders.ts'

const addedLinesBody = z
  .strictObject({
    id: id().meta({ description: 'The addition’s id in the marketplace. Sending it again adds nothing' }),
    lines: z.array(lineBody).min(1).max(mostLines),
    ...orderAmounts,
    payments: firstPayments.payments.meta({
      description:
        'Payments for what is added. Required if the order is paid: they are PAID and add up to the price of the addition',
    }),
    onShort: z.enum(['take', 'refuse']).nullish().meta({
      description:
        'What to do if stock is insufficient: `take` the units as oversold, or `refuse` them. Default: refuse',
    }),
    unusable,
  })
  .superRefine((added, context) => {
    const wrong = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    const currency = added.lines[0]?.unitPrice.currency ?? ''
    checkCurrencies({ ...added, currency }, wrong)
    if (context.issues.length > 0) return
    checkSums({ ...added, currency }, wrong)
    checkPayments({ payments: added.payments, currency }, wrong)
    checkHistory({ ...added, currency, isSold: isSold(added) }, 0, wrong)
  })
  .meta({ id: 'AddedLinesBody', description: 'Lines that are added to an order' })

type Added = z.output<typeof addedLinesBody>

export const orderLineEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'POST /sellers/{seller}/orders/{order}/lines',
    operationId: 'addLines',
    summary: 'Add lines to an order',
    description:
      'Possible until part of the order has shipped, been handed over or been cancelled as a whole. The lines reserve stock as those of a new order; the ship-by time stays. More units of an item are another line.',
    scope: 'orders:write',
    params: orderParams,
    body: addedLinesBody,
    happened: ({ payments }) =>
      Object.fromEntries((payments ?? []).map(({ paidAt }, nth) => [`/payments/${nth}/paidAt`, paidAt])),
    example: {
      id: 'add-1',
      lines: [{ item: '118304211004', quantity: 1, unitPrice: { value: '45.00', currency: 'GBP' } }],
      payments: [{ id: 'p-2', method: 'CARD', state: 'PAID', paidAt: '2026-11-22T10:00:00Z' }],
    },
    mend: mendLines,
    answers: answersOf(order, { 200: 'The order; the lines were already added', 201: 'The order, with the lines' }),
    problems: [
      'seller-suspended',
      'id-taken',
      'no-such-listing',
      'no-such-variation',
      'not-on-offer',
      'not-enough-stock',
      'wrong-currency',
      'wrong-amount',
      'not-possible-now',
    ],
    handle: async ({ hub, seller, params, body, read }) => {
      if (seller.suspended_at) throw new ApiProblem('seller-suspended')
      const items = await shopItemsOf(hub, seller.id, [body])
      const { orderId, repeated } = await hub.db.asOwnerFor(seller.id, async (db) => {
        const found = await orderOf(db, seller, params.order)
        const { currency } = found
        const isOther = body.lines.some(({ unitPrice }) => unitPrice.currency !== currency)
        if (isOther) throw new ApiProblem('wrong-currency', { detail: `The order is in ${currency}.` })
        const { onShort, ...content } = body
        const outcome = await addLines(db, {
          sellerId: seller.id,
          number: found.number,
          id: body.id,
          key: keyOf(`add ${found.id} ${body.id}`),
          pushedAs: digestOf(JSON.stringify(content, withoutAbsent)),
          lines: linesOf(body, { items, isSold: isSold(body) && onShort !== 'refuse' }),
          unusable: body.unusable ?? [],
          payments: (body.payments ?? []).map((payment) => paymentOf(payment, currency)),
          onShort: onShort ?? null,
          now: hub.now(),
          rules: hub.config,
          mostLines,
        })
        // Thrown inside, so that nothing of a refused addition stays.
        if (!outcome.ok) throw additionRefusal(outcome, { body, currency })
        return { orderId: found.id, repeated: outcome.repeated }
      })
      if (!repeated && body.payments?.length) await promiseShipByOf(hub.db, seller.id)
      return sendOrder(read, seller, { orderId, status: repeated ? 200 : 201 })
    },
  }),
]

function additionRefusal(
  outcome: Extract<AdditionOutcome, { ok: false }>,
  { body, currency }: { body: Added; currency: string },
): ApiProblem {
  const at = (pointer: string, detail: string): FieldProblem[] => [{ pointer, detail }]
  switch (outcome.reason) {
    case 'unknown':
      return new ApiProblem('not-found')
    case 'other-addition':
      return new ApiProblem('id-taken', { errors: at('/id', 'Another addition to the order has this id.') })
    case 'too-many-lines':
      return new ApiProblem('not-possible-now', { detail: `An order has at most ${mostLines} lines.` })
    case 'not-possible-now':
      return new ApiProblem('not-possible-now', { detail: `The order is ${outcome.status}: nothing can be added.` })
    case 'not-covered': {
      const added = `${toDecimal({ minor: outcome.addedMinor, currency })} ${currency}`
      return new ApiProblem('wrong-amount', {
        errors: at('/payments', `The order is paid: send payments of ${added} for what is added.`),
      })
    }
    default:
      return refusalOf(outcome, body)
  }
}
