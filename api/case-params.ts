import { sellerParams } from './endpoint.ts'
import { z } from 'zod'
import { parseCaseNumber, type CaseNumber } from '#features/core/order/order-case.ts'
import { ApiProblem } from './problem.ts'

export const caseParams = sellerParams.extend({
  case: z.string().min(1).max(20).meta({ description: 'The case number', example: '5-20418377' }),
})

export const missingCase = () => new ApiProblem('not-found', { detail: 'There is no such case.' })

/** Parses the number of the case in the path; refuses others. */
export function caseNumberOf(text: string): CaseNumber {
  const number = parseCaseNumber(text)
  if (!number) throw missingCase()
  return number
}
