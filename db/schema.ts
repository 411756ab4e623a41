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

export interface ApiAnswersTable {
  key_id: string
  request_key: string
  fingerprint: string
  claimed_at: Date
  status: number | null
  headers: JSONColumnType<Record<string, string>> | null
  body: string | null
}

export interface ApiKeysTable {
  id: Generated<string>
  hash: string
  ending: string
  name: string
  scopes: string[]
  seller_id: number | null
  made_by: string | null
  made_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
}

export interface BinsTable {
  seller_id: number
  sku: string
  bin: string
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
  cancel_key: Generated<string>
  respond_rule: 'sellerRespondsToCancel' | null
  respond_calendar: string | null
  decline_reason: 'ALREADY_SENT' | 'MADE_TO_ORDER' | 'AGREED_WITH_BUYER' | 'OTHER' | null
  refund_key: string | null
  counts_as_defect: GeneratedAlways<boolean>
}

export interface CasePhotosTable {
  seller_id: number
  case_id: number
  position: number
  hash: string
  alt: Generated<string>
}

export interface CaseRulesTable {
  seller_id: number
  accept_reasons: Generated<string[]>
  refund_up_to_minor: number | null
  label_minor: number | null
}

export interface CasesTable {
  seller_id: number
  id: Generated<number>
  case_number: string
  kind: 'RETURN' | 'NOT_RECEIVED'
  state:
    | 'RETURN_REQUESTED'
    | 'RETURN_REQUEST_TIMEOUT'
    | 'PARTIAL_REFUND_REQUESTED'
    | 'REPLACEMENT_OFFER_PENDING'
    | 'REPLACEMENT_STARTED'
    | 'REPLACEMENT_REQUEST_TIMEOUT'
    | 'REPLACEMENT_SHIPPED'
    | 'RETURN_LABEL_PENDING'
    | 'RETURN_LABEL_PENDING_TIMEOUT'
    | 'ITEM_READY_TO_SHIP'
    | 'ITEM_SHIPPED'
    | 'ITEM_DELIVERED'
    | 'RETURN_REJECTED'
    | 'WAITING_SELLER_RESPONSE'
    | 'SELLER_RESPONSE_TIMEOUT'
    | 'WAITING_BUYER_RESPONSE'
    | 'REFUND_INITIATED'
    | 'REFUND_FAILED'
    | 'ESCALATED'
    | 'CLOSED'
    | 'CLOSED_SELLER'
    | 'CLOSED_BUYER'
  turn: GeneratedAlways<string>
  reason:
    | 'NOT_AS_DESCRIBED'
    | 'DEFECTIVE_ITEM'
    | 'ARRIVED_DAMAGED'
    | 'MISSING_PARTS'
    | 'ORDERED_WRONG_ITEM'
    | 'NO_LONGER_NEED_ITEM'
    | 'WRONG_SIZE'
    | 'FOUND_BETTER_PRICE'
    | 'ITEM_NOT_RECEIVED'
  order_id: number
  line_item_id: number
  units: number
  words: string
  currency: string
  amount_minor: number
  opened_at: Date
  due_at: Date | null
  deadline: JSONColumnType<object> | null
  answer_by: JSONColumnType<object>
  offer_percent: number | null
  refund_minor: number | null
  refund_key: string | null
  carrier: string | null
  tracking_number: string | null
  closed_at: Date | null
}

export interface ConversationMessagesTable {
  seller_id: number
  id: Generated<number>
  order_id: number
  message_key: string
  subject: string | null
  sender: 'BUYER' | 'SELLER'
  member_id: string | null
  member_name: string | null
  body: string
  sent_at: Date
}

