import type { PaymentSide, RefundAnswer, RefundRequest } from './payment-side.ts'

/** A payment side that answers as it is told, and keeps what it was asked. Asked by a key that it knows it says the same again, as it must. */
export interface ToldPaymentSide extends PaymentSide {
  asked: RefundRequest[]
  /** What it answers to keys that it does not know; an error is thrown once. */
  says: RefundAnswer | Error
}

/** Makes a payment side that pays back whatever it is asked for, until told otherwise. */
export function toldPaymentSide(): ToldPaymentSide {
  const known = new Map<string, RefundAnswer>()
  const side: ToldPaymentSide = {
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
