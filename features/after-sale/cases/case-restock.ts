import type { CaseFacts, CaseState, CaseStep } from '#features/core/order/order-case.ts'

/** Steps of an item on its way back or returned; withdrawn and declined returns have none. */
export const sendsBack: readonly CaseStep[] = ['send-back', 'mark-delivered', 'delivered-back']

/** States in which a returned item is not the seller's to sell again: on its way, or not theirs by a decision. */
const notTheirs: readonly CaseState[] = ['ITEM_SHIPPED', 'ESCALATED', 'CLOSED_SELLER']

export const restockStep = 'restock'

export const undoRestockStep = 'undo-restock'

export interface RestockedUnits {
  units: number
  at: Date
  by: string
}

/** Whether the item of a case came back, so that the seller can sell it again. `steps` are all that were taken. */
export const cameBack = ({ kind, state }: Pick<CaseFacts, 'kind' | 'state'>, steps: readonly CaseStep[]): boolean =>
  kind === 'RETURN' && !notTheirs.includes(state) && steps.some((step) => sendsBack.includes(step))
