import { finishedOrder } from '#features/orders/order-intake/finished-order.ts'
import { sumsOf } from '#features/orders/order-intake/order-sums.ts'
import { openTable, sampleColumns, tableRecords } from '#lib/table-file.ts'
import { findOrderColumns, namedOrderColumns } from './order-columns.ts'
import type { OrderReading, OrderRecord } from './order-record.ts'
import { createOrderReader } from './read-orders.ts'

const reading: OrderReading = {
  source: 'ebay',
  currency: 'GBP',
  zone: 'Europe/London',
  now: new Date('2026-11-20T12:00:00Z'),
}

/** Reads a file as an upload does: opens it, finds its columns, and reads its orders, of all lines or of those from one on. */
export async function readOrderFile(text: string, more: Partial<OrderReading> = {}, from = 1): Promise<OrderRecord[]> {
  const bytes = new TextEncoder().encode(text)
  const opened = await openTable(bytes, namedOrderColumns)
  if (!opened.ok) throw new Error(opened.reason)
  const { file } = opened
  const columns = findOrderColumns(sampleColumns(file), 'GBP')
  const reader = createOrderReader({ columns, header: file.header, sample: file.sample }, { ...reading, ...more })
  const found: OrderRecord[] = []
  for await (const records of tableRecords([bytes], file))
    found.push(...reader.read(records.filter(({ line }) => line >= from)))
  return [...found, ...reader.end()]
}

/** Records in short: line and number, then units and total, or what is wrong. */
export const inShort = (records: readonly OrderRecord[]) =>
  records.map(({ line, number, order, problems }) => {
    const sums = order && sumsOf(finishedOrder(order))
    return [line, number, ...(sums ? [sums.units, sums.totalMinor] : problems.map(({ rule }) => rule))]
  })

/** An order of one item, and one of two with a row of its own; then an open one, and the program's footer. */
export const ebayOrders = [
  '',
  'Sales Record Number,Order Number,Buyer Username,Buyer Name,Buyer Email,Buyer Note,Ship To Name,Ship To Phone,Ship To Address 1,Ship To Address 2,Ship To City,Ship To State,Ship To Zip,Ship To Country,Item Number,Item Title,Custom Label,Quantity,Sold For,Shipping And Handling,Seller Collected Tax,eBay Collected Tax,Total Price,Payment Method,Sale Date,Paid On Date,Shipped On Date,Shipping Service,Tracking Number',
  ',,,,,,,,,,,,,,,,,,,,,,,,,,,,',
  '101,12-00001-00001,anna,Anna Example,anna@example.com,Ring twice,Anna Example,020 7946 0001,1 High Street,Flat 2,London,,SE1 1AA,United Kingdom,398160795273,"Leica M3, 1957",M3-57,1,"£1,249.00",£9.50,£0.00,,"£1,258.50",PayPal,Jul-21-25,Jul-21-25,Jul-22-25,Royal Mail Tracked,AB123456789GB',
  '102,12-00002-00002,bob,Bob Example,bob@example.com,,Bob Example,,2 Low Street,,Paris,,75001,France,,,,3,,£6.00,£0.00,,£66.00,PayPal,Jul-23-25,Jul-23-25,Jul-24-25,,',
  '102,12-00002-00002,bob,,,,,,,,,,,,398160795274,Strap,S-R,2,£20.00,,,,,,Jul-23-25,Jul-23-25,Jul-24-25,,',
  '102,12-00002-00002,bob,,,,,,,,,,,,398160795275,Cap,,1,£20.00,,,,,,Jul-23-25,Jul-23-25,Jul-24-25,,',
  '103,12-00003-00003,cleo,Cleo Example,,,Cleo Example,,3 Mid Street,,Rome,,00100,Italy,398160795275,Cap,,1,£20.00,£0.00,£0.00,,£20.00,PayPal,Jul-25-25,Jul-25-25,,,',
  '4 record(s) downloaded,,,,,,,,,,,,,,,,,,,,,,,,,,,,',
  'Seller ID : harbour,,,,,,,,,,,,,,,,,,,,,,,,,,,,',
].join('\r\n')

