import { accounts } from './de/accounts.ts'
import { common } from './de/common.ts'
import { grid } from './de/grid.ts'
import { optOut } from './de/opt-out.ts'
import { orders } from './de/orders.ts'
import { overview } from './de/overview.ts'
import { productSummary } from './de/product-summary.ts'
import { shell } from './de/shell.ts'

export const messages = {
  ...common,
  ...shell,
  ...accounts,
  ...overview,
  ...orders,
  ...grid,
  ...optOut,
  ...productSummary,
}
