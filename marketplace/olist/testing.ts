import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterTestFile } from '#db/testing-cleanup.ts'

/** Files of a small data set, with headers. */
export type SmallFiles = Record<string, string[]>

/**
 * A data set: in one order Ann bought two lamps and a chair from Sol and a cup from Lua; Bob bought a lamp from Sol,
 * not yet shipped. All rows are valid.
 */
export function smallFiles(): SmallFiles {
  return {
    product_category_name_translation: [
      '\uFEFFproduct_category_name,product_category_name_english',
      'luz,lighting',
      'moveis_casa,furniture_home',
    ],
    olist_sellers_dataset: [
      'seller_id,seller_zip_code_prefix,seller_city,seller_state',
      'sol00000aaaa,01001,São Paulo / sp,SP',
      'lua00000bbbb,20001,rio de janeiro,RJ',
    ],
    olist_products_dataset: [
      'product_id,product_category_name,product_weight_g',
      'lamp0000aaaa,luz,500',
      'chair000aaaa,moveis_casa,',
      'cup00000aaaa,,120',
    ],
    olist_customers_dataset: [
      'customer_id,customer_unique_id,customer_zip_code_prefix,customer_city,customer_state',
      'c1,ann00000aaaa,14409,franca,SP',
      'c2,bob00000aaaa,88056,florianopolis,SC',
    ],
    olist_orders_dataset: [
      'order_id,customer_id,order_status,order_purchase_timestamp,order_approved_at,order_delivered_carrier_date,order_delivered_customer_date,order_estimated_delivery_date',
      'o1,c1,delivered,2018-01-31 23:30:00,2018-02-01 08:00:00,2018-02-02 10:00:00,2018-02-05 12:00:00,2018-02-10 00:00:00',
      'o2,c2,processing,2018-07-01 12:00:00,2018-07-01 13:00:00,,,2018-07-20 00:00:00',
    ],
    olist_order_items_dataset: [
      'order_id,order_item_id,product_id,seller_id,shipping_limit_date,price,freight_value',
      'o1,1,lamp0000aaaa,sol00000aaaa,2018-02-03 00:00:00,10.00,1.01',
      'o1,2,lamp0000aaaa,sol00000aaaa,2018-02-03 00:00:00,10.00,1.02',
      'o1,3,chair000aaaa,sol00000aaaa,2018-02-04 00:00:00,50.00,5',
      'o1,4,cup00000aaaa,lua00000bbbb,2018-02-03 00:00:00,3.30,0.50',
      'o2,1,lamp0000aaaa,sol00000aaaa,2018-07-05 00:00:00,12.00,1.00',
    ],
    olist_order_payments_dataset: [
      'order_id,payment_sequential,payment_type,payment_installments,payment_value',
      'o1,1,credit_card,3,70.83',
      'o1,2,voucher,1,10.00',
      'o2,1,boleto,1,13.00',
    ],
    olist_order_reviews_dataset: [
      'review_id,order_id,review_score,review_comment_title,review_comment_message,review_creation_date,review_answer_timestamp',
      'r1,o1,5,Bom,"muito ""bom"",\nobrigada",2018-02-06 00:00:00,2018-02-07 10:00:00',
    ],
  }
}

/** Writes the files gzipped into a temporary folder, removed after the test file. */
export async function writeFiles(files: SmallFiles): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-olist-'))
  afterTestFile(() => rm(folder, { recursive: true }))
  for (const [name, lines] of Object.entries(files))
    await writeFile(path.join(folder, `${name}.csv.gz`), gzipSync(`${lines.join('\n')}\n`))
  return folder
}
