import { randomBytes } from 'node:crypto'

/** Generates the key of a cost that a member types. */
export const newCostKey = (): string => randomBytes(6).toString('hex')
