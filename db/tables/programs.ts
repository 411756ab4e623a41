import type { Generated, JSONColumnType } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface ProgramTables {
  api_keys: {
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
  api_answers: {
    key_id: string
    request_key: string
    fingerprint: string
    claimed_at: Date
    status: number | null
    headers: JSONColumnType<Record<string, string>> | null
    body: string | null
    seller_id: number | null
  }
  changes: SellerRow & {
    kind:
      | 'ORDER'
      | 'LISTING'
      | 'PARCEL'
      | 'REFUND'
      | 'CASE'
      | 'DECISION'
      | 'MESSAGE'
      | 'QUESTION'
      | 'FEEDBACK'
      | 'PURCHASE'
    subject_id: number
    place: number | null
    former: JSONColumnType<{ key: string; order: number }> | null
    changed_at: Generated<Date>
  }
  change_places: SellerRow & {
    last: Generated<number>
  }
  events: NumberedRow & {
    event_key: Generated<string>
    type: string
    happened_at: Date
    order_id: number | null
    listing_id: number | null
    payout_id: number | null
    subject: string | null
    place: number | null
    placed_at: Date | null
    place_after: Date | null
  }
  webhook_endpoints: {
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
    waits_until: Date | null
  }
  webhook_deliveries: {
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
    brought_forward: Generated<number>
  }
  fetched_pictures: SellerRow & {
    address_hash: string
    hash: string
  }
  merchant_locations: SellerRow & {
    location_key: string
    is_enabled: Generated<boolean>
    details: JSONColumnType<Record<string, unknown>>
    created_at: Generated<Date>
  }
  tool_offers: SellerRow & {
    listing_id: number
    location_key: string | null
    item_description: string | null
  }
}
