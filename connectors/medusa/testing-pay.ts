import type { AdminApi } from './admin-api.ts'

/** Notes that what is owed was paid by hand. */
export async function payFor(api: AdminApi, order_id: string, amount: number): Promise<void> {
  const made = await api.change<{ payment_collection: { id: string } }>('/payment-collections', { order_id, amount })
  await api.change(`/payment-collections/${made.payment_collection.id}/mark-as-paid`, { order_id })
}
