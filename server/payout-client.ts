import { z } from 'zod'
import { payoutFailures } from '#features/payments/payouts/payout-states.ts'
import type { AccountAnswer, BankAccount, PayoutRequest, PayoutSide } from '#features/payments/payouts/payout-side.ts'
import { signedHeaders } from '#lib/webhook-signature.ts'
import { toDecimal } from '#lib/money.ts'

/** Milliseconds after which a request counts as unanswered. */
const answerWithin = 20_000

const payoutAnswer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ACCEPTED') }),
  z.object({ state: z.literal('PAID'), reference: z.string().max(100).nullish() }),
  z.object({
    state: z.literal('FAILED'),
    failure: z.enum(payoutFailures).default('OTHER'),
    mayBeRetried: z.boolean().default(false),
  }),
])

const accountAnswer = z.object({
  bankName: z.string().min(1).max(100),
  last4: z.string().regex(/^[0-9A-Z]{4}$/),
  country: z.string().regex(/^[A-Z]{2}$/),
  reference: z.string().min(1).max(200).nullish(),
})

export interface PayoutSideConfig {
  url: string
  secret: string
}

type Send = (url: string, request: RequestInit & { body: string; headers: Record<string, string> }) => Promise<Response>

/**
 * The marketplace's payment side, asked by signed requests (docs/connect.md). Throws if it cannot be reached or answers
 * anything else than documented.
 */
export function createPayoutClient({ url, secret }: PayoutSideConfig, send: Send = fetch): PayoutSide {
  const ask = async (path: string, id: string, content: object): Promise<Response> => {
    const body = JSON.stringify(content)
    return send(`${url.replace(/\/$/, '')}/${path}`, {
      method: 'POST',
      body,
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders({ id, at: new Date(), body, secrets: [secret] }),
      },
      signal: AbortSignal.timeout(answerWithin),
    })
  }
  const requireOk = (answer: Response) => {
    if (!answer.ok) throw new Error(`the payment side answered ${answer.status}`)
  }
  return {
    pay: async ({ key, seller, payoutNumber, amountMinor, currency, account }: PayoutRequest) => {
      const amount = { value: toDecimal({ minor: amountMinor, currency }), currency }
      const answer = await ask('payouts', key, { key, seller, payout: payoutNumber, amount, account })
      requireOk(answer)
      const read = payoutAnswer.parse(await answer.json())
      return read.state === 'PAID' ? { state: 'PAID', reference: read.reference ?? null } : read
    },
    saveAccount: async ({ seller, holder, number, bankCode }: BankAccount): Promise<AccountAnswer> => {
      const answer = await ask('accounts', crypto.randomUUID(), { seller, holder, number, bankCode })
      if (answer.status === 422) return { ok: false }
      requireOk(answer)
      const { reference = null, ...read } = accountAnswer.parse(await answer.json())
      return { ok: true, account: { ...read, reference } }
    },
  }
}
