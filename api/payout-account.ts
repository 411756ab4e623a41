import { z } from 'zod'
import type { Row } from '#db/schema.ts'
import { readPayoutAccount, saveAccount } from '#features/payments/payouts/payout-accounts-db.server.ts'
import { answersOf, requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { country, optional, sentMoment, text } from './fields.ts'
import { readOne } from './resource.ts'

const accountBody = z
  .strictObject({
    bankName: text(100),
    last4: z.string().regex(/^[0-9A-Z]{4}$/, 'is not the last four characters of an account number'),
    country: country().meta({ description: 'Country of the bank, whose bank holidays delay payouts' }),
    reference: optional(text(200)).meta({ description: 'Your payment provider’s id of the account' }),
  })
  .meta({
    id: 'PayoutAccountBody',
    description: 'The bank account that receives a seller’s payouts, without its number',
  })

const account = z
  .object({
    bankName: z.string(),
    last4: z.string(),
    country: z.string(),
    reference: z.string().nullable(),
    since: sentMoment(),
    refusedAt: sentMoment()
      .nullable()
      .describe('Time at which a payout failed because of this account; it receives no further payouts'),
  })
  .meta({ id: 'PayoutAccount', description: 'The bank account that receives a seller’s payouts' })

const writeAccount = (row: Row<'payout_accounts'>): z.input<typeof account> => ({
  bankName: row.bank_name,
  last4: row.last4,
  country: row.country,
  reference: row.reference,
  since: row.effective_at.toISOString(),
  refusedAt: row.refused_at?.toISOString() ?? null,
})

export const payoutAccountEndpoints: Endpoint[] = [
  readOne({
    path: 'payout-account',
    operationId: 'getPayoutAccount',
    summary: 'Retrieve a seller’s payout account',
    scope: 'payments:read',
    noun: 'account',
    schema: account,
    find: (db, { hub, seller }) => readPayoutAccount(db, seller.id, hub.now()),
    write: writeAccount,
    missing: 'The seller has no payout account.',
  }),
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/payout-account',
    operationId: 'savePayoutAccount',
    summary: 'Set a seller’s payout account',
    description: 'Takes effect immediately. The hub shows the bank’s name and the last four characters.',
    scope: 'payments:write',
    body: accountBody,
    example: { bankName: 'Barclays', last4: '4410', country: 'GB', reference: 'ba_1N8' },
    versioned: true,
    answers: answersOf(account, { 200: 'The account replaced another one', 201: 'The account was created' }),
    handle: async ({ hub, seller, body, ifMatch, write }) =>
      write(async (db) => {
        const now = hub.now()
        const current = await readPayoutAccount(db, seller.id, now)
        requireMatch(ifMatch, current && writeAccount(current))
        const row = await saveAccount(db, seller.id, {
          account: { ...body, reference: body.reference ?? null },
          enteredBy: null,
          effectiveAt: now,
          now,
        })
        return { status: current ? 200 : 201, body: writeAccount(row) }
      }),
  }),
]
