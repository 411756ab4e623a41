import { accounts } from './en/accounts.ts'
import { common } from './en/common.ts'
import { grid } from './en/grid.ts'
import { listingForm } from './en/listing-form.ts'
import { listings } from './en/listings.ts'
import { messageCentre } from './en/messages.ts'
import { optOut } from './en/opt-out.ts'
import { orders } from './en/orders.ts'
import { overview } from './en/overview.ts'
import { pictures } from './en/pictures.ts'
import { productSummary } from './en/product-summary.ts'
import { shell } from './en/shell.ts'

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
