import type { PaymentSide, RefundAnswer, RefundRequest } from './payment-side.ts'

/** A payment provider with scripted answers that records requests. A known key repeats its answer, as required. */
export interface ScriptedPaymentSide extends PaymentSide {
  asked: RefundRequest[]
  /** Answer for unknown keys; an error is thrown once. */
  says: RefundAnswer | Error
}

/** Creates a payment provider that accepts every refund until told otherwise. */
export function scriptedPaymentSide(): ScriptedPaymentSide {
  const known = new Map<string, RefundAnswer>()
  const side: ScriptedPaymentSide = {
    asked: [],
    says: { made: true },
    refund: async (request) => {
      side.asked.push(request)
      if (side.says instanceof Error) throw side.says
      const answer = known.get(request.key) ?? side.says
      known.set(request.key, answer)
      return answer
    },
  }
  return side
}
