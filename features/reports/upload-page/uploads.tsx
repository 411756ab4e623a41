import Upload from 'lucide-react/icons/upload'
import { Folded } from '#features/machinery/file-runs/folded-form.tsx'
import { useFollow } from '#features/machinery/file-runs/use-follow.ts'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { useSending } from '#web/use-sending.ts'
import type { Hint } from './take-file.server.ts'
import { UsableFiles } from './usable-files.tsx'
import styles from './uploads.module.css'
import type { UploadsModel } from './uploads-view.ts'

interface UploadsProps {
  model: UploadsModel & { hint: Hint }
  refused: { refused: readonly { name: string; text: string }[]; pasted: string } | undefined
}

export function Uploads({ model: { files, ready, isOpen, hint }, refused }: UploadsProps) {
  const { t } = useTexts()
  useFollow(isOpen)
  return (
    <>
      <PageHead
        title={t('uploads.title')}
        note={hint.kind === null ? t('uploads.intro') : t('uploads.kind.needs', { kind: hint.kind })}
      />
      {/* Remounted empty once its files are listed. */}
      <UploadForm key={files[0]?.id} hint={hint} refused={refused} isSecondary={ready > 0} />
      {files.length > 0 ? <Files files={files} ready={ready} /> : null}
      <Folded title={t('uploads.usable')} hint={t('uploads.usable.hint')} isOpen={files.length === 0}>
        <UsableFiles />
      </Folded>
    </>
  )
}

interface FormProps extends Pick<UploadsProps, 'refused'> {
  hint: Hint
  isSecondary: boolean
}

function UploadForm({ hint, refused, isSecondary }: FormProps) {
  const { t } = useTexts()
  const isSending = useSending()
  return (
    <PageForm encType="multipart/form-data" className={styles.form}>
      {hint.kind ? <input type="hidden" name="kind" value={hint.kind} /> : null}
      {hint.count ? <input type="hidden" name="count" value={hint.count} /> : null}
      <TextField
        label={t('uploads.file')}
        hint={t('uploads.file.hint')}
        id="upload"
        name="file"
        type="file"
        multiple
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      />
      <TextAreaField
        label={t('uploads.paste')}
        name="pasted"
        rows={3}
        defaultValue={refused?.pasted ?? ''}
        spellCheck={false}
      />
      {refused ? (
        <ul role="alert" className={styles.need}>
          {refused.refused.map(({ name, text }) => (
            <li key={name}>
              {name ? <b dir="auto">{name}: </b> : null}
              {text}
            </li>
          ))}
        </ul>
      ) : null}
      <p>
        <Button
          type="submit"
          name="step"
          value="read"
          kind={isSecondary ? 'secondary' : 'primary'}
          icon={Upload}
          disabled={isSending}
        >
          {t('uploads.check')}
        </Button>
      </p>
    </PageForm>
  )
}

function Files({ files, ready }: Pick<UploadsModel, 'files' | 'ready'>) {
  const { t } = useTexts()
  const isSending = useSending()
  return (
    <Section title={t('uploads.files')}>
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
        className={styles.rows}
      />
    </Section>
  )
}
