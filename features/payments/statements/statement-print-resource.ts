import { sellerLoader } from '#web/guard.server.ts'
import { printStatement } from './statement-print.server.tsx'

export const loader = sellerLoader('money.view', printStatement)
