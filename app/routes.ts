import { index, layout, route, type RouteConfigEntry } from '../web/router/routes.ts'
import { listingTabs } from '../features/core/listing/listing.ts'
import { listPaths } from '../web/list-paths.ts'
import { paths } from '../web/paths.ts'

const lists = Object.entries(paths.lists).map(([name, page]) => ({ name, ...listPaths(page.slice(1)) }))

/** Lists with pages of their own; `list-page.tsx` shows the others. */
const ownPages: Record<string, string> = Object.fromEntries(
  listingTabs.map((tab) => [`listings-${tab}`, '../features/selling/listings/listings-page.tsx']),
)

// All URLs of the product. `paths.ts` spells the paths; loaders and actions declare who may call them.
export default [
  index('./home-page.tsx'),

  route('sign-in', '../features/shop/accounts/sign-in-page.tsx'),
  route('sign-in/code', '../features/shop/accounts/sign-in-code-page.tsx'),
  route('sign-in/link', '../features/shop/accounts/sign-in-link-page.tsx'),
  route('sign-out', '../features/shop/accounts/sign-out-page.tsx'),
  route('forgot-password', '../features/shop/accounts/forgot-password-page.tsx'),
  route('reset-password', '../features/shop/accounts/reset-password-page.tsx'),
  route('join', '../features/shop/team/join-page.tsx'),
  route('switch-seller', '../features/shop/accounts/switch-seller-page.tsx'),

  route('sh/ord/take-back', '../features/shipping/fulfilment/take-back-resource.ts'),
  route('sh/ord/refund/retry', '../features/after-sale/refunds/retry-refund-resource.ts'),
  route('sh/ord/tracking/file', '../features/shipping/tracking-upload/tracking-file-resource.ts'),
  route('sh/ord/carrier', '../features/shipping/fulfilment/carrier-guess-resource.ts'),
  route('sh/ord/print/run', '../features/shipping/printing/print-run-resource.ts'),
  route('sh/ord/pack', '../features/shipping/packing/pack-page.tsx'),
  route('sh/ord/pack/events', '../features/shipping/packing/pack-events-resource.ts'),
  route('sh/ord/conversations/marks', '../features/orders/conversations/conversations-marks-resource.ts'),
  route('sh/ord/picture', '../features/orders/conversations/shown-picture-resource.ts'),
  route('sl/list/draft', '../features/selling/listing-form/keep/draft-resource.ts'),
  route('sh/fin/statements/file', '../features/payments/statements/statement-file-resource.ts'),
  route('sh/fin/statements/print', '../features/payments/statements/statement-print-resource.ts'),
  route('sh/fin/taxes/file', '../features/payments/taxes/tax-file-resource.ts'),
  route('sh/performance/sales/export', '../features/shop/sales-report/sales-report-export-resource.ts'),
  route('sh/fin/reconcile/file', '../features/payments/reconcile/reconcile-file-resource.ts'),
  route('sh/performance/seller-level/export', '../features/shop/seller-level/evidence-export-resource.ts'),
  route('sh/lst/edit', '../features/selling/listings/listing-edit-resource.ts'),
  ...listingTabs.map((tab) =>
    route(`sh/lst/${tab}/steps`, '../features/selling/listings/listings-steps-resource.ts', {
      id: `listings-steps-${tab}`,
    }),
  ),
  ...lists.flatMap((list) => [
    route(list.export, './list-export-resource.ts', { id: `${list.name}-export` }),
    route(list.views, './list-views-resource.ts', { id: `${list.name}-views` }),
  ]),
  route('sh/undo', './undo-resource.ts'),
  route('sh/live', '../features/machinery/live/live-resource.ts'),
  route('sh/live/frame', './shell/live-frame-resource.ts'),
  route('sh/optout', '../features/shop/opt-out/opt-out-resource.ts'),
  route('sh/switch-tool', '../features/shop/opt-out/switch-tool-page.tsx'),
  route('sl/pictures', '../features/core/listing-pictures/picture-upload-resource.ts'),
  route('messages/events', '../features/shop/messages/message-events-resource.ts'),

  // Not part of the product: excluded from the build.
  ...(process.env.NODE_ENV === 'production' ? [] : [route('gallery', './gallery-page.tsx')]),
  route('sh/product-summary', '../features/selling/product-summary/product-summary-resource.ts'),

  layout('./shell/shell-layout.tsx', [
    route('sh/ovw', '../features/shop/overview/overview-page.tsx'),
    route('sh/tasks', '../features/shop/tasks/tasks-page.tsx'),
    route('sh/find', '../features/shop/find/find-page.tsx'),
    ...lists.map(({ name, page }) => route(page, ownPages[name] ?? './list-page.tsx', { id: name })),
    route('sh/ord/print', '../features/shipping/printing/print-page.tsx'),
    route('sh/ord/details', '../features/order-page/order-details-page.tsx'),
    route('sh/ord/ship', '../features/order-page/ship-order-page.tsx'),
    route('sh/ord/ship-many', '../features/shipping/ship-many/ship-many-page.tsx'),
    route('sh/ord/shipped', '../features/shipping/ship-many/shipped-lately-page.tsx'),
    route('sh/ord/conversation', '../features/order-page/conversation-page.tsx'),
    route('sh/ord/ship-together', '../features/order-page/ship-together-page.tsx'),
    route('sh/ord/address', '../features/order-page/order-address-page.tsx'),
    route('sh/ord/note', '../features/order-page/order-notes-page.tsx'),
    route('sh/ord/feedback', '../features/order-page/order-feedback-page.tsx'),
    route('sh/ord/tag', '../features/orders/order-list/tag-orders-page.tsx'),
    route('sh/ord/cancel', '../features/order-page/cancel-order-page.tsx'),
    route('sh/ord/cancel-unpaid', '../features/order-page/cancel-unpaid-page.tsx'),
    route('sh/ord/refund', '../features/order-page/refund-order-page.tsx'),
    route('sh/ord/tracking', '../features/shipping/tracking-upload/tracking-upload-page.tsx'),
    route('sh/ord/case', '../features/after-sale/cases/case-page.tsx'),
    route('sh/fin', '../features/payments/summary/payments-page.tsx'),
    route('sh/fin/transactions/details', '../features/payments/transactions/transaction-page.tsx'),
    route('sh/fin/disputes/details', '../features/payments/disputes/dispute-page.tsx'),
    route('sh/fin/payouts/details', '../features/payments/payouts/payout-page.tsx'),
    route('sh/performance/costs/enter', '../features/shop/costs/enter-costs-page.tsx'),
    route('sh/fin/statements', '../features/payments/statements/statements-page.tsx'),
    route('sh/fin/statements/month', '../features/payments/statements/statement-page.tsx'),
    route('sh/fin/taxes', '../features/payments/taxes/taxes-page.tsx'),
    route('sh/performance/sales', '../features/shop/sales-report/sales-report-page.tsx'),
    route('sh/fin/reconcile', '../features/payments/reconcile/reconcile-page.tsx'),
    route('sh/performance/seller-level', '../features/shop/seller-level/seller-level-page.tsx'),
    route('sh/product-insights', '../features/selling/product-summary/product-insights-page.tsx'),
    route('sl/list', '../features/selling/listing-form/listing-form-page.tsx'),
    route('sl/list/preview', '../features/selling/listing-form/listing-preview-page.tsx'),
    route('sh/lst/item', '../features/selling/listings/listing-page.tsx'),
    ...listingTabs.map((tab) =>
      route(`sh/lst/${tab}/bulk`, '../features/selling/listings/listings-bulk-page.tsx', {
        id: `listings-bulk-${tab}`,
      }),
    ),
    route('messages', '../features/shop/messages/messages-page.tsx'),
    route('sh/fin/settings', '../features/shop/payout-settings/payout-settings-page.tsx'),
    route('settings/preferences', '../features/shop/settings/preferences-page.tsx'),
    route('settings/security', '../features/shop/settings/security-page.tsx'),
    route('settings/printing', '../features/shipping/printing/print-settings-page.tsx'),
    route('settings/returns', '../features/after-sale/cases/case-rules-page.tsx'),
    route('settings/mail', '../features/shop/task-mails/mail-settings-page.tsx'),
    route('settings/working-days', '../features/orders/ship-calendar/ship-calendar-page.tsx'),
    route('settings/policies', '../features/selling/policies/policies-page.tsx'),
    route('settings/templates', '../features/orders/conversations/templates-page.tsx'),
    route('settings/team', '../features/shop/team/team-page.tsx'),
    route('settings/team/member', '../features/shop/team/team-member-page.tsx'),
    route('settings/team/leave', '../features/shop/team/leave-team-page.tsx'),
    route('settings/api-keys', '../features/shop/api-keys/api-keys-page.tsx'),
    route('settings/webhooks', '../features/shop/webhooks/webhooks-page.tsx'),
    route('operator', '../features/operator/console/operator-page.tsx'),
    route('operator/erase-buyer', '../features/operator/console/erase-buyer-page.tsx'),
    route('operator/health', '../features/operator/console/health-page.tsx'),
    route('operator/seller', '../features/operator/console/seller-page.tsx'),
    route('operator/write', '../features/operator/console/write-page.tsx'),
    route('operator/keys', '../features/shop/api-keys/marketplace-keys-page.tsx'),
    route('operator/webhooks', '../features/shop/webhooks/operator-webhooks-page.tsx'),
    route('*', './not-found-page.tsx'),
  ]),
] satisfies RouteConfigEntry[]
