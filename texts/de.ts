import { accounts } from './de/accounts.ts'
import { afterSale } from './de/after-sale.ts'
import { apiKeys } from './de/api-keys.ts'
import { bulkEdit } from './de/bulk-edit.ts'
import { cases } from './de/cases.ts'
import { common } from './de/common.ts'
import { connections } from './de/connections.ts'
import { costs } from './de/costs.ts'
import { deliveries } from './de/deliveries.ts'
import { disputes } from './de/disputes.ts'
import { findWords } from './de/find-words.ts'
import { fulfilment } from './de/fulfilment.ts'
import { grid } from './de/grid.ts'
import { inventory } from './de/inventory.ts'
import { listingForm } from './de/listing-form.ts'
import { labels } from './de/labels.ts'
import { listings } from './de/listings.ts'
import { messageCentre } from './de/messages.ts'
import { movingIn } from './de/moving-in.ts'
import { operations } from './de/operations.ts'
import { offers } from './de/offers.ts'
import { optOut } from './de/opt-out.ts'
import { orders } from './de/orders.ts'
import { overview } from './de/overview.ts'
import { packing } from './de/packing.ts'
import { scanning } from './de/scanning.ts'
import { payments } from './de/payments.ts'
import { payoutSettings } from './de/payout-settings.ts'
import { performance } from './de/performance.ts'
import { pictures } from './de/pictures.ts'
import { printing } from './de/printing.ts'
import { productSummary } from './de/product-summary.ts'
import { salesReport } from './de/sales-report.ts'
import { reconcile } from './de/reconcile.ts'
import { reports } from './de/reports.ts'
import { sellerHealth } from './de/seller-health.ts'
import { shell } from './de/shell.ts'
import { shipCalendar } from './de/ship-calendar.ts'
import { shipping } from './de/shipping.ts'
import { statements } from './de/statements.ts'
import { talk } from './de/talk.ts'
import { tasks } from './de/tasks.ts'
import { team } from './de/team.ts'
import { undo } from './de/undo.ts'
import { timeAway } from './de/time-away.ts'
import { unsent } from './de/unsent.ts'
import { unusable } from './de/unusable.ts'
import { uploads } from './de/uploads.ts'
import { webhooks } from './de/webhooks.ts'

export const messages = {
  ...accounts,
  ...afterSale,
  ...apiKeys,
  ...bulkEdit,
  ...cases,
  ...common,
  ...connections,
  ...costs,
  ...deliveries,
  ...disputes,
  ...findWords,
  ...fulfilment,
  ...grid,
  ...inventory,
  ...listingForm,
  ...labels,
  ...listings,
  ...messageCentre,
  ...movingIn,
  ...operations,
  ...offers,
  ...optOut,
  ...orders,
  ...overview,
  ...packing,
  ...scanning,
  ...payments,
  ...payoutSettings,
  ...performance,
  ...pictures,
  ...printing,
  ...productSummary,
  ...salesReport,
  ...reconcile,
  ...reports,
  ...sellerHealth,
  ...shell,
  ...shipCalendar,
  ...shipping,
  ...statements,
  ...talk,
  ...tasks,
  ...team,
  ...timeAway,
  ...undo,
  ...unsent,
  ...unusable,
  ...uploads,
  ...webhooks,
}
