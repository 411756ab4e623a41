import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { listingTabs } from '../features/listing/listing.ts'

// Every URL of the product. Paths are spelled in `paths.ts`; who may call each is declared with its loader and action.
export default [
  index('./home-page.tsx'),

  route('sign-in', '../features/accounts/sign-in-page.tsx'),
  route('sign-in/code', '../features/accounts/sign-in-code-page.tsx'),
  route('sign-in/link', '../features/accounts/sign-in-link-page.tsx'),
  route('sign-out', '../features/accounts/sign-out-page.tsx'),
  route('forgot-password', '../features/accounts/forgot-password-page.tsx'),
  route('reset-password', '../features/accounts/reset-password-page.tsx'),
  route('switch-seller', '../features/accounts/switch-seller-page.tsx'),

  route('sh/ord/export', '../features/orders/orders-export-resource.ts'),
  route('sh/ord/views', '../features/orders/saved-views-resource.ts'),
  route('sl/list/draft', '../features/listing-form/keep/draft-resource.ts'),
  route('sh/lst/edit', '../features/listings/listing-edit-resource.ts'),
  ...listingTabs.flatMap((tab) => [
    route(`sh/lst/${tab}/export`, '../features/listings/listings-export-resource.ts', { id: `listings-export-${tab}` }),
    route(`sh/lst/${tab}/views`, '../features/listings/listings-views-resource.ts', { id: `listings-views-${tab}` }),
  ]),
  route('sh/optout', '../features/opt-out/opt-out-resource.ts'),
  route('sh/switch-tool', '../features/opt-out/switch-tool-page.tsx'),
  route('sl/pictures', '../features/listing-pictures/picture-upload-resource.ts'),
  route('messages/events', '../features/messages/message-events-resource.ts'),

  // No part of the product: the build has neither the page nor the kit's examples.
  ...(process.env.NODE_ENV === 'production' ? [] : [route('gallery', './gallery-page.tsx')]),
  route('sh/product-summary', '../features/product-summary/product-summary-resource.ts'),

  layout('./shell/shell-layout.tsx', [
    route('sh/ovw', '../features/overview/overview-page.tsx'),
    route('sh/ord', '../features/orders/orders-page.tsx'),
    route('sh/ord/details', '../features/orders/order-details-page.tsx'),
    route('sh/product-insights', '../features/product-summary/product-insights-page.tsx'),
    route('sl/list', '../features/listing-form/listing-form-page.tsx'),
    route('sl/list/preview', '../features/listing-form/listing-preview-page.tsx'),
    route('sh/lst/item', '../features/listings/listing-page.tsx'),
    ...listingTabs.map((tab) =>
      route(`sh/lst/${tab}/bulk`, '../features/listings/listings-bulk-page.tsx', { id: `listings-bulk-${tab}` }),
    ),
    ...listingTabs.map((tab) =>
      route(`sh/lst/${tab}`, '../features/listings/listings-page.tsx', { id: `listings-${tab}` }),
    ),
    route('messages', '../features/messages/messages-page.tsx'),
    route('settings/preferences', '../features/settings/preferences-page.tsx'),
    route('settings/security', '../features/settings/security-page.tsx'),
    route('operator', '../features/operator/operator-page.tsx'),
    route('*', './not-found-page.tsx'),
  ]),
] satisfies RouteConfig
