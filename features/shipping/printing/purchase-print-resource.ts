import { sellerLoader } from '#web/guard.server.ts'
import { printPurchase } from './purchase-print.server.tsx'

export const loader = sellerLoader('hub.view', printPurchase)
