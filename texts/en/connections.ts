/** Shops that connectors join to the hub, for the operator. */
export const connections = {
  'connections.intro':
    'Connectors report here after each round. What they could not send is listed with the reason, and is sent again when you ask for it.',
  'connections.none': 'No shop is connected',
  'connections.none.hint':
    'A connector brings listings and orders of a shop such as Vendure or Medusa to this hub, and takes parcels and refunds back. The guide docs/connect.md, section 11, shows how to run one. It then appears here.',
  'connections.reference': 'What a connector reports',
  'connections.state':
    '{state, select, working {Working} starting {First round under way} behind {Behind} failing {Not working} other {Not heard from since {at}}}',
  'connections.never': 'never',
  'connections.connector': 'Connector',
  'connections.kit': 'kit {version}',
  'connections.reportedAt': 'Last report',
  'connections.shopReadAt': 'Shop read',
  'connections.hubReadAt': 'Hub read',
  'connections.unread': 'Events to read',
  'connections.listings': 'Listings sent',
  'connections.orders': 'Orders sent',
  'connections.told': 'Sent to the shop',
  'connections.waiting': 'Waiting',
  'connections.refused': 'Refused',
  'connections.offers': 'Best offer',
  'connections.offers.none': 'Hidden from sellers: this shop takes no offers',
  'connections.notSent': 'Not sent',
  'connections.newest': 'The newest {n, number} of {all, number}',
  'connections.what': 'Details',
  'connections.seller': 'Seller',
  'connections.where': 'Direction',
  'connections.why':
    '{code, select, draft {It is a draft: {detail}} invalid_body {The hub does not take it: {detail}} looks_like_another {The hub has {items} with the same {by, select, title {title} other {{by}}}. Say with the command match whether it is the same.} mapping_fails {The connector cannot read it, so it was not sent. {name} is {shop}: {detail} ({by}). Correct it in the shop, or the connector, and send it again.} does_not_add_up {It adds up to {hub}, and the shop says {shop}.} costs_otherwise {In the hub it costs {hub}.} edited {It was edited in the shop. Of an order that it has, the hub takes another address, payment, quantities and cancellations only.} edit_differs {It was edited, and costs {hub} in the hub, and {shop} in the shop.} edit_owes {It was edited, and costs {hub} in the hub, and {shop} in the shop. Pay {amount} back in the shop. {detail}} nothing_left {Everything was taken away, and it still costs {shop} in the shop.} refund_pending {It was edited, and its refund waits in the shop: settle it there.} gone {{n} products are gone from the shop at once. Send it again to end it in the hub.} parcel_taken_back {The seller took this parcel back in the hub. Remove it in the shop, then send this again.} handover_taken_back {The seller took this handover back in the hub. Remove it in the shop, then send this again.} parcel_stays {The seller took this parcel back in the hub. The shop cancels no parcel that was shipped: note it there, then send this again.} handover_stays {The seller took this handover back in the hub. The shop reopens no completed order: note it there, then send this again.} refund_elsewhere {It was paid another way in the hub. Note it in the shop without paying it, then send this again.} cancellation_elsewhere {Its refund was paid another way in the hub. Cancel it in the shop without paying it, then send this again.} no_order {The shop has no such order.} no_product {The shop has no such product or variant.} no_payment {The order has no payment in the shop that covers this amount.} not_counted {The shop keeps no stock of this variant.} several_items {The variant consists of several inventory items.} no_location {The inventory item is at no location.} no_such_listing {The seller has no such listing.} no_such_variation {The listing has no such variation.} not_on_offer {The listing is not on sale.} not_enough_stock {There is not enough stock for the order.} id_taken {Another order has this id.} seller_suspended {The seller is suspended.} wrong_currency {The currency does not match: {detail}} wrong_amount {The amount is not allowed: {detail}} not_possible_now {That is not possible now: {detail}} not_found {The hub does not have it.} too_large {It is too long.} hub_away {The hub does not answer the connector.} shop_away {The shop cannot be reached.} shop_fails {The shop does not answer as expected: {detail}} unauthorized {The connector’s key is missing, expired or revoked.} missing_scope {The connector’s key may not do this: {detail}} other {}}',
  'connections.rule':
    '{rule, select, titleMissing {The title is missing.} titleLong {The title has more than {max} characters.} skuLong {The SKU has more than {max} characters.} skuTaken {Another listing on sale has the SKU {sku}.} skuCharacters {The SKU has characters that are not allowed.} skuTwice {Two variations have the same SKU: {name}.} categoryMissing {The category is missing or does not exist.} pictureMissing {There is no picture.} picturesMany {There are more than {max} pictures.} priceMissing {The price is missing.} quantityMissing {There is nothing to sell: the quantity is 0.} conditionMissing {The condition is missing.} policyMissing {{kind, select, FULFILMENT {The shipping policy is missing.} PAYMENT {The payment policy is missing.} other {The return policy is missing.}}} policyGone {The policy does not exist.} aspectMissing {The category requires the aspect {name}.} descriptionLong {The description has more than {max} characters.} rowPrice {The variation {name} has no price.} rowQuantity {The variation {name} has no quantity.} rowsMissing {There are no variations.} rowsMany {There are more than {max} variations.} axisTwice {An axis of the variations is named twice.} axisNameMissing {An axis of the variations has no name.} rowsSoldOut {All variations are sold out.} hsCode {The HS code is not valid.} originCountry {The country of origin is not valid.} customsDescription {The description for customs is too long.} customsValue {The value for customs must be more than 0.} customsWithoutSku {Customs details need a SKU.} handlingMissing {The handling time is missing.} autoAccept {The price from which offers are accepted must be below the price.} minimumOffer {The price below which offers are declined must be below the price.} titleSold {The title cannot be changed: the listing has been sold from.} stockOfKit {It is a kit: what is left follows from its parts.} stockOfShop {The shop counts the stock of this seller.} categoryUnknown {The category {name} is not in the category map.} policyUnknown {The seller has no policy of the name {name}.} other {}}',
  'connections.since': 'Since',
  'connections.action': 'Action',
  'connections.direction': '{direction, select, TO_HUB {To the hub} other {To the shop}}',
  'connections.item':
    '{kind, select, LISTING {Listing {id}} ORDER {Order {id}} PARCEL {Parcel {id}} REFUND {Refund {id}} CANCELLATION {Cancellation {id}} HAND_OVER {Handover {id}} OFFER {Offer {id}} QUESTION {Answer {id}} SALE {Sale of listing {id}} other {Stock {id}}}',
  'connections.itemOf':
    '{kind, select, PARCEL {Parcel of order {id}} REFUND {Refund of order {id}} CANCELLATION {Cancellation of order {id}} HAND_OVER {Handover of order {id}} OFFER {Offer for listing {id}} QUESTION {Answer for listing {id}} SALE {Sale of listing {id}} other {Stock of listing {id}}}',
  'connections.send': 'Send again',
  'connections.send.item': 'Send again: {name}',
  'connections.sendAll': 'Send all again',
  'connections.sendAll.of': 'Send all again: {name}',
  'connections.asked': 'Will be sent again',
  'connections.allAsked': 'All will be sent again',
  'connections.remove.name': 'Remove {name}',
  'connections.done.asked': 'The connector sends it again with its next report.',
  'connections.done.removed': 'Removed. It returns if its connector reports again.',
}
