import { accounts } from './de/accounts.ts'
import { common } from './de/common.ts'
import { grid } from './de/grid.ts'
import { listingForm } from './de/listing-form.ts'
import { listings } from './de/listings.ts'
import { messageCentre } from './de/messages.ts'
import { optOut } from './de/opt-out.ts'
import { orders } from './de/orders.ts'
import { overview } from './de/overview.ts'
import { pictures } from './de/pictures.ts'
import { productSummary } from './de/product-summary.ts'
import { shell } from './de/shell.ts'

export const messages = {
  ...accounts,
  ...common,
  ...grid,
  ...listingForm,
  ...listings,
  ...messageCentre,
  ...optOut,
  ...orders,
  ...overview,
  ...pictures,
  ...productSummary,
  ...shell,
}
