import { useFollow } from '#features/machinery/file-runs/use-follow.ts'
import { UploadForm } from '#features/machinery/file-runs/upload-form.tsx'
import { Button } from '#shui/button/button.tsx'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { useSending } from '#web/use-sending.ts'
import styles from './moving-in.module.css'
import type { MovingInModel } from './moving-in-view.ts'
import { UsableReports } from './usable-reports.tsx'

interface MovingInProps {
  model: MovingInModel
  refused: readonly { name: string; text: string }[]
}

export function MovingIn({ model: { files, ready, isOpen }, refused }: MovingInProps) {
  const { t } = useTexts()
  const isSending = useSending()
  useFollow(isOpen)
  return (
    // Remounted empty once its files are listed.
    <UploadForm
      key={files[0]?.id}
      head={{ title: t('movingIn.title'), note: t('movingIn.intro') }}
      file={{ label: t('movingIn.files'), hint: t('movingIn.files.hint'), isOfSeveral: true }}
      submit={{ step: 'read', text: t('movingIn.check'), isSecondary: ready > 0 }}
      refusedFiles={refused}
    >
      {files.length > 0 ? (
        <div className={styles.rows}>
          {ready > 0 ? (
            <PageForm className={styles.all}>
              <Button type="submit" name="step" value="all" kind="primary" disabled={isSending}>
                {t('movingIn.takeAll', { n: ready })}
              </Button>
            </PageForm>
          ) : null}
          <CardTable
            head={t('movingIn.column.file')}
            columns={[
              { key: 'status', label: t('movingIn.column.status') },
              { key: 'result', label: t('movingIn.column.result') },
            ]}
            rows={files.map(({ id, name, href, note, status, result }) => ({
              key: id,
              name: (
                <>
                  <PageLink to={href}>{name}</PageLink>
                  <span className={styles.note}>{note}</span>
                </>
              ),
              cells: [<Status key="status" {...status} />, result],
            }))}
          />
        </div>
      ) : (
        <UsableReports />
      )}
    </UploadForm>
  )
}
