import { sql } from 'kysely'
import { z } from 'zod'
import { reportedKinds, reportTransaction } from '#features/payments/reported/report-transaction-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { resource } from './resource.ts'
import { answersOf, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { amount, id, minorOf, moment, money, optional, text, writeAmount } from './fields.ts'
import { transaction, writeTransaction } from './money-schemas.ts'
import { orderOf } from './order-params.ts'
import { readBalances, readTransactions, type BalanceRow } from './payment-rows.ts'
import { ApiProblem } from './problem.ts'

const balance = z
  .object({
    currency: z.string(),
    processing: money.describe('Funds from recent sales, not yet available for payout'),
    available: money.describe('Funds for the next payout; negative if the seller owes money'),
    onHold: money,
    inPayout: money.describe('Funds on their way to the bank'),
  })
  .meta({ id: 'Balance', description: 'A seller’s funds in one currency' })

function writeBalance({ currency, processing, available, onHold, inPayout }: BalanceRow): z.input<typeof balance> {
  const of = (minor: number) => writeAmount({ minor, currency })
  return { currency, processing: of(processing), available: of(available), onHold: of(onHold), inPayout: of(inPayout) }
}

const transactionBody = z
  .strictObject({
    // Shorter than other ids: the ledger's keys contain it.
    id: id().max(60).meta({ description: 'The transaction’s id in the marketplace', example: 't-1' }),
    kind: z.enum(reportedKinds),
    amount: amount.refine(({ value }) => /[1-9]/.test(value), 'is zero'),
    paidBy: z
      .enum(['SELLER', 'MARKETPLACE'])
      .nullish()
      .meta({ description: 'Default: SELLER. MARKETPLACE refunds a charge or label, or credits the seller' }),
    description: text(200).meta({ description: 'Text shown to the seller' }),
    order: optional(id()).meta({ description: 'Id of the related order; required for labels' }),
    at: moment().nullish().meta({ description: 'Time of the transaction. Default: now' }),
  })
  .refine(({ kind, order }) => kind !== 'LABEL' || order != null, {
    path: ['order'],
    message: 'is required for a label',
  })
  .meta({ id: 'TransactionBody', description: 'A charge, advertising fee, shipping label or adjustment' })

const transactions = resource({
  name: 'transactions',
  scope: 'payments:read',
  schema: transaction,
  id: 't.id',
  read: readTransactions,
  write: writeTransaction,
})

export const transactionEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'GET /sellers/{seller}/balances',
    operationId: 'listBalances',
    summary: 'Retrieve a seller’s balances',
    scope: 'payments:read',
    answers: { 200: { description: 'The balances', schema: z.object({ items: z.array(balance) }) } },
    handle: async ({ seller, read }) => ({
      status: 200,
      body: { items: (await read((db) => readBalances(db, seller.id))).map(writeBalance) },
    }),
  }),
  transactions.list({ operationId: 'listTransactions', summary: 'List transactions' }),
  sellerEndpoint({
    route: 'POST /sellers/{seller}/transactions',
    operationId: 'addTransaction',
    summary: 'Create an adjustment',
    description:
      'Changes the available funds immediately. An adjustment cannot be changed: create another one to reverse it.',
    scope: 'payments:write',
    body: transactionBody,
    happened: ({ at }) => ({ '/at': at }),
    example: {
      id: 't-1',
      kind: 'CHARGE',
      amount: { value: '19.00', currency: 'GBP' },
      description: 'Shop subscription, November',
    },
    answers: answersOf(transaction, { 200: 'The transaction already existed', 201: 'The transaction was created' }),
    problems: ['id-taken', 'wrong-currency'],
    handle: async ({ hub, seller, body, write }) =>
      write(async (db) => {
        const order = body.order == null ? null : await orderOf(db, seller, body.order)
        const { currency } = body.amount
        if (order && order.currency !== currency)
          throw new ApiProblem('wrong-currency', { detail: 'The order is in another currency.' })
        const reported = await reportTransaction(db, seller.id, {
          id: body.id,
          kind: body.kind,
          at: body.at ? new Date(body.at) : null,
          now: hub.now(),
          currency,
          amountMinor: minorOf(body.amount),
          paidBy: body.paidBy ?? 'SELLER',
          description: body.description,
          order,
        })
        if (!reported.ok) throw new ApiProblem('id-taken', { detail: 'Another transaction has this id.' })
        const [row] = await readTransactions(db, seller.id, sql`t.id = ${reported.transaction.id}`)
        return {
          status: reported.isNew ? 201 : 200,
          body: writeTransaction(assertDefined(row, 'it was written in this transaction')),
        }
      }),
  }),
]
