import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { byWalk } from '#features/shipping/printing/pick-list.ts'
import type { LabelFile } from '#features/shipping/label-providers/label-provider.ts'

/** Files of the bought labels with these keys, or of these orders, in this order; each label before its customs form. */
export async function readLabelFiles(db: SellerDb, sellerId: number, keys: readonly string[]): Promise<LabelFile[]> {
  const { rows } = await sql<{ type: LabelFile['type']; content: Buffer }>`
    select f.type, f.content
    from orders o
    join labels l on l.seller_id = ${sellerId} and l.order_id = o.id and l.state = 'BOUGHT'
    join label_files f on f.seller_id = ${sellerId} and f.label_id = l.id
    where o.seller_id = ${sellerId} and (
      o.order_number = any (${[...keys]}) and l.case_id is null
      or o.id in (select k.order_id from labels k where k.seller_id = ${sellerId} and k.label_key = any (${[...keys]}))
        and l.label_key = any (${[...keys]}))
    order by coalesce(array_position(${[...keys]}, l.label_key), array_position(${[...keys]}, o.order_number)), l.id, f.part desc`.execute(
    db,
  )
  return rows
}

/** Keys of bought labels in the order in which their parcels are picked: by the first place of each. */
export async function inPickingOrder(db: SellerDb, sellerId: number, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string; bin: string | null; sku: string | null; title: string }>`
    select l.label_key as key, b.bin, n.sku, n.title
    from labels l
    join label_lines u on u.seller_id = ${sellerId} and u.label_id = l.id
    join line_items n on n.seller_id = ${sellerId} and n.id = u.line_item_id
    left join bins b on b.seller_id = ${sellerId} and b.sku = n.sku
    where l.seller_id = ${sellerId} and l.label_key = any (${[...keys]})
    order by array_position(${[...keys]}, l.label_key)`.execute(db)
  return [...new Set(rows.toSorted(byWalk).map(({ key }) => key))]
}

/** One file to print: PDF pages one after the other, or all ZPL if no label is a PDF. Null without labels. */
export async function joinLabelFiles(files: readonly LabelFile[]): Promise<LabelFile | null> {
  if (files.length === 0) return null
  const pages = files.filter(({ type }) => type === 'application/pdf')
  if (pages.length === 0)
    return { type: 'application/zpl', content: Buffer.concat(files.map(({ content }) => content)) }
  const joined = await PDFDocument.create()
  for (const { content } of pages) {
    const one = await PDFDocument.load(content)
    for (const page of await joined.copyPages(one, one.getPageIndices())) joined.addPage(page)
  }
  return { type: 'application/pdf', content: await joined.save() }
}
