import type { Row } from '#db/schema.ts'
import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'

export interface RefundRequest {
  /** Idempotency key: with the same key, the provider refunds once and repeats its answer. */
  key: string
  sellerId: number
  orderNumber: string
  amountMinor: number
  currency: string
  payments: readonly Pick<Row<'payments'>, 'method' | 'amount_minor' | 'paid_at'>[]
  now: Date
}

/** The provider's answer. If it is unreachable, the call throws and is retried later. */
export type RefundAnswer = { made: true } | { made: false; refusal: NonNullable<Row<'refunds'>['refusal']> }

export interface PaymentSide {
  refund(request: RefundRequest): Promise<RefundAnswer>
}

/**
 * Built-in payment provider: the hub's records are the ledger and the marketplace pays out from them. Answers at once.
 * Refuses payments older than `refundWindow`, as card schemes do.
 */
export function createPaymentBooks({ refundWindow }: Pick<Deadlines, 'refundWindow'>): PaymentSide {
  return {
    refund: async ({ payments, now }) => {
      const isOpen = payments.some(({ paid_at: at }) => at === null || now.getTime() - at.getTime() <= refundWindow)
      return isOpen ? { made: true } : { made: false, refusal: 'TOO_OLD' }
    },
  }
}
