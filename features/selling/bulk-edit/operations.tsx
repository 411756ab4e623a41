import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button, IconButton } from '#shui/button/button.tsx'
import { Input, Select } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { paths } from '#web/paths.ts'
import { useNavigation, useRevalidator } from '#web/router/router.ts'
import { answerOf, useBackgroundSubmit } from '#web/use-background-submit.ts'
import styles from './bulk-edit.module.css'
import type { SaveAnswer } from './cell-texts.ts'
import type { EditModel, OperationModel } from './edit-model.server.ts'
import { operationField, unseenField } from './operations-form.ts'

/** Id of the form that the page's buttons submit. */
export const operationsForm = 'bulk-operations'

/** Milliseconds after the last key until the preview follows. */
const previewAfter = 150

interface OperationsFormProps {
  model: EditModel
  /** Operations as typed, if they were refused. */
  refused: readonly OperationModel[] | null
  onFieldFocus: () => void
}

/** Operations on columns above the sheet. The preview follows typing; without script a button updates it. */
export function OperationsForm({ model, refused, onFieldFocus }: OperationsFormProps) {
  const { t } = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const unseen = useRef<HTMLInputElement>(null)
  const { errors, change, submit, isUnseen } = useSaved(form)
  const operations = refused ?? model.operations
  return (
    <PageForm
      id={operationsForm}
      ref={form}
      className={styles.operations}
      preventScrollReset
      onChange={change}
      onFocus={onFieldFocus}
      onSubmit={() => {
        if (unseen.current) unseen.current.value = isUnseen() ? '1' : ''
        submit()
      }}
      aria-label={t('bulkEdit.operations')}
    >
      <input type="hidden" name="edit" value={model.id} />
      <input type="hidden" name="show" value={model.tab} />
      <input type="hidden" name={unseenField} ref={unseen} />
      {/* The first button, so that Enter updates the preview and never discards. */}
      <Button type="submit" name="step" value="operations" size="small" kind="quiet">
        {t('bulkEdit.operation.update')}
      </Button>
      {operations.map((operation, index) => (
        <Operation
          // Fields keep what is typed; another number of operations begins anew.
          key={`${operations.length} ${index} ${operation.field}`}
          index={index}
          operation={{ ...operation, error: errors ? (errors[index] ?? null) : operation.error }}
          fields={model.fields}
        />
      ))}
      <Button type="submit" name="step" value="add" size="small" kind="quiet" icon={Plus}>
        {t(operations.length > 0 ? 'bulkEdit.operation.add' : 'bulkEdit.operation.first')}
      </Button>
    </PageForm>
  )
}

interface OperationProps {
  index: number
  operation: OperationModel
  fields: EditModel['fields']
}

function Operation({ index, operation, fields }: OperationProps) {
  const { t } = useTexts()
  const { field, kind, kinds, choices, roundings, text, find, rounding, error, hint } = operation
  const n = index + 1
  const noteId = `operation-${index}-note`
  const value = {
    name: operationField(index, 'text'),
    'aria-label': t('bulkEdit.operation.text'),
    'aria-describedby': noteId,
  }
  return (
    <fieldset className={styles.operation}>
      <legend className={styles.hidden}>{t('bulkEdit.operation', { n })}</legend>
      <span className={styles.sign} aria-hidden="true" />
      <Select
        name={operationField(index, 'field')}
        aria-label={t('bulkEdit.operation.field')}
        options={fields}
        defaultValue={field}
        width="short"
      />
      {kinds.length > 1 ? (
        <Select
          key={`kind ${kind}`}
          name={operationField(index, 'kind')}
          aria-label={t('bulkEdit.operation.kind')}
          options={kinds}
          defaultValue={kind}
          width="short"
        />
      ) : (
        <span className={styles.quiet}>{kinds[0]?.label}</span>
      )}
      {kind === 'replace' ? (
        <>
          <Input
            name={operationField(index, 'find')}
            aria-label={t('bulkEdit.operation.find')}
            defaultValue={find}
            width="medium"
          />
          <span className={styles.quiet}>{t('bulkEdit.kind.with')}</span>
        </>
      ) : null}
      {kind === 'clear' ? null : choices ? (
        <Select {...value} options={[{ value: '', label: '' }, ...choices]} defaultValue={text} width="medium" />
      ) : (
        <Input
          {...value}
          defaultValue={text}
          width="medium"
          autoComplete="off"
          spellCheck={kind !== 'formula'}
          aria-invalid={error ? true : undefined}
        />
      )}
      {roundings ? (
        <Select
          name={operationField(index, 'rounding')}
          aria-label={t('bulkEdit.operation.rounding')}
          options={roundings}
          defaultValue={rounding}
          width="medium"
        />
      ) : null}
      <IconButton
        icon={X}
        type="submit"
        name="step"
        value={`remove.${index}`}
        size="small"
        label={t('bulkEdit.operation.remove', { n })}
      />
      <span id={noteId} className={error ? styles.wrongNote : styles.quiet} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </span>
    </fieldset>
  )
}

/** Saves the operations shortly after the last key; the sheet follows. Wrong ones are reported and change nothing. */
function useSaved(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<readonly (string | null)[] | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(0)
  const shown = useRef(0)
  const send = useBackgroundSubmit()
  const { revalidate } = useRevalidator()
  const isSending = useRef(false)
  const { state } = useNavigation()
  useEffect(() => {
    isSending.current = state !== 'idle'
  }, [state])
  const save = async (turn: number) => {
    if (!form.current) return
    // A button has sent the form: its answer may have another number of operations.
    if (isSending.current) return later()
    const fields = new FormData(form.current)
    fields.set('operations', '1')
    const answer = await answerOf<SaveAnswer>(await send(paths.bulkEditSave, fields))
    // A later key has sent its own.
    if (!answer || turn !== latest.current) return
    setErrors('errors' in answer ? answer.errors : null)
    if (answer.ok) await revalidate()
    shown.current = Math.max(shown.current, turn)
  }
  function later() {
    clearTimeout(timer.current)
    latest.current += 1
    const turn = latest.current
    timer.current = setTimeout(() => void save(turn), previewAfter)
  }
  const submit = () => {
    clearTimeout(timer.current)
    latest.current += 1
    shown.current = latest.current
    isSending.current = true
    setErrors(null)
  }
  return { errors, change: later, submit, isUnseen: () => shown.current < latest.current }
}
