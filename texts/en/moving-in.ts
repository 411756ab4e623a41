/** Texts of the area "moving-in": orders, listings and costs of another marketplace, by its reports. */
export const movingIn = {
  'movingIn.takeAll': 'Import {n, plural, one {# file} other {# files}}',
  'movingIn.reports.report': 'Report',
  'movingIn.reports.becomes': 'Imported as',
  'movingIn.reports.anywhere': 'Your own spreadsheet',
  'movingIn.reports.name':
    '{id, select, ebayOrders {Orders report: Seller Hub › Reports} ebayListings {Active listings: Seller Hub › Reports} shopifyOrders {Orders › Export, all columns} shopifyProducts {Products › Export} etsyItems {Sold order items: Settings › Options › Download data} wooProducts {Products › Export} amazonOrders {All orders: Reports › Fulfilment} amazonListings {Active listings: Inventory reports} orders {Order number, order date, item title and price; more columns if you have them} costs {SKU and unit cost} prices {Item number or SKU, with price, quantity or other details} tracking {Order number and tracking number, from a carrier or label program} report {Transactions or payouts of eBay, Amazon, Shopify, Stripe, PayPal or Etsy} other {SKU or GTIN and how many, or the codes of a scanner}}',
  'movingIn.reports.kind':
    '{kind, select, orders {Finished orders, in your sales and lists} listings {Drafts, for you to complete and publish} costs {Unit costs, for your profit} prices {Changes of your listings} tracking {Shipped orders} report {A comparison with your books} other {A stock count}}',
  'movingIn.steps': 'What happens',
  'movingIn.step':
    '{step, select, check {Each file is recognized by its columns and checked. Nothing is imported yet.} review {You see what is new, what has a problem and what is already here. If a column was misread, you correct it.} other {You import the files: listings first, then costs, then orders. Messages says when a file is imported.}}',
  'movingIn.steps.note':
    'Imported orders take no stock, and no mail, fee or payout follows. A file that you send again imports nothing twice.',
  'movingIn.state':
    '{state, select, UNSORTED {Say what it is} CREATED {To be checked} QUEUED {Waiting} CHECKING {Being checked} RUNNING {Importing} DONE {Done} DONE_WITH_ERRORS {Done with errors} FAILED {Failed} other {Cancelled}}',
  'movingIn.found':
    '{kind, select, orders {{fresh, plural, one {# new order} other {# new orders}}} costs {{fresh, plural, one {# new cost} other {# new costs}}} other {{fresh, plural, one {# change} other {# changes}}}}{problems, plural, =0 {} one {, # problem} other {, # problems}}{same, plural, =0 {} other {, # already here}}{left, plural, =0 {} other {, # left out}}',
  'movingIn.taken':
    '{kind, select, orders {{done, plural, one {# order} other {# orders}}} costs {{done, plural, one {# cost} other {# costs}}} other {{done, plural, one {# row} other {# rows}}}}{errors, plural, =0 {} one {, # problem} other {, # problems}}{same, plural, =0 {} other {, # already here}}{left, plural, =0 {} other {, # left out}}',
  'movingIn.read':
    '{n, plural, one {# row} other {# rows}} of {run, select, orders {orders} other {unit costs}}{dialect, select, ebayOrders {, eBay orders report} shopifyOrders {, Shopify orders export} etsyItems {, Etsy sold order items} amazonOrders {, Amazon orders report} wooOrders {, WooCommerce orders export} other {}}.',
  'movingIn.coverage':
    '{all, plural, one {# {run, select, orders {order} other {cost}} was read} other {# {run, select, orders {orders} other {costs}} were read}}: {taken} to import or imported{problems, plural, =0 {} one {, # with a problem} other {, # with problems}}{same, plural, =0 {} other {, # already here}}{left, plural, =0 {} other {, # left out}}.',
  'movingIn.question':
    '{about, select, shipped {The file does not say which orders are shipped. Are all of them?} price {Is a price that of one item, or of all items in its row?} shipping {Shipping and tax stand on several rows of an order. Are they those of the order, or of each row?} discount {A discount stands on several rows of an order. Is it that of the order, or of each row?} other {Is tax part of the prices, or added to them?}}',
  'movingIn.answer':
    '{answer, select, shipped_YES {Yes, all: import them as shipped} shipped_NO {No, not all: leave them out until the file says which} price_UNIT {Of one item} price_LINE {Of all items in the row} shipping_ORDER {Of the order, repeated on its rows} shipping_ROW {Of each row, to be added up} discount_ORDER {Of the order, repeated on its rows} discount_ROW {Of each row, to be added up} tax_ADDED {Added to the prices} other {Part of the prices}}',
  'movingIn.question.example': '{name}: {items}, in all {total}',
  'movingIn.need': 'Choose the columns for: {columns}.',
  'movingIn.head': '{run, select, orders {Order} other {SKU}}',
  'movingIn.nameless': 'No name',
  'movingIn.tab': '{tab, select, done {Imported} new {New} problems {Problems} same {Already here} other {Left out}}',
  'movingIn.take':
    '{run, select, orders {Import {n, plural, one {# order} other {# orders}}} other {Enter {n, plural, one {# cost} other {# costs}}}}',
  'movingIn.progress':
    '{state, select, QUEUED {Waiting: } CANCELLED {Cancelled: } FAILED {Failed: } other {}}{run, select, orders {{done} of {all} orders imported.} other {{done} of {all} costs imported.}}',
  'movingIn.summary.order': '{units, plural, one {# item} other {# items}}, {money}, {day}',
  'movingIn.summary.cost': '{money} from {day}',
  'movingIn.summary.purchase': '{units, plural, one {# item} other {# items}} at {money}, {day}',
  'movingIn.column.orders':
    '{kind, select, order {Order number} placed {Order date} paid {Payment date} shipped {Shipping date} cancelled {Cancellation date} payment {Payment status} fulfilment {Shipping status} total {Total of the order} shipping {Shipping costs} shippingTax {Tax on shipping} shippingDiscount {Discount of shipping} giftWrap {Gift wrap} giftWrapTax {Tax on gift wrap} tax {Tax} discount {Discount of the order} refunded {Refunded amount} currency {Currency} buyer {Buyer’s user name} buyerName {Buyer’s name} email {Buyer’s email} note {Buyer’s note} service {Shipping service} delivery {Delivery method} tracking {Tracking number} name {Recipient} lastName {Recipient’s last name} company {Company} line1 {Address} line2 {Address, second line} city {City} region {State or region} postcode {Postcode} country {Country} phone {Phone} title {Item title} sku {SKU} quantity {Quantity} price {Price} lineTotal {Price of all items} needsShipping {Requires shipping} other {Discount of the item}}',
  'movingIn.column.costs':
    '{kind, select, sku {SKU} cost {Unit cost} quantity {Quantity bought} date {Date} other {Currency}}',
  'movingIn.problem.orders':
    '{rule, select, shortened {A spreadsheet kept only its first digits. Enter the whole number.} broken {The line cannot be read: a quotation mark is missing or out of place.} noOrder {The row has no order number.} longOrder {An order number has at most 64 characters.} placed {The order needs a day in the past.} day {Enter a day in the past.} amount {Enter an amount with no more decimals than its currency has.} quantity {Enter a whole number.} title {The row has no item.} total {Items, shipping, tax and discount do not add up to the total.} refunded {More was refunded than the order cost.} currency {Enter a currency such as EUR.} reading {The file does not say how this amount is meant. Answer the question above.} empty {Cancelled before anything was sold, so there is nothing to import.} note {This line has no order: it is a total or a note.} open {Still open. Finish it where it was bought, then upload the file again.} shipped {The file does not say whether it is shipped. Answer the question above.} twice {Rows of this order stand in several places. Sort the file by order number.} taken {Another order has this number.} other {The order could not be taken. The error was recorded.}}',
  'movingIn.problem.costs':
    '{rule, select, shortened {A spreadsheet kept only its first digits. Enter the whole number.} note {This line has no SKU: it is a total or a note.} sku {A SKU has 1 to 50 characters.} cost {Enter an amount with no more decimals than its currency has.} quantity {Enter a whole number, or nothing.} date {Enter a day that is not in the future.} dateless {A quantity bought needs the day of the purchase.} currency {Enter a currency such as EUR.} twice {An earlier line says the same.} other {The line cannot be read: a quotation mark is missing or out of place.}}',
}
