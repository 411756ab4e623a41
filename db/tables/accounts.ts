import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { SellerRow } from './rows.ts'

export interface AccountTables {
  sellers: {
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
    feedback_before: Generated<number>
    handling_days: Generated<number>
    cutoff_time: Generated<string>
    working_days: Generated<number[]>
    holiday_region: string | null
    holidays: Generated<string[]>
    holidays_until: number | null
    days_off: Generated<string[]>
    away_from: string | null
    away_to: string | null
    away_message: Generated<string>
    away_listings: Generated<'STAY' | 'PAUSE'>
    away_set_at: Date | null
    away_days: Generated<string[]>
    calendar_version: Generated<number>
    suspended_at: Date | null
    /** The side that counts the stock; null if both may change it. */
    stock_owner: 'HUB' | 'SHOP' | null
    price_rules_stopped_at: Date | null
    level: 'TOP_RATED' | 'ABOVE_STANDARD' | 'BELOW_STANDARD' | null
  }
  seller_names: SellerRow & {
    username: string
    display_name: string
    external_id: string | null
    products_copied_at: Date | null
    market_filled_at: Date | null
  }
  members: {
    id: string
    name: string
    email: string
    email_verified: Generated<boolean>
    image: string | null
    two_factor_enabled: Generated<boolean>
    is_operator: Generated<boolean>
    preferences: JSONColumnType<Record<string, unknown>, string | undefined>
    previous_tool_since: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  memberships: SellerRow & {
    member_id: string
    role: 'owner' | 'manager' | 'lister' | 'shipper' | 'accountant' | 'viewer'
    created_at: Generated<Date>
  }
  invitations: SellerRow & {
    id: Generated<string>
    token_hash: string
    role: 'owner' | 'manager' | 'lister' | 'shipper' | 'accountant' | 'viewer'
    email: string | null
    invited_by: string
    created_at: Date
    expires_at: Date
  }
  team_events: SellerRow & {
    id: GeneratedAlways<number>
    at: Generated<Date>
    kind: 'invited' | 'withdrawn' | 'joined' | 'role' | 'sessions' | 'removed' | 'left' | 'handed-over'
    actor: string | null
    subject: string | null
    role: 'owner' | 'manager' | 'lister' | 'shipper' | 'accountant' | 'viewer' | null
    role_before: 'owner' | 'manager' | 'lister' | 'shipper' | 'accountant' | 'viewer' | null
  }
  saved_views: SellerRow & {
    id: Generated<string>
    member_id: string
    resource: string
    name: string
    query: string
    shared: Generated<boolean>
    created_at: Generated<Date>
  }
  sessions: {
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
  credentials: {
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
  verifications: {
    id: string
    identifier: string
    value: string
    expires_at: Date
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  two_factors: {
    id: string
    secret: string
    backup_codes: string
    member_id: string
    verified: Generated<boolean>
    failed_verification_count: Generated<number>
    locked_until: Date | null
    judging_until: Date | null
  }
  rate_limits: {
    key: string
    count: number
    resets_at: Date
  }
  hub_settings: {
    key: string
    value: string
  }
  undos: SellerRow & {
    id: Generated<string>
    member_id: string
    kind: string
    step: string
    said: JSONColumnType<Record<string, string | number>>
    inverse: JSONColumnType<object>
    made_at: Date
  }
}
