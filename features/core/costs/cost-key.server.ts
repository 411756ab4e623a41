import { randomBytes } from 'node:crypto'

export const newCostKey = (): string => randomBytes(6).toString('hex')
