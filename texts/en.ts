import { accounts } from './en/accounts.ts'
import { afterSale } from './en/after-sale.ts'
import { apiKeys } from './en/api-keys.ts'
import { bulkEdit } from './en/bulk-edit.ts'
import { cases } from './en/cases.ts'
import { common } from './en/common.ts'
import { connections } from './en/connections.ts'
import { costs } from './en/costs.ts'
import { deliveries } from './en/deliveries.ts'
import { disputes } from './en/disputes.ts'
import { findWords } from './en/find-words.ts'
import { fulfilment } from './en/fulfilment.ts'
import { grid } from './en/grid.ts'
import { inventory } from './en/inventory.ts'
import { listingForm } from './en/listing-form.ts'
import { labels } from './en/labels.ts'
import { listings } from './en/listings.ts'
import { messageCentre } from './en/messages.ts'
import { movingIn } from './en/moving-in.ts'
import { operations } from './en/operations.ts'
import { offers } from './en/offers.ts'
import { optOut } from './en/opt-out.ts'
import { orders } from './en/orders.ts'
import { overview } from './en/overview.ts'
import { packing } from './en/packing.ts'
import { scanning } from './en/scanning.ts'
import { payments } from './en/payments.ts'
import { payoutSettings } from './en/payout-settings.ts'
import { performance } from './en/performance.ts'
import { pictures } from './en/pictures.ts'
import { printing } from './en/printing.ts'
import { productSummary } from './en/product-summary.ts'
import { salesReport } from './en/sales-report.ts'
import { reconcile } from './en/reconcile.ts'
import { reports } from './en/reports.ts'
import { sellerHealth } from './en/seller-health.ts'
import { shell } from './en/shell.ts'
import { shipCalendar } from './en/ship-calendar.ts'
import { shipping } from './en/shipping.ts'
import { statements } from './en/statements.ts'
import { talk } from './en/talk.ts'
import { tasks } from './en/tasks.ts'
import { team } from './en/team.ts'
import { undo } from './en/undo.ts'
import { timeAway } from './en/time-away.ts'
import { unsent } from './en/unsent.ts'
import { unusable } from './en/unusable.ts'
import { uploads } from './en/uploads.ts'
import { webhooks } from './en/webhooks.ts'

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
