import { Button } from '#shui/button/button.tsx'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { RunModel } from './runs-view.ts'
import styles from './runs.module.css'

export function RunsTable({ runs }: { runs: readonly RunModel[] }) {
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
