import Upload from 'lucide-react/icons/upload'
import { Folded } from '#features/machinery/file-runs/folded-form.tsx'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField, TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { useSending } from '#web/use-sending.ts'
import type { Hint } from './take-file.server.ts'
import { UsableFiles } from './usable-files.tsx'
import styles from './uploads.module.css'

interface UploadsProps {
  hint: Hint
  refused: { refused: readonly { name: string; text: string }[]; pasted: string } | undefined
}

export function Uploads({ hint, refused }: UploadsProps) {
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={t('common.uploadFile')}
        note={hint.kind === null ? t('uploads.intro') : t('uploads.kind.needs', { kind: hint.kind })}
      />
      {/* Remounted without its files, of which others were taken. */}
      <UploadForm key={refused?.refused.length} hint={hint} refused={refused} />
      <Folded title={t('uploads.usable')} hint={t('uploads.usable.hint')} isOpen={hint.kind === null}>
        <UsableFiles />
      </Folded>
    </>
  )
}

function UploadForm({ hint, refused }: UploadsProps) {
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
        <Button type="submit" name="step" value="read" kind="primary" icon={Upload} disabled={isSending}>
          {t('word.check')}
        </Button>
      </p>
    </PageForm>
  )
}
