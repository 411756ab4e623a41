import type { Generated } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface PriceRuleTables {
  price_rules: SellerRow & {
    /** The listing's. */
    id: number
    item_number: string
    state: Generated<'ON' | 'PAUSED'>
    currency: string
    basis: 'MEDIAN' | 'AVERAGE'
    offset_percent: number
    floor_minor: number | null
    margin_percent: number | null
    ceiling_minor: number | null
    ending: Generated<'NONE' | 'WHOLE' | '95' | '99'>
    most_changes: number
    most_percent: number
    made_by: string
    made_at: Date
  }
  price_rule_changes: NumberedRow & {
    change_key: string
    listing_id: number
    changed_at: Date
    day: string
    nth: number
    currency: string
    before_minor: number
    after_minor: number
    basis: 'MEDIAN' | 'AVERAGE'
    sales: number
    evidence_minor: number
    offset_percent: number
    target_minor: number
    floor_minor: number
    ceiling_minor: number | null
    day_minor: number
    most_changes: number
    most_percent: number
    undone_at: Date | null
    undone_by: string | null
  }
}
