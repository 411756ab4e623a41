import { brand } from '#lib/brand.ts'
import type { Row } from '#db/schema.ts'
import { moneyNumber } from '../transactions/transaction.ts'

export const holdStates = ['HELD', 'RELEASED'] as const satisfies readonly Row<'holds'>['state'][]

/** A hold's public number. */
export type HoldNumber = string & { readonly __brand: 'HoldNumber' }

/** Parses a hold number; null if it is none. */
export const parseHoldNumber = (text: string | null): HoldNumber | null =>
  text !== null && moneyNumber.test(text) ? brand<HoldNumber>(text) : null
