import { useEffect, useState } from 'react'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
import { takeFocus } from '#shui/focus.ts'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import styles from './shared-text-form.module.css'

export interface SharedText {
  text: string
  /** Time of the version the writer has seen; empty if none. */
  seen: string
  error: string | null
}

interface SharedTextFormProps {
  /** URL that saves the text and identifies its subject. */
  action: string
  /** Name and id of the field. */
  name: string
  label: string
  hint: string
  save: string
  writing: SharedText
  closeHref: string
}

/**
 * Unsent input and the version its writer saw, so that it survives visits to other forms and Back without overwriting a
 * colleague's text. "Cancel" discards it. Written in the browser only; lost when the document unloads.
 */
const typed = new Map<string, Pick<SharedText, 'text' | 'seen'>>()

/** Form of a private note or a reply to feedback. Keyed by `action`, it keeps input while its page reloads data. */
export function SharedTextForm({ action, name, label, hint, save, writing, closeHref }: SharedTextFormProps) {
  const { t } = useTexts()
  const { error } = writing
  const [begun, begin] = useState(() => (error === null && typed.get(action)) || writing)
  // The writer has now seen the colleague's text; saving again replaces it.
  if (error !== null && begun.seen !== writing.seen) begin(writing)
  const { seen } = begun
  useEffect(() => void (writing.error !== null && typed.set(action, writing)), [action, writing])
  const giveUp = () => void typed.delete(action)
  return (
    <PageForm action={action} className={styles.form} preventScrollReset replace onSubmit={giveUp}>
      <input type="hidden" name="seen" value={seen} />
      <TextAreaField
        label={label}
        hint={hint}
        name={name}
        id={name}
        defaultValue={begun.text}
        onChange={({ currentTarget }) => typed.set(action, { text: currentTarget.value, seen })}
        error={error}
        dir="auto"
        ref={takeFocus}
      />
      <div className={styles.buttons}>
        <Button type="submit" name="step" value={name} size="small">
          {save}
        </Button>
        <PageLink to={closeHref} className={styles.cancel} preventScrollReset onClick={giveUp}>
          {t('word.cancel')}
        </PageLink>
      </div>
    </PageForm>
  )
}
