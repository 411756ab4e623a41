import type { accounts as english } from '../en/accounts.ts'

export const accounts: Record<keyof typeof english, string> = {}
