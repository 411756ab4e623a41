import Upload from 'lucide-react/icons/upload'
import { useFollow } from '#features/machinery/file-runs/use-follow.ts'
import { FileField } from '#features/machinery/file-runs/file-field.tsx'
import { Button } from '#shui/button/button.tsx'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { useSending } from '#web/use-sending.ts'
import styles from '../uploads/uploads.module.css'
import type { MovingInModel } from './moving-in-view.ts'
import { UsableReports } from './usable-reports.tsx'

interface MovingInProps {
  model: MovingInModel
  /** Files that were not taken. */
  refused: readonly { name: string; text: string }[]
}

/** Drops the reports of another marketplace, shows what is in each, and brings them in. */
export function MovingIn({ model: { files, ready, isOpen }, refused }: MovingInProps) {
  const { t } = useTexts()
  const isSending = useSending()
  useFollow(isOpen)
  return (
    <>
      <PageHead title={t('movingIn.title')} note={t('movingIn.intro')} />
      {/* Remounted empty once its files are listed. */}
      <PageForm key={files[0]?.id} method="post" encType="multipart/form-data" className={styles.form}>
        <SrtField />
        <FileField label={t('movingIn.files')} hint={t('movingIn.files.hint')} isOfSeveral />
        {refused.length > 0 ? (
          <ul role="alert" className={styles.need}>
            {refused.map(({ name, text }) => (
              <li key={name}>
                <b dir="auto">{name}</b> {text}
              </li>
            ))}
          </ul>
        ) : null}
        <p>
          <Button
            type="submit"
            name="step"
            value="read"
            kind={ready > 0 ? 'secondary' : 'primary'}
            icon={Upload}
            disabled={isSending}
          >
            {t('movingIn.check')}
          </Button>
        </p>
      </PageForm>
      {files.length > 0 ? (
        <div className={styles.rows}>
          {ready > 0 ? (
            <PageForm method="post" className={styles.steps}>
              <SrtField />
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
    </>
  )
}
