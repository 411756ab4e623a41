import { sellerSteps, type CaseStep } from '#features/core/order/order-case.ts'

/** Steps of everybody in a case. */
export const allSteps: readonly CaseStep[] = [
  ...sellerSteps,
  'take-offer',
  'refuse-offer',
  'send-back',
  'arrived',
  'withdraw',
  'escalate',
  'decide-for-seller',
  'decide-for-buyer',
  'delivered-back',
  'disputed',
  'time-out',
  'refunded',
  'refund-failed',
]
