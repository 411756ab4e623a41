import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { NavigationMoments, ScriptError, TrackedAction } from '#lib/beacon.ts'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface MessageTables {
  conversations: NumberedRow & {
    order_id: number | null
    order_number: string | null
    listing_id: number | null
    buyer_id: number | null
    /** The order's number, or the key of a question. */
    thread: string
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
  conversation_messages: NumberedRow & {
    order_id: number | null
    listing_id: number | null
    buyer_id: number | null
    message_key: string
    subject: string | null
    sender: 'BUYER' | 'SELLER'
    member_id: string | null
    member_name: string | null
    body: string
    sent_at: Date
    seen_id: number | null
  }
  message_pictures: SellerRow & {
    message_id: number
    position: number
    hash: string
  }
  message_templates: SellerRow & {
    id: Generated<string>
    name: string
    body: string
  }
  listing_questions: SellerRow & {
    listing_id: number
    message_key: string
    question: string
    answer: string
    published_at: Date
  }
  messages: {
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
    seller_id: number | null
    written_by: string | null
  }
  member_messages: {
    member_id: string
    message_key: string
    views: Generated<number>
    last_shown_at: Date | null
    dismissals: Generated<number>
    dismissed_at: Date | null
    dismissed_for_good: Generated<boolean>
    read_at: Date | null
  }
  task_mail_choices: SellerRow & {
    member_id: string
    morning: boolean
    warn_24: boolean
    warn_4: boolean
    weekly: boolean | null
    /** LOW, GONE, BACK, DEAD, BELOW_COST; null: the role decides. */
    stock: string[] | null
    role: 'owner' | 'manager' | 'lister' | 'shipper' | 'accountant' | 'viewer' | null
  }
  task_mails: SellerRow & {
    member_id: string
    about: string
    claimed_at: Date
    sent_at: Date | null
  }
  page_loads: {
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
    seller_id: number | null
  }
}
