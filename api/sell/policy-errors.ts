import { SellError } from './sell-error.ts'

export const missingField = (fieldName: string) =>
  new SellError(20401, { detail: `${fieldName} is missing.`, parameters: { fieldName } })

export const wrongField = (fieldName: string, detail: string) =>
  new SellError(20403, { detail, parameters: { fieldName } })
