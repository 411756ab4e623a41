import { redirect } from '#web/router/router.ts'
import { oneOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { paths, withSearch } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayPrint } from './print-choice.ts'
import { forgetRun, loadRun } from './print-runs-db.server.ts'
import { readPrintSettings } from './print-settings-db.server.ts'
import { printRun } from './print-run.server.tsx'

export const loader = sellerLoader('orders.ship', async (visit) => {
  const { read, seller, url, texts: reader } = visit
  const texts = textsFor(reader.locale, seller.timeZone)
  const { run, settings } = await read(async (db) => ({
    run: await loadRun(db, seller.id, url.searchParams.get('run') ?? ''),
    settings: await readPrintSettings(db, seller, texts),
  }))
  if (!run) throw refuse('not-found')
  if (!mayPrint(seller.role, run.document)) throw refuse('forbidden')
  return printRun(visit, { run, settings, texts })
})

/** Undoes the record of a print run if nothing was printed. */
export const action = sellerAction('orders.ship', async ({ form, seller, url, write }) => {
  if (!oneOf(form, 'intent', ['forget'])) throw refuse('malformed')
  const isKnown = await write((db) => forgetRun(db, seller.id, url.searchParams.get('run') ?? ''))
  if (!isKnown) throw refuse('not-found')
  return redirect(withSearch(paths.orders, url.searchParams.get('from') ?? ''), { status: 303 })
})
