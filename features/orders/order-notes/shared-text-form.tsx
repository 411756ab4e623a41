import { useEffect, useState } from 'react'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
import { takeFocus } from '#shui/focus.ts'
import { useTexts } from '#texts/context.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import styles from './shared-text-form.module.css'

/** A text that colleagues write too, as it is written. */
export interface SharedText {
  text: string
  /** The text that the writer has seen, by when it was written; empty where there was none. */
  seen: string
  error: string | null
}

interface SharedTextFormProps {
  /** Takes the text, and says what it is about. */
  action: string
  /** The field's name and id. */
  name: string
  label: string
  hint: string
  save: string
  writing: SharedText
  /** The page without the form. */
  closeHref: string
}

/**
 * What is typed and not sent, as with messages, and what its writer had seen: whoever does something else about the order
 * meanwhile, or goes back a page, finds it again, and whatever a colleague wrote in between is not replaced unsaid.
 * "Cancel" gives it up. Only a browser writes here, and what it keeps ends with the document.
 */
const typed = new Map<string, Pick<SharedText, 'text' | 'seen'>>()

/** The form of a private note, or of the reply to feedback. Drawn by its `action`, it keeps what is typed while its page is read anew. */
export function SharedTextForm({ action, name, label, hint, save, writing, closeHref }: SharedTextFormProps) {
  const { t } = useTexts()
  const { error } = writing
  const [begun, begin] = useState(() => (error === null && typed.get(action)) || writing)
  // Who has read what a colleague wrote and saves again means to replace it.
  if (error !== null && begun.seen !== writing.seen) begin(writing)
  const { seen } = begun
  useEffect(() => void (writing.error !== null && typed.set(action, writing)), [action, writing])
  const giveUp = () => void typed.delete(action)
  return (
    <PageForm method="post" action={action} className={styles.form} preventScrollReset replace onSubmit={giveUp}>
      <SrtField />
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
          {t('talk.note.cancel')}
        </PageLink>
      </div>
    </PageForm>
  )
}
