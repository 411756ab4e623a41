import Download from 'lucide-react/icons/download'
import Upload from 'lucide-react/icons/upload'
import { redirect, useLoaderData } from '#web/router/router.ts'
import { cancelRun, findRun, hasFile, pageOfRuns } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { noteLook } from '#features/machinery/file-runs/note-look.server.ts'
import { pagesModel } from '#features/machinery/file-runs/pages-model.ts'
import { Pages } from '#features/machinery/file-runs/pages.tsx'
import { useFollow } from '#features/machinery/file-runs/use-follow.ts'
import { textOf } from '#lib/form-fields.ts'
import { readPageNumber } from '#lib/page-number.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerAction, sellerKeepingLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { wasApplied } from '#features/machinery/records/record-plan.ts'
import { mayDo } from '#web/roles.ts'
import { readSizes, takeAllIn } from './uploaded-files.server.ts'
import { runsModel, type RunModel } from './runs-view.ts'
import styles from './runs.module.css'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { PageLink } from '#web/page-link.tsx'

function RunsTable({ runs }: { runs: readonly RunModel[] }) {
  const { t } = useTexts()
  return (
    <CardTable
      head={t('reports.column.file')}
      columns={[
        { key: 'status', label: t('word.status') },
        { key: 'result', label: t('reports.column.result'), isWords: true },
        { key: 'at', label: t('reports.column.at') },
        { key: 'member', label: t('reports.column.member') },
        { key: 'steps', label: t('reports.column.steps'), isAction: true },
      ]}
      rows={runs.map((run) => {
        const status = <RunStatus run={run} />
        const steps = run.mayCancel ? <CancelRun run={run} /> : null
        const cells = [status, run.result, run.at, run.member, steps]
        return { key: run.id, name: <RunName run={run} />, cells }
      })}
      className={styles.runs}
    />
  )
}

function RunName({ run: { name, kind, href, fileHref } }: { run: RunModel }) {
  return (
    <>
      {href ? (
        <PageLink to={href}>{name}</PageLink>
      ) : fileHref ? (
        <a href={fileHref} download>
          {name}
        </a>
      ) : (
        name
      )}
      <span className={styles.kind}>{kind}</span>
    </>
  )
}

function RunStatus({ run: { status, note, progress, name } }: { run: RunModel }) {
  return (
    <>
      <Status {...status} />
      {progress ? (
        <span className={styles.progress}>
          <progress value={progress.done} max={progress.all} aria-label={name} />
          <span>{progress.text}</span>
        </span>
      ) : null}
      {note ? <span className={styles.kind}>{note}</span> : null}
    </>
  )
}

function CancelRun({ run: { id, name } }: { run: RunModel }) {
  const { t } = useTexts()
  return (
    <PageForm>
      <input type="hidden" name="run" value={id} />
      <Button type="submit" size="small" aria-label={t('reports.cancel.of', { file: name })}>
        {t('word.cancel')}
      </Button>
    </PageForm>
  )
}

await loadTexts('reports')

const runsOfPage = 100

export const loader = sellerKeepingLoader('hub.view', async (args) => {
  const { hub, read, seller, texts: reader, url } = args
  const { runs, sizes, page, last } = await read(async (db) => {
    const found = await pageOfRuns(db, {
      sellerId: seller.id,
      now: hub.now(),
      which: hasFile,
      page: readPageNumber(url.searchParams.get('page')),
      size: runsOfPage,
    })
    return { ...found, sizes: await readSizes(db, { sellerId: seller.id, runs: found.runs }) }
  })
  await noteLook(
    args,
    runs.filter(({ readers }) => readers.includes(seller.role)),
  )
  const texts = textsFor(reader.locale, seller.timeZone)
  const href = (to: number) => (to === 1 ? paths.reports : withQuery(paths.reports, { page: String(to) }))
  return {
    ...runsModel(runs, sizes, { role: seller.role, now: hub.now(), texts }),
    pages: pagesModel({ page, last, href }, texts),
  }
})

/** Brings in all checked files, or cancels a run, for roles that may have its file; one that has just ended stays as it is. */
export const action = sellerAction('hub.view', async (visit) => {
  const { form, hub, read, seller, write } = visit
  if (textOf(form, 'step') === 'all') {
    if (!mayDo(seller.role, 'files.upload')) throw refuse('not-found')
    await takeAllIn(visit)
    return redirect(paths.reports, { status: 303 })
  }
  const of = { sellerId: seller.id, id: textOf(form, 'run') }
  const run = await read((db) => findRun(db, { ...of, now: hub.now() }))
  if (!run?.readers.includes(seller.role)) throw refuse('not-found')
  await write((db) => cancelRun(db, { ...of, keepsInput: wasApplied(run), now: hub.now() }))
  return redirect(paths.reports, { status: 303 })
})

export default function ReportsPage() {
  const model = useLoaderData<typeof loader>()
  const { t } = useTexts()
  useFollow(model.isOpen)
  return (
    <>
      <PageHead
        title={t('reports.title')}
        actions={
          <>
            {model.mayUpload ? (
              <ButtonLink href={paths.uploads} icon={Upload}>
                {t('common.uploadFile')}
              </ButtonLink>
            ) : null}
            {model.runs.length > 0 ? (
              <ButtonLink href={paths.newDownload()} icon={Download} kind="primary">
                {t('reports.new')}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      {model.runs.length > 0 ? (
        <>
          <p className={styles.note}>{model.note}</p>
          {model.takeAll ? (
            <PageForm>
              <Button type="submit" name="step" value="all" kind="primary">
                {model.takeAll}
              </Button>
            </PageForm>
          ) : null}
          <RunsTable runs={model.runs} />
          <Pages label={t('reports.title')} pages={model.pages} />
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
