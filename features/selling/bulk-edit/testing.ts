import { anyListing } from '#db/testing-row.ts'
import type { TestDatabase } from '#db/testing.ts'
import type { TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { releaseRun, takeRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { bulkEditWorker, changePart } from './bulk-edit-worker.server.ts'
import { findEdit, queueEdit } from './bulk-edits-db.server.ts'
import type { CellText, SaveAnswer } from './cell-texts.ts'
import * as save from './bulk-edit-save-resource.ts'
import * as page from './bulk-edit-page.tsx'
import type { EditModel } from './edit-model.server.ts'

/** Adds active listings titled `Lens 1` and so on, at 10.00 each unless `prices` differ. Returns their ids. */
export async function addListings(db: TestDatabase, sellerId: number, count: number): Promise<number[]> {
  const rows = await db.owner
    .insertInto('listings')
    .values(
      Array.from({ length: count }, (_, index) => ({
        seller_id: sellerId,
        title: `Lens ${index + 1}`,
        sku: `LEN-${sellerId}-${String(index + 1).padStart(5, '0')}`,
        ...anyListing,
        condition: 'GOOD' as const,
        price_minor: 1000,
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

interface OfSeller {
  hub: Hub
  db: TestDatabase
  sellerId: number
}

/** The work of a job on a bulk edit, step by step. */
export function bulkEditSteps({ hub, db, sellerId }: OfSeller) {
  const now = () => hub.now()
  /** Queues it to be applied, continued or undone. */
  const begin = (id: string, { isUndo = false, by = { id: '', name: '' } } = {}) =>
    db.asSeller(sellerId, 'write', async (own) => {
      const edit = assertDefined((await findEdit(own, { sellerId, id, now: now() })) ?? undefined, 'it is kept')
      const who = by.id === '' ? { id: edit.memberId, name: edit.memberName } : by
      await queueEdit(own, edit, { isUndo, by: who, now: now() })
    })
  const take = async (id: string) =>
    assertDefined(
      (await ownRows(hub, sellerId).write((own) => takeRun(own, { sellerId, id, now: now() }))) ?? undefined,
      'it waits',
    )
  /** Does one part; the next slice goes on. */
  async function part(id: string): Promise<void> {
    const run = await take(id)
    const { signal } = new AbortController()
    await bulkEditWorker.work({ hub, run, role: 'owner', isOver: () => true, signal })
    await ownRows(hub, sellerId).write((own) => releaseRun(own, { sellerId, id, attempt: run.attempt, now: now() }))
  }
  /** Takes it, and dies within a part. */
  async function crash(id: string): Promise<void> {
    const run = await take(id)
    await db.asSeller(sellerId, 'write', async (own) => {
      await changePart(own, run, hub)
      throw new Error('crashed')
    })
  }
  return { begin, part, crash }
}

/** Form fields of one operation. */
export const operationFields = (field: string, kind: string, text: string, more: Record<string, string> = {}) => ({
  'op.0.field': field,
  'op.0.kind': kind,
  'op.0.text': text,
  ...Object.fromEntries(Object.entries(more).map(([part, value]) => [`op.0.${part}`, value])),
})
