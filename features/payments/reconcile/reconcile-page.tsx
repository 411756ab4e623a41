import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { noteLook } from '#features/machinery/file-runs/note-look.server.ts'
import { removeRun } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { dayOrders } from '#lib/written-day.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerKeepingLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { shopTexts } from '../statements/read-statements.server.ts'
import { readReconciliation } from './read-reconciliation.server.ts'
import { compareAgain, receiveReport } from './receive-report.server.ts'
import { columnField, keptModel, reconciliationModel, typeField } from './reconcile-view.server.ts'
import { parseReconciliationId, type ReportForm as ReportPlan } from './reconciliation.ts'
import { ReconciliationView } from './reconciliation-view.tsx'
import { findReconciliation, listReconciliations } from './reconciliations-db.server.ts'
import { columnKinds, type ColumnChoice } from './report-columns.ts'
import { ReportForm } from './report-form.tsx'
import { reportKinds } from './report-kinds.ts'

await loadTexts('payments', 'reconcile')

/** Bytes: enough for 100,000 rows with all of a marketplace's columns; pasted, for 20,000. */
const limits = { fields: 12_000_000, files: 60_000_000 }

/** A compared report, or the form for a new one with the reports that are kept. */
export const loader = sellerKeepingLoader('money.view', async (visit) => {
  const { hub, read, seller, url } = visit
  const texts = shopTexts(visit)
  const now = hub.now()
  if (url.searchParams.has('report')) {
    const shown = await readReconciliation(visit)
    await noteLook(visit, [shown.reconciliation])
    return { model: reconciliationModel({ ...shown, now }, texts), kept: null }
  }
  const kept = await read((db) => listReconciliations(db, { sellerId: seller.id, now: hub.now() }))
  return { model: null, kept: keptModel(kept, now, texts) }
})

const steps = ['read', 'compare', 'delete'] as const

/** Receives a report, compares it again with the chosen columns, or deletes it. Changes nothing in the books. */
export const action = sellerAction(
  'money.view',
  async (visit) => {
    const { form, seller, texts: reader, write } = visit
    const texts = textsFor(reader.locale, seller.timeZone)
    const step = oneOf(form, 'step', steps)
    if (!step) throw refuse('malformed')
    if (step === 'read') {
      const received = await receiveReport(visit)
      if (received.ok) return redirect(paths.reconciliation(received.id), { status: 303 })
      const pasted = textOf(form, 'pasted')
      if (received.reason === 'file')
        return data({ error: received.error, choices: received.choices, pasted }, { status: 422 })
      const error = texts.t('reconcile.error', { reason: received.reason })
      return data({ error, choices: [], pasted }, { status: 422 })
    }
    const id = parseReconciliationId(textOf(form, 'report'))
    if (id === null) throw refuse('not-found')
    const of = { sellerId: seller.id, id }
    const report = await visit.read((db) => findReconciliation(db, { ...of, now: visit.hub.now() }))
    if (!report) throw refuse('not-found')
    if (step === 'delete') await write((db) => removeRun(db, of))
    else {
      const dayOrder = form.has('dayOrder') ? oneOf(form, 'dayOrder', dayOrders) : report.plan.dayOrder
      const columns = columnsOf(form, report.plan.header.length, report.plan.columns)
      await compareAgain(visit, report, { columns, dayOrder, kinds: kindsOf(form, report.plan) })
    }
    return redirect(step === 'delete' ? paths.reconcile : paths.reconciliation(id), { status: 303 })
  },
  limits,
)

/** Reads the kinds that were chosen for types of rows. */
function kindsOf(form: FormData, { kinds: before = {}, words = [] }: ReportPlan): NonNullable<ReportPlan['kinds']> {
  const chosen = { ...before }
  for (const [word] of words) {
    if (!form.has(typeField(word))) continue
    const kind = oneOf(form, typeField(word), reportKinds)
    if (kind) chosen[word] = kind
    else delete chosen[word]
  }
  return chosen
}

/** Reads the chosen columns. If two have the same meaning, the newly chosen one keeps it. */
function columnsOf(form: FormData, columns: number, before: ColumnChoice): ColumnChoice {
  if (!form.has(columnField(0))) return before
  const choice: ColumnChoice = {}
  for (let at = 0; at < columns; at += 1) {
    const kind = oneOf(form, columnField(at), columnKinds)
    if (kind && (choice[kind] === undefined || before[kind] === choice[kind])) choice[kind] = at
  }
  return choice
}

/** Reconciles a marketplace's report with the books. */
export default function ReconcilePage() {
  const { model, kept } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return model ? (
    <ReconciliationView key={model.id} model={model} />
  ) : (
    <ReportForm kept={kept ?? []} refused={refused} />
  )
}
