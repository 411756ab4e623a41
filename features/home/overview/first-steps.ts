import type { Permission } from '#web/roles.ts'

/** What a shop needs, in the order in which it is needed, who may do it, and minutes that it takes. */
export const firstSteps = {
  language: { needs: 'hub.view', minutes: 1 },
  address: { needs: 'orders.ship', minutes: 1 },
  calendar: { needs: 'listings.edit', minutes: 2 },
  policies: { needs: 'listings.edit', minutes: 1 },
  bank: { needs: 'payouts.manage', minutes: 2 },
  listing: { needs: 'listings.edit', minutes: 2 },
  sale: { needs: 'hub.view', minutes: 0 },
  parcel: { needs: 'orders.ship', minutes: 1 },
  payout: { needs: 'money.view', minutes: 0 },
} as const satisfies Record<string, { needs: Permission; minutes: number }>

export type FirstStep = keyof typeof firstSteps

export const firstStepNames = Object.keys(firstSteps) as FirstStep[]

export type StepFacts = Record<FirstStep, boolean>

export type StepState = NonNullable<ReturnType<typeof stepStates>>[number]

export const leftOutFrom = (stored: string | null): FirstStep[] => {
  const names = (stored ?? '').split(',')
  return firstStepNames.filter((step) => names.includes(step))
}

/**
 * The steps of a reader; null once each is done or left out. A payout, a parcel where the reader may see no money, or
 * many orders end them for good, whatever else is open.
 */
export function stepStates(
  { isEstablished, ...facts }: StepFacts & { isEstablished: boolean },
  { leftOut, may }: { leftOut: readonly FirstStep[]; may: (permission: Permission) => boolean },
) {
  const own = firstStepNames.filter((step) => may(firstSteps[step].needs))
  const states = own.map((step) => ({ step, isDone: facts[step], isLeftOut: leftOut.includes(step) }))
  const isOver = isEstablished || facts.payout || (facts.parcel && !own.includes('payout'))
  return isOver || states.every(({ isDone, isLeftOut }) => isDone || isLeftOut) ? null : states
}
