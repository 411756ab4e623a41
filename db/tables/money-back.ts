import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface MoneyBackTables {
  refunds: NumberedRow & {
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
    settled: 'ELSEWHERE' | 'OTHERWISE' | null
    external_id: string | null
  }
  refund_parts: SellerRow & {
    refund_id: number
    position: number
    line_item_id: number | null
    kind: 'ITEM' | 'SHIPPING' | 'TAX'
    amount_minor: number
  }
  cancellations: NumberedRow & {
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
    units: JSONColumnType<{ line: number; units: number }[]> | null
    pushed_as: string | null
  }
  cases: NumberedRow & {
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
  case_photos: SellerRow & {
    case_id: number
    position: number
    hash: string
    alt: Generated<string>
  }
  case_rules: SellerRow & {
    accept_reasons: Generated<string[]>
    refund_up_to_minor: number | null
    label_minor: number | null
  }
  disputes: NumberedRow & {
    dispute_number: Generated<string>
    external_id: string
    order_id: number
    reason:
      | 'UNAUTHORIZED'
      | 'NOT_RECEIVED'
      | 'NOT_AS_DESCRIBED'
      | 'DUPLICATE_CHARGE'
      | 'CANCELLED'
      | 'NOT_REFUNDED'
      | 'OTHER'
    state: Generated<'ACTION_NEEDED' | 'CONTESTED' | 'ACCEPTED' | 'WON' | 'LOST'>
    currency: string
    amount_minor: number
    words: string | null
    opened_at: Date
    respond_by: Date
    respond_calendar: string | null
    answered_at: Date | null
    answered_by: string | null
    answer: string | null
    closed_at: Date | null
    fee_minor: Generated<number>
  }
  dispute_evidence: SellerRow & {
    dispute_id: number
    position: number
    hash: string
    name: string | null
  }
}
