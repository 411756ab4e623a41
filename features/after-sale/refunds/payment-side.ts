import type { Row } from '#db/schema.ts'
import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'

/** What the payment side is asked to pay back. */
export interface RefundRequest {
  /** Idempotency key: asked twice by the same key, the payment side pays once and says the same again. */
  key: string
  sellerId: number
  orderNumber: string
  amountMinor: number
  currency: string
  /** The payments that the money came with. */
  payments: readonly Pick<Row<'payments'>, 'method' | 'amount_minor' | 'paid_at'>[]
  now: Date
}

/** The payment side's word; that it cannot be reached is an error thrown, and it is asked again later. */
export type RefundAnswer = { made: true } | { made: false; refusal: NonNullable<Row<'refunds'>['refusal']> }

/** Where buyers' money is: whoever moves it for the marketplace. */
export interface PaymentSide {
  refund(request: RefundRequest): Promise<RefundAnswer>
}

/**
 * The payment side that comes with the hub: the hub's records are the books, and the marketplace pays out what stands in
 * them. Answers at once. A payment older than the policy pack's `refundWindow` cannot be reversed any more, as with card schemes.
 */
export function createPaymentBooks({ refundWindow }: Pick<Deadlines, 'refundWindow'>): PaymentSide {
  return {
    refund: async ({ payments, now }) => {
      const isOpen = payments.some(({ paid_at: at }) => at === null || now.getTime() - at.getTime() <= refundWindow)
      return isOpen ? { made: true } : { made: false, refusal: 'TOO_OLD' }
    },
  }
}
