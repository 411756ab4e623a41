import type { Generated, GeneratedAlways, Insertable, JSONColumnType, Selectable } from 'kysely'
import type { NavigationMoments, ScriptError, TrackedAction } from '#lib/beacon.ts'
import type {
  ListingContentsTable,
  ListingDraftsTable,
  ListingPoliciesTable,
  ListingVariationsTable,
  SellerPoliciesTable,
} from './listing-form-tables.ts'

// One interface a table, columns as they are named there. `schema.test.ts` holds them against the migrations.

export interface AddressesTable {
  seller_id: number
  id: Generated<number>
  buyer_id: number
  name: string
  line1: string | null
  line2: string | null
  city: string
  region: string | null
  postal_code: string | null
  country: string
  phone: string | null
}

export interface BuyersTable {
  seller_id: number
  id: Generated<number>
  username: string
  name: string
  external_id: string | null
}

export interface CancellationsTable {
  seller_id: number
  id: Generated<number>
  order_id: number
  initiator: 'BUYER' | 'SELLER' | 'MARKETPLACE'
  reason:
    | 'ADDRESS_ISSUES'
    | 'BUYER_ASKED_CANCEL'
    | 'ORDER_MISTAKE'
    | 'ORDER_UNPAID'
    | 'OUT_OF_STOCK_OR_CANNOT_FULFILL'
    | 'FOUND_CHEAPER_PRICE'
    | 'WONT_ARRIVE_IN_TIME'
    | 'WRONG_SHIPPING_ADDRESS'
    | 'OTHER'
  state:
    | 'REQUESTED'
    | 'APPROVED'
    | 'REFUND_PENDING'
    | 'REJECTED'
    | 'CLOSED_WITH_REFUND'
    | 'CLOSED_NO_REFUND'
    | 'CLOSED_FOR_COMMITMENT'
  requested_at: Date
  respond_by: Date | null
  closed_at: Date | null
}

