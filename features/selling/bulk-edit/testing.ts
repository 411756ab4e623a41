import type { TestDatabase } from '#db/testing.ts'
import type { TestBrowser } from '#features/shop/accounts/testing-browser.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { CellText, SaveAnswer } from './cell-texts.ts'
import * as save from './bulk-edit-save-resource.ts'
import * as page from './bulk-edit-page.tsx'
import type { EditModel } from './edit-model.ts'

/** Adds active listings titled `Lens 1` and so on, at 10.00 each unless `prices` differ. Returns their ids. */
export async function addListings(db: TestDatabase, sellerId: number, count: number): Promise<number[]> {
  const rows = await db.owner
    .insertInto('listings')
    .values(
      Array.from({ length: count }, (_, index) => ({
        seller_id: sellerId,
        title: `Lens ${index + 1}`,
        sku: `LEN-${sellerId}-${String(index + 1).padStart(5, '0')}`,
        category: 'Cameras',
        condition: 'GOOD' as const,
        state: 'ACTIVE' as const,
        price_minor: 1000,
        currency: 'GBP',
        quantity_available: 1,
        starts_at: new Date('2026-11-01T12:00:00Z'),
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** The pages of bulk edits, used by one member. */
export function bulkEditPages(browser: TestBrowser) {
  /** Opens all active listings, or those with these item numbers, by title. Returns the bulk edit's id. */
  async function open(keys?: readonly string[]): Promise<string> {
    const chosen: Record<string, string> = keys ? { keys: keys.join(',') } : { all: '1' }
    const { location } = await browser.post(page, '/sh/lst/bulk-edit?step=open', { ...chosen, sort: 'sku' })
    return assertDefined(new URL(location ?? '', 'http://hub').searchParams.get('edit') ?? undefined, 'it opens')
  }
  const view = async (edit: string, query = ''): Promise<EditModel> =>
    (await browser.get(page, `/sh/lst/bulk-edit?edit=${edit}${query}`)).data.model
  const step = (edit: string, name: string, fields: Record<string, string> = {}) =>
    browser.post(page, '/sh/lst/bulk-edit', { edit, step: name, ...fields })
  const saved = async (edit: string, fields: Record<string, string>): Promise<SaveAnswer> =>
    (await browser.post(save, '/sh/lst/bulk-edit/save', { edit, ...fields })).data
  const cells = (edit: string, texts: readonly CellText[]) => saved(edit, { cells: JSON.stringify(texts) })
  return { open, view, step, saved, cells }
}

/** Form fields of one operation. */
export const operationFields = (field: string, kind: string, text: string, more: Record<string, string> = {}) => ({
  'op.0.field': field,
  'op.0.kind': kind,
  'op.0.text': text,
  ...Object.fromEntries(Object.entries(more).map(([part, value]) => [`op.0.${part}`, value])),
})
