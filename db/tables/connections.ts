import type { Generated, JSONColumnType } from 'kysely'

export interface ConnectionTables {
  connections: {
    name: string
    shop: string
    shop_version: string | null
    connector_version: string | null
    kit_version: string | null
    reported_at: Date
    reports_every: number
    shop_read_at: Date | null
    hub_read_at: Date | null
    events_place: number | null
    failure: string | null
    failure_why: JSONColumnType<{ code: string; params: Record<string, string | number> }> | null
    listings: number
    orders: number
    told: number
    waiting: number
    refused: number
    asked_at: Date | null
    all_asked_at: Date | null
    takes_offers: Generated<boolean>
  }
  connection_refusals: {
    connection: string
    direction: 'TO_HUB' | 'TO_SHOP'
    kind:
      | 'LISTING'
      | 'ORDER'
      | 'PARCEL'
      | 'REFUND'
      | 'STOCK'
      | 'CANCELLATION'
      | 'HAND_OVER'
      | 'OFFER'
      | 'QUESTION'
      | 'SALE'
    seller: string
    id: string
    about: string | null
    reason: string
    code: string | null
    params: JSONColumnType<Record<string, string | number>> | null
    since: Date
    asked_at: Date | null
  }
}