export interface CredentialsTable {
  id: string
  account_id: string
  provider_id: string
  member_id: string
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: Date | null
  refresh_token_expires_at: Date | null
  scope: string | null
  password: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface FeedbackTable {
  seller_id: number
  id: Generated<number>
  order_id: number | null
  buyer_id: number | null
  external_id: string | null
  buyer_username: string
  rating: 'POSITIVE' | 'NEUTRAL' | 'NEGATIVE'
  stars: number | null
  title: string | null
  comment: string | null
  left_at: Date | null
  reply: string | null
  replied_at: Date | null
}

export interface FeedbackWeeksTable {
  seller_id: number
  /** A Monday, as `pg` reads a date: midnight of the process's zone. */
  week: Date
  positive: Generated<number>
  negative: Generated<number>
}

export interface HubSettingsTable {
  key: string
  value: string
}

export interface LineItemsTable {
  seller_id: number
  id: Generated<number>
  order_id: number
  position: number
  listing_id: number | null
  product_id: number | null
  item_number: string
  sku: string | null
  title: string
  variation: string | null
  currency: string
  quantity: number
  unit_price_minor: number
  discount_minor: Generated<number>
  shipping_minor: Generated<number>
  tax_minor: Generated<number>
  shipped_quantity: Generated<number>
  cancelled_quantity: Generated<number>
  ship_by: Date | null
}

export interface ListingCountsTable {
  seller_id: number
  state: string
  category: string
  currency: string
  listings: number
  units: number
  value_minor: number
}

export interface ListingSearchTable {
  seller_id: number
  listing_id: number
  terms: string
}

export interface ListingsTable {
  seller_id: number
  id: Generated<number>
  item_number: Generated<string>
  product_id: number | null
  title: string
  sku: string | null
  category: string
  condition: 'NEW' | 'LIKE_NEW' | 'VERY_GOOD' | 'GOOD' | 'ACCEPTABLE' | 'FOR_PARTS'
  format: Generated<'FIXED_PRICE' | 'AUCTION'>
  state: 'DRAFT' | 'SCHEDULED' | 'ACTIVE' | 'OUT_OF_STOCK' | 'ON_HOLD' | 'ENDED'
  end_reason: 'SOLD_OUT' | 'SELLER' | 'EXPIRED' | 'POLICY' | null
  price_minor: number
  currency: string
  quantity_available: Generated<number>
  quantity_sold: Generated<number>
  watchers: Generated<number>
  views_30d: Generated<number>
  image_url: string | null
  starts_at: Date | null
  ends_at: Date | null
  ended_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  category_id: string | null
  duration_days: number | null
  relisted_from: number | null
  last_sold_at: Date | null
  out_of_stock_since: Date | null
  tab: GeneratedAlways<'active' | 'drafts' | 'scheduled' | 'ended'>
  price_value: GeneratedAlways<number>
  closes_at: GeneratedAlways<Date | null>
  idle_since: GeneratedAlways<Date | null>
}

export interface ListingPicturesTable {
  seller_id: number
  listing_id: number
  position: number
  hash: string
  alt: Generated<string>
}

export interface MemberMessagesTable {
  member_id: string
  message_key: string
  views: Generated<number>
  last_shown_at: Date | null
  dismissals: Generated<number>
  dismissed_at: Date | null
  dismissed_for_good: Generated<boolean>
  read_at: Date | null
}

export interface MembersTable {
  id: string
  name: string
  email: string
  email_verified: Generated<boolean>
  image: string | null
  two_factor_enabled: Generated<boolean>
  is_operator: Generated<boolean>
  locale: string | null
  time_zone: string | null
  density: 'comfortable' | 'compact' | null
  theme: 'light' | 'dark' | null
  previous_tool_since: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface MembershipsTable {
  seller_id: number
  member_id: string
  role: 'owner' | 'manager' | 'lister' | 'shipper' | 'accountant' | 'viewer'
  created_at: Generated<Date>
}

export interface MessagesTable {
  key: string
  locale: Generated<'all' | 'en' | 'de'>
  model: unknown
  levels: string[] | null
  countries: string[] | null
  min_orders: number | null
  max_orders: number | null
  new_for_days: number | null
  sellers: string[] | null
  roles: string[] | null
  pages: string[] | null
  starts_at: Date | null
  ends_at: Date | null
  priority: Generated<number>
  created_at: Generated<Date>
  broken_at: Date | null
  removed_at: Date | null
}

export interface OrderCountsTable {
  seller_id: number
  status: string
  currency: string
  orders: number
  units: number
  total_minor: number
}

export interface OrderSearchTable {
  seller_id: number
  order_id: number
  terms: string
  names: string
}

export interface OrdersTable {
  seller_id: number
  id: Generated<number>
  order_number: string
  external_id: string | null
  external_status: string | null
  buyer_id: number
  buyer_username: string
  ship_to_address_id: number
  ship_to_country: string
  placed_at: Date
  paid_at: Date | null
  ship_by: Date | null
  estimated_delivery_min: Date | null
  estimated_delivery_max: Date | null
  shipped_at: Date | null
  delivered: Generated<boolean>
  delivered_at: Date | null
  shipping_service: string | null
  buyer_note: string | null
  currency: string
  subtotal_minor: number
  discount_minor: Generated<number>
  shipping_minor: Generated<number>
  tax_minor: Generated<number>
  total_minor: GeneratedAlways<number>
  total_value: GeneratedAlways<number>
  line_count: number
  unit_count: number
  payment_status: Generated<'PENDING' | 'PAID' | 'FAILED' | 'PARTIALLY_REFUNDED' | 'FULLY_REFUNDED'>
  fulfilment_status: Generated<'NOT_STARTED' | 'IN_PROGRESS' | 'FULFILLED'>
  cancel_state: Generated<'NONE_REQUESTED' | 'IN_PROGRESS' | 'CANCELED'>
  status: GeneratedAlways<string>
  version: Generated<number>
}

export interface PageLoadsTable {
  id: GeneratedAlways<number>
  at: Date
  page: string
  member_id: string | null
  seen_before: Generated<boolean>
  lcp: number | null
  inp: number | null
  cls: number | null
  ttfb: number | null
  timing: JSONColumnType<NavigationMoments>
  views: JSONColumnType<Record<string, number>>
  actions: JSONColumnType<TrackedAction[]>
  errors: JSONColumnType<ScriptError[]>
  error_count: Generated<number>
}

export interface PaymentsTable {
  seller_id: number
  id: Generated<number>
  order_id: number
  position: Generated<number>
  method: 'CARD' | 'DEBIT_CARD' | 'BANK_TRANSFER' | 'WALLET' | 'INVOICE' | 'VOUCHER' | 'UNKNOWN'
  state: 'PENDING' | 'PAID' | 'FAILED'
  currency: string
  amount_minor: number
  installments: Generated<number>
  paid_at: Date | null
}

export interface PictureRemovalsTable {
  seller_id: number
  hash: string
  due_at: Date
}

export interface PicturesTable {
  seller_id: number
  hash: string
  width: number
  height: number
  bytes: number
  used_at: Date
}

export interface ProductsTable {
  id: Generated<number>
  epid: string
  gtin: string | null
  external_id: string | null
  brand: string | null
  title: string
  category: string
  image_url: string | null
  weight_grams: number | null
}

export interface RateLimitsTable {
  key: string
  count: number
  resets_at: Date
}

export interface RefundsTable {
  seller_id: number
  id: Generated<number>
  order_id: number
  line_item_id: number | null
  reason:
    | 'BUYER_CANCEL'
    | 'SELLER_CANCEL'
    | 'ITEM_NOT_RECEIVED'
    | 'BUYER_RETURN'
    | 'ITEM_NOT_AS_DESCRIBED'
    | 'OTHER_ADJUSTMENT'
    | 'SHIPPING_DISCOUNT'
  state: Generated<'PENDING' | 'REFUNDED' | 'FAILED'>
  currency: string
  amount_minor: number
  refunded_at: Date
}

export interface SalesHoursTable {
  seller_id: number
  hour: Date
  currency: string
  orders: number
  units: number
  gross_minor: number
}

export interface SavedViewsTable {
  seller_id: number
  id: Generated<string>
  member_id: string
  resource: string
  name: string
  query: string
  shared: Generated<boolean>
  created_at: Generated<Date>
}

export interface SellersTable {
  id: Generated<number>
  username: string
  display_name: string
  external_id: string | null
  registered_at: Date
  country: string
  time_zone: string
  currency: string
  store_url: string | null
  feedback_score: Generated<number>
  handling_days: Generated<number>
  cutoff_time: Generated<string>
  working_days: Generated<number[]>
  level: 'TOP_RATED' | 'ABOVE_STANDARD' | 'BELOW_STANDARD' | null
}

export interface SessionsTable {
  id: string
  token: string
  member_id: string
  seller_id: number | null
  expires_at: Date
  ip_address: string | null
  user_agent: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface ShipmentLinesTable {
  seller_id: number
  shipment_id: number
  line_item_id: number
  quantity: number
}

export interface ShipmentsTable {
  seller_id: number
  id: Generated<number>
  order_id: number
  carrier: string
  service: string | null
  tracking_number: string | null
  state: Generated<'SHIPPED' | 'IN_TRANSIT' | 'DELIVERED' | 'EXCEPTION' | 'RETURNED_TO_SENDER'>
  shipped_at: Date | null
  delivered_at: Date | null
}

export interface TwoFactorsTable {
  id: string
  secret: string
  backup_codes: string
  member_id: string
  verified: Generated<boolean>
  failed_verification_count: Generated<number>
  locked_until: Date | null
}

export interface VerificationsTable {
  id: string
  identifier: string
  value: string
  expires_at: Date
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** All tables of the hub, for Kysely. */
export interface Schema {
  addresses: AddressesTable
  buyers: BuyersTable
  cancellations: CancellationsTable
  credentials: CredentialsTable
  feedback: FeedbackTable
  feedback_weeks: FeedbackWeeksTable
  hub_settings: HubSettingsTable
  line_items: LineItemsTable
  listing_counts: ListingCountsTable
  listing_search: ListingSearchTable
  listing_pictures: ListingPicturesTable
  listing_contents: ListingContentsTable
  listing_drafts: ListingDraftsTable
  listing_policies: ListingPoliciesTable
  listing_variations: ListingVariationsTable
  listings: ListingsTable
  member_messages: MemberMessagesTable
  members: MembersTable
  memberships: MembershipsTable
  messages: MessagesTable
  order_counts: OrderCountsTable
  order_search: OrderSearchTable
  orders: OrdersTable
  page_loads: PageLoadsTable
  payments: PaymentsTable
  picture_removals: PictureRemovalsTable
  pictures: PicturesTable
  products: ProductsTable
  rate_limits: RateLimitsTable
  refunds: RefundsTable
  sales_hours: SalesHoursTable
  saved_views: SavedViewsTable
  seller_policies: SellerPoliciesTable
  sellers: SellersTable
  sessions: SessionsTable
  shipment_lines: ShipmentLinesTable
  shipments: ShipmentsTable
  two_factors: TwoFactorsTable
  verifications: VerificationsTable
}

/** A row as it is read from a table: `Row<'orders'>`. */
export type Row<T extends keyof Schema> = Selectable<Schema[T]>
/** A row as it is written to a table; columns with a default may be left out. */
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>
