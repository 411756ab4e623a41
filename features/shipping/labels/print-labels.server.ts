import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { byWalk } from '#features/shipping/printing/pick-list.ts'
import type { LabelFile } from '#features/shipping/label-providers/label-provider.ts'

/** Labels in one file to print: printers jam and browsers slow down with more. */
export const mostInFile = 200

export interface PrintPart {
  type: LabelFile['type']
  keys: readonly string[]
}

/** The bought labels with these keys, in this order, once for each type of their files. */
export async function readLabelTypes(
  db: SellerDb,
  sellerId: number,
  keys: readonly string[],
): Promise<{ key: string; type: LabelFile['type'] }[]> {
  const { rows } = await sql<{ key: string; type: LabelFile['type'] }>`
    select l.label_key as key, f.type
    from labels l join label_files f on f.seller_id = ${sellerId} and f.label_id = l.id
    where l.seller_id = ${sellerId} and l.label_key = any (${[...keys]}) and l.state = 'BOUGHT'
    group by l.label_key, f.type
    order by array_position(${[...keys]}, l.label_key)`.execute(db)
  return rows
}

/** Divides labels into files to print: each of one type, with at most `mostInFile` labels, PDF first. */
export function printParts(labels: readonly { key: string; type: LabelFile['type'] }[]): PrintPart[] {
  return (['application/pdf', 'application/zpl'] as const).flatMap((type) => {
    const keys = labels.flatMap((label) => (label.type === type ? label.key : []))
    return Array.from({ length: Math.ceil(keys.length / mostInFile) }, (_each, nth) => ({
      type,
      keys: keys.slice(nth * mostInFile, (nth + 1) * mostInFile),
    }))
  })
}

/** Files of a part, in its order; each label before its customs form. */
export async function readLabelFiles(db: SellerDb, sellerId: number, { type, keys }: PrintPart): Promise<LabelFile[]> {
  const { rows } = await sql<{ content: Buffer }>`
    select f.content
    from labels l join label_files f on f.seller_id = ${sellerId} and f.label_id = l.id and f.type = ${type}
    where l.seller_id = ${sellerId} and l.label_key = any (${[...keys]}) and l.state = 'BOUGHT'
    order by array_position(${[...keys]}, l.label_key), f.part desc`.execute(db)
  return rows.map(({ content }) => ({ type, content }))
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

/** Ids of the orders of bought labels to buyers with these keys, each once, in this order. */
export async function ordersOfLabels(db: SellerDb, sellerId: number, keys: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.order_id as id from labels l
    where l.seller_id = ${sellerId} and l.label_key = any (${[...keys]}) and l.state = 'BOUGHT' and l.case_id is null
    order by array_position(${[...keys]}, l.label_key)`.execute(db)
  return [...new Set(rows.map(({ id }) => id))]
}

/** Files of one type as one: the pages of PDF one after the other. Null without files. */
export async function joinLabelFiles(files: readonly LabelFile[]): Promise<LabelFile | null> {
  const type = files[0]?.type
  if (type === undefined) return null
  if (type === 'application/zpl') return { type, content: Buffer.concat(files.map(({ content }) => content)) }
  const joined = await PDFDocument.create()
  for (const { content } of files) {
    const one = await PDFDocument.load(content)
    for (const page of await joined.copyPages(one, one.getPageIndices())) joined.addPage(page)
  }
  return { type, content: await joined.save() }
}