/** Two items with a discount, tax in their prices, refunded in part; then a cancelled order. */
export const shopifyOrders = [
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,Cancelled at,Refunded Amount,Lineitem discount',
  "#1001,dan@example.com,partially_refunded,2025-08-01 10:00:10 -0400,fulfilled,2025-08-02 09:00:00 -0400,USD,36.00,5.00,6.00,41.00,SUMMER,4.00,Standard,2025-08-01 10:00:00 -0400,2,Mug - Blue,15.00,MUG-B,Dan Example,4 Main St,Boston,'02108,US,,10.00,0.00",
  '#1001,dan@example.com,,,,,,,,,,,,,2025-08-01 10:00:00 -0400,1,Spoon,10.00,,,,,,,,,0.00',
  '#1002,eve@example.com,voided,,unfulfilled,,USD,15.00,0.00,0.00,15.00,,0.00,Standard,2025-08-03 10:00:00 -0400,1,Mug - Blue,15.00,MUG-B,Eve Example,5 Main St,Boston,02108,US,2025-08-04 10:00:00 -0400,0.00,0.00',
].join('\n')

/** Two items of one order, each with the order's shipping. */
export const etsyItems = [
  'Sale Date,Item Name,Buyer,Quantity,Price,Coupon Code,Coupon Details,Discount Amount,Shipping Discount,Order Shipping,Order Sales Tax,Item Total,Currency,Transaction ID,Listing ID,Date Paid,Date Shipped,Ship Name,Ship Address1,Ship Address2,Ship City,Ship State,Ship Zipcode,Ship Country,Order ID,Variations,SKU',
  '03/04/25,Print A,Fay Example (fay),2,12.00,,,2.00,0,4.00,0,24.00,GBP,7001,801,03/04/25,03/05/25,Fay Example,6 Art Road,,Leeds,,LS1 1AA,United Kingdom,900001,,P-A',
  '03/04/25,Print B,Fay Example (fay),1,8.00,,,0,0,4.00,0,8.00,GBP,7002,802,03/04/25,03/05/25,Fay Example,6 Art Road,,Leeds,,LS1 1AA,United Kingdom,900001,,P-B',
].join('\n')

/** Two of one item, an order of two items, and a cancelled one that Amazon writes without units and prices. */
export const amazonOrders = [
  'amazon-order-id\tpurchase-date\torder-status\tsales-channel\tship-service-level\tproduct-name\tsku\tquantity\tcurrency\titem-price\titem-tax\tshipping-price\tshipping-tax\tgift-wrap-price\titem-promotion-discount\tship-promotion-discount\tship-city\tship-postal-code\tship-country',
  '302-5550001-0000001\t2025-10-02T14:42:00+00:00\tShipped\tAmazon.co.uk\tStandard\tBread tin\tTIN-2\t2\tGBP\t42.00\t7.00\t5.99\t1.00\t\t\t\tLeeds\tLS1 1AA\tGB',
  '302-5550001-0000002\t2025-10-03T09:15:00+00:00\tShipped\tAmazon.co.uk\tStandard\tTea towel\tTOW-1\t3\tGBP\t27.00\t4.50\t2.00\t\t\t1.00\t1.00\tYork\tYO1 1AA\tGB',
  '302-5550001-0000002\t2025-10-03T09:15:00+00:00\tShipped\tAmazon.co.uk\tStandard\tPeg\tPEG\t1\tGBP\t5.00\t0.83\t\t\t1.00\t\t\tYork\tYO1 1AA\tGB',
  '302-5550001-0000003\t2025-10-03T10:15:00+00:00\tCancelled\tAmazon.co.uk\tStandard\tTea towel\tTOW-1\t0\tGBP\t\t\t\t\t\t\t\tYork\tYO1 1AA\tGB',
].join('\n')
