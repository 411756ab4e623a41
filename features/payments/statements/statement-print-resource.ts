import { sellerLoader } from '#web/guard.server.ts'
import { printStatement } from './statement-print.server.tsx'

/** The statement of a month as a complete page for the browser to print. */
export const loader = sellerLoader('money.view', printStatement)
