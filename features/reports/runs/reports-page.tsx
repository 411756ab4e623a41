import Download from 'lucide-react/icons/download'
import { useEffect } from 'react'
import { redirect, useLoaderData, useRevalidator } from '#web/router/router.ts'
import { cancelRun, findRun, listRuns } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { listTrackingRuns } from '#features/shipping/tracking-upload/tracking-runs-db.server.ts'
import { textOf } from '#lib/form-fields.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { wasApplied } from '../uploads/upload-plan.ts'
import { RunsTable } from './runs-table.tsx'
import { runsModel } from './runs-view.ts'
import styles from './runs.module.css'

await loadTexts('reports')

/** Runs on the page; a run is kept for 30 days. */
const mostShown = 100
/** Uploads of tracking numbers among them: their rows are counted. */
const mostTracking = 30

/** The files that were read and written, the latest first. */
export const loader = sellerLoader('hub.view', async ({ hub, read, seller, texts: reader }) => {
  const runs = await read(async (db) => {
    const others = await listTrackingRuns(db, { sellerId: seller.id, limit: mostTracking })
    const all = [...(await listRuns(db, { sellerId: seller.id, limit: mostShown })), ...others]
    return all.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime()).slice(0, mostShown)
  })
  return runsModel(runs, { role: seller.role, now: hub.now() }, textsFor(reader.locale, seller.timeZone))
})

/** Cancels a run, for roles that may have its file; one that has just ended stays as it is. */
export const action = sellerAction('hub.view', async ({ form, hub, read, seller, write }) => {
  const of = { sellerId: seller.id, id: textOf(form, 'run') }
  const run = await read((db) => findRun(db, of))
  if (!run?.readers.includes(seller.role)) throw refuse('not-found')
  await write((db) => cancelRun(db, { ...of, keepsInput: wasApplied(run), now: hub.now() }))
  return redirect(paths.reports, { status: 303 })
})

/** Lists the runs of files. */
export default function ReportsPage() {
  const model = useLoaderData<typeof loader>()
  const { t } = useTexts()
  useProgress(model)
  return (
    <>
      <PageHead
        title={t('reports.title')}
        actions={
          model.runs.length > 0 ? (
            <ButtonLink href={paths.newDownload()} icon={Download} kind="primary">
              {t('reports.new')}
            </ButtonLink>
          ) : null
        }
      />
      {model.runs.length > 0 ? (
        <>
          <p className={styles.note}>{model.note}</p>
          <RunsTable runs={model.runs} />
        </>
      ) : (
        <Empty title={t('reports.empty.title')} hint={t('reports.empty.hint')} icon={Download}>
          <ButtonLink href={paths.newDownload()} icon={Download} kind="primary">
            {t('reports.new')}
          </ButtonLink>
        </Empty>
      )}
    </>
  )
}

/** Milliseconds between looks at runs that are not over. */
const lookEvery = 1_500

/** Looks again while a run is not over: each look brings a new model. */
function useProgress(model: { isOpen: boolean }): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!model.isOpen) return
    const timer = setTimeout(() => void revalidate(), lookEvery)
    return () => clearTimeout(timer)
  }, [model, revalidate])
}