export interface ConversationsTable {
  seller_id: number
  id: Generated<number>
  order_id: number
  order_number: string
  buyer_username: string
  last_id: number
  last_at: Date
  last_buyer_id: Generated<number>
  asked_at: Date | null
  read_id: Generated<number>
  settled_id: Generated<number>
  is_unread: GeneratedAlways<boolean>
  awaiting_since: GeneratedAlways<Date | null>
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

export interface ChangesTable {
  seller_id: number
  kind: 'ORDER' | 'LISTING' | 'PARCEL' | 'REFUND' | 'CASE' | 'DECISION' | 'MESSAGE' | 'FEEDBACK'
  subject_id: number
  place: number | null
  former: JSONColumnType<{ key: string; order: number }> | null
  changed_at: Generated<Date>
}

export interface ChangePlacesTable {
  seller_id: number
  last: Generated<number>
}

/** What others are told of. */
export interface EventsTable {
  seller_id: number
  id: Generated<number>
  event_key: Generated<string>
  type: string
  happened_at: Date
  order_id: number | null
  listing_id: number | null
  subject: string | null
  place: number | null
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

export interface FetchedPicturesTable {
  seller_id: number
  address_hash: string
  hash: string
}

export interface HubSettingsTable {
  key: string
  value: string
}

export interface CreditNotesTable {
  seller_id: number
  number: number
  previous: GeneratedAlways<number | null>
  invoice: number
  order_id: number
  refund_id: number
  issued_at: Date
  issued_by: string
  contents: JSONColumnType<object>
}

export interface InvoicesTable {
  seller_id: number
  number: number
  previous: GeneratedAlways<number | null>
  order_id: number
  issued_at: Date
  issued_by: string
  contents: JSONColumnType<object>
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
  holds_stock: Generated<boolean>
  held_quantity: GeneratedAlways<number>
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
  end_reason: 'SOLD_OUT' | 'SELLER' | 'EXPIRED' | 'OUT_OF_STOCK' | 'POLICY' | null
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
  on_hand: Generated<number>
  reserved: Generated<number>
  buffer: Generated<number>
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

export interface ListingTrafficTable {
  seller_id: number
  listing_id: number
  /** As `pg` reads a date: midnight of the process's zone. */
  day: Date
  impressions: number
  views: number
  watchers: number
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

export interface MerchantLocationsTable {
  seller_id: number
  location_key: string
  is_enabled: Generated<boolean>
  details: JSONColumnType<Record<string, unknown>>
  created_at: Generated<Date>
}

export interface MessagePicturesTable {
  seller_id: number
  message_id: number
  position: number
  hash: string
}

export interface MessageTemplatesTable {
  seller_id: number
  id: Generated<string>
  name: string
  body: string
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

export interface OrderEventsTable {
  seller_id: number
  id: Generated<number>
  order_id: number
  happened_at: Date
  actor: 'MEMBER' | 'TOOL' | 'BUYER' | 'MARKETPLACE' | 'HUB'
  member_id: string | null
  member_name: string | null
  kind: string
  subject: string
  before: JSONColumnType<object> | null
  after: JSONColumnType<object> | null
  request_key: string | null
}

export interface OrderNotesTable {
  seller_id: number
  order_id: number
  note: string
  written_by: string
  written_at: Date
}

export interface OrderSearchTable {
  seller_id: number
  order_id: number
  terms: string
  personal: string
}

export interface OrderTagsTable {
  seller_id: number
  order_id: number
  tag: string
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
  ship_rule: 'HANDLING_TIME' | 'IMPORTED' | null
  ship_calendar: number | null
  ship_handling_days: number | null
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
  pushed_as: string | null
}

export interface PackEventsTable {
  seller_id: number
  id: string
  order_id: number
  line_item_id: number
  change: 1 | -1
  packed_by: string
  packed_at: Date
  received_at: Date
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
  external_id: string | null
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

export interface PrintRunsTable {
  seller_id: number
  id: string
  document: 'slip' | 'pick-list' | 'label' | 'invoice' | 'credit-note'
  printed_by: string
  printed_at: Date
  label_format: string | null
  labels_used: Generated<number>
}

export interface PrintSettingsTable {
  seller_id: number
  sender: Generated<string>
  slip_text: Generated<string>
  paper: 'A4' | 'LETTER'
  label_format: string
  invoice_prefix: Generated<string>
  tax_number: Generated<string>
  invoice_text: Generated<string>
}

export interface PrintedOrdersTable {
  seller_id: number
  run_id: string
  position: number
  order_id: number
  document: 'slip' | 'pick-list' | 'label' | 'invoice' | 'credit-note'
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
  refunded_at: Date | null
  refund_key: Generated<string>
  requested_at: Date | null
  round: Generated<number>
  asked: Generated<number>
  ask_at: Date | null
  refusal: 'DECLINED' | 'TOO_OLD' | null
}

export interface RefundPartsTable {
  seller_id: number
  refund_id: number
  position: number
  line_item_id: number | null
  kind: 'ITEM' | 'SHIPPING' | 'TAX'
  amount_minor: number
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
  holiday_region: string | null
  holidays: Generated<string[]>
  holidays_until: number | null
  days_off: Generated<string[]>
  calendar_version: Generated<number>
  suspended_at: Date | null
  level: 'TOP_RATED' | 'ABOVE_STANDARD' | 'BELOW_STANDARD' | null
}

export interface ShipCalendarsTable {
  seller_id: number
  version: number
  made_at: Generated<Date>
  time_zone: string
  handling_days: number
  cutoff_time: string
  working_days: number[]
  holidays: string[]
  days_off: string[]
}

export interface StockMovementsTable {
  seller_id: number
  id: Generated<number>
  listing_id: number
  moved_at: Generated<Date>
  kind: GeneratedAlways<string>
  on_hand_change: number
  reserved_change: number
  on_hand: number
  reserved: number
  order_id: number | null
}

export interface TaskMailChoicesTable {
  seller_id: number
  member_id: string
  morning: boolean
  warn_24: boolean
  warn_4: boolean
}

export interface TaskMailsTable {
  seller_id: number
  member_id: string
  about: string
  claimed_at: Date
  sent_at: Date | null
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
  parcel_key: Generated<string>
  member_id: string | null
  member_name: string | null
  recorded_at: Date | null
}

export interface TrackingUploadRowsTable {
  seller_id: number
  upload_id: string
  row: number
  fields: string[]
  order_number: string | null
  verdict: 'CHANGE' | 'SAME' | 'PROBLEM' | 'DONE' | 'REFUSED'
  parcel_key: string | null
  wish: JSONColumnType<object> | null
  problem: JSONColumnType<object> | null
  waits_in: GeneratedAlways<string | null>
}

export interface TrackingUploadsTable {
  seller_id: number
  id: Generated<string>
  member_id: string
  member_name: string
  file_name: string
  form: JSONColumnType<object>
  state: Generated<'UNREAD' | 'CHECKED' | 'RUNNING' | 'STOPPED' | 'DONE'>
  made_at: Date
  worked_at: Date
}

export interface ToolOffersTable {
  seller_id: number
  listing_id: number
  location_key: string | null
  item_description: string | null
}

export interface TrackingColumnsTable {
  seller_id: number
  header: string
  columns: JSONColumnType<object>
  chosen_at: Date
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

export interface UndosTable {
  seller_id: number
  id: Generated<string>
  member_id: string
  kind: string
  step: string
  said: JSONColumnType<Record<string, string | number>>
  inverse: JSONColumnType<object>
  made_at: Date
}

export interface VerificationsTable {
  id: string
  identifier: string
  value: string
  expires_at: Date
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface WebhookDeliveriesTable {
  id: Generated<number>
  delivery_key: Generated<string>
  endpoint_id: string
  seller_id: number | null
  event_id: number | null
  event_key: string
  type: string
  entity: string
  state: Generated<'WAITING' | 'DELIVERED' | 'PARKED'>
  attempts: Generated<number>
  made_at: Date
  due_at: Date
  give_up_at: Date
  body: string | null
  tried_at: Date | null
  answer_status: number | null
  answer_text: string | null
  failure: string | null
  took_ms: number | null
}

export interface WebhookEndpointsTable {
  id: Generated<string>
  seller_id: number | null
  url: string
  types: string[] | null
  secret: string
  former_secret: string | null
  former_until: Date | null
  made_by: string
  made_at: Date
  paused_at: Date | null
}

/** All tables of the hub, for Kysely. */
export interface Schema {
  addresses: AddressesTable
  api_answers: ApiAnswersTable
  api_keys: ApiKeysTable
  bins: BinsTable
  buyers: BuyersTable
  cancellations: CancellationsTable
  case_photos: CasePhotosTable
  case_rules: CaseRulesTable
  cases: CasesTable
  change_places: ChangePlacesTable
  changes: ChangesTable
  conversation_messages: ConversationMessagesTable
  conversations: ConversationsTable
  credentials: CredentialsTable
  events: EventsTable
  feedback: FeedbackTable
  feedback_weeks: FeedbackWeeksTable
  fetched_pictures: FetchedPicturesTable
  hub_settings: HubSettingsTable
  credit_notes: CreditNotesTable
  invoices: InvoicesTable
  line_items: LineItemsTable
  listing_counts: ListingCountsTable
  listing_search: ListingSearchTable
  listing_pictures: ListingPicturesTable
  listing_contents: ListingContentsTable
  listing_drafts: ListingDraftsTable
  listing_policies: ListingPoliciesTable
  listing_traffic: ListingTrafficTable
  listing_variations: ListingVariationsTable
  listings: ListingsTable
  member_messages: MemberMessagesTable
  members: MembersTable
  memberships: MembershipsTable
  merchant_locations: MerchantLocationsTable
  message_pictures: MessagePicturesTable
  message_templates: MessageTemplatesTable
  messages: MessagesTable
  order_counts: OrderCountsTable
  order_events: OrderEventsTable
  order_notes: OrderNotesTable
  order_search: OrderSearchTable
  order_tags: OrderTagsTable
  orders: OrdersTable
  pack_events: PackEventsTable
  page_loads: PageLoadsTable
  payments: PaymentsTable
  picture_removals: PictureRemovalsTable
  pictures: PicturesTable
  print_runs: PrintRunsTable
  print_settings: PrintSettingsTable
  printed_orders: PrintedOrdersTable
  products: ProductsTable
  rate_limits: RateLimitsTable
  refund_parts: RefundPartsTable
  refunds: RefundsTable
  sales_hours: SalesHoursTable
  saved_views: SavedViewsTable
  seller_policies: SellerPoliciesTable
  sellers: SellersTable
  sessions: SessionsTable
  ship_calendars: ShipCalendarsTable
  stock_movements: StockMovementsTable
  task_mail_choices: TaskMailChoicesTable
  task_mails: TaskMailsTable
  shipment_lines: ShipmentLinesTable
  shipments: ShipmentsTable
  tool_offers: ToolOffersTable
  tracking_columns: TrackingColumnsTable
  tracking_upload_rows: TrackingUploadRowsTable
  tracking_uploads: TrackingUploadsTable
  two_factors: TwoFactorsTable
  undos: UndosTable
  verifications: VerificationsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_endpoints: WebhookEndpointsTable
}

/** A row as it is read from a table: `Row<'orders'>`. */
export type Row<T extends keyof Schema> = Selectable<Schema[T]>
/** A row as it is written to a table; columns with a default may be left out. */
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>
