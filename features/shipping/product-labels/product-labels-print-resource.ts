import { sellerLoader } from '#web/guard.server.ts'
import { printProductLabels } from './product-labels-print.server.tsx'

export const loader = sellerLoader('hub.view', printProductLabels)
