import type { orders as english } from '../en/orders.ts'

export const orders: Record<keyof typeof english, string> = {}
