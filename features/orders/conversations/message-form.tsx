import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '#shui/button/button.tsx'
import { Select, TextAreaField } from '#shui/form/controls.tsx'
import { FieldError } from '#shui/form/field.tsx'
import { textsIn } from '#lib/form-fields.ts'
import { useTexts } from '#texts/context.tsx'
import { withSearch } from '#web/with-query.ts'
import type { Picture } from '#features/core/listing-pictures/picture.ts'
import { PageForm } from '#web/page-form.tsx'
import { ChosenPhotos } from './chosen-photos.tsx'
import { KeptPhotos } from './kept-photos.tsx'
import { SeenField } from './seen-field.tsx'
import styles from './thread.module.css'

export interface ThreadForm {
  /** URL for messages and marks. */
  href: string
  /** Drafts are kept by conversation. */
  thread: string
  /** URL of the conversation's own page; null on it. */
  openHref: string | null
  messageKey: string
  /** Key of the case it is about; null for the order or listing. */
  subject: string | null
  templates: { id: string; name: string }[]
  /** URL that inserts a template: this page with its other parameters. */
  templateHref: string
  templateFields: readonly (readonly [name: string, value: string])[]
  /** The requested template, with a note on missing values. */
  draft: { id: string; text: string; note: string | null } | null
}

export interface ThreadAnswer {
  /** Key for the next submit. */
  key: string
  text: string
  pictures: Omit<Picture, 'alt'>[]
  textError: string | null
  pictureErrors: string[]
}

interface MessageFormProps {
  form: ThreadForm
  /** Key of the last message on the page. */
  seen: string | undefined
  answer: ThreadAnswer | null
  /** Reloads only the form; without it, opens the page with the template. */
  onTemplate?: (href: string) => void
  children?: ReactNode
}

/**
 * Unsent input by conversation, so that it survives visits to other forms and Back. Written in the browser only; lost when
 * the document unloads.
 */
const typed = new Map<string, string>()

export function MessageForm({ form, seen, answer, onTemplate, children }: MessageFormProps) {
  const { t } = useTexts()
  const { href, thread, openHref, messageKey, subject, draft } = form
  const isOwnPage = openHref === null && !onTemplate
  const [text, setText] = useState(() => answer?.text ?? (typed.get(thread) || (draft?.text ?? '')))
  useEffect(() => void typed.set(thread, text), [thread, text])
  const [shown, setShown] = useState(draft)
  const [isAsked, setAsked] = useState(false)
  // Append a template requested while typing, even the same one again, but not after a mere reload of the data.
  if (draft !== shown) {
    setShown(draft)
    setAsked(false)
    if (draft && (isAsked || draft.id !== shown?.id))
      setText(text.trim() === '' ? draft.text : `${text.trimEnd()}\n\n${draft.text}`)
  }
  return (
    <>
      <TemplateChoice form={form} onAsk={() => setAsked(true)} onTemplate={onTemplate} />
      <PageForm
        action={href}
        encType="multipart/form-data"
        className={styles.form}
        preventScrollReset
        replace
        onSubmit={() => typed.delete(thread)}
      >
        <input type="hidden" name="key" value={answer?.key ?? messageKey} />
        <SeenField seen={seen} />
        {subject === null ? null : <input type="hidden" name="subject" value={subject} />}
        {children}
        <TextAreaField
          label={t('talk.message')}
          hint={draft?.note}
          id="message"
          name="message"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={answer?.textError}
          dir="auto"
          aria-keyshortcuts="r"
        />
        {answer && answer.pictures.length > 0 ? <KeptPhotos pictures={answer.pictures} /> : null}
        <div className={styles.below}>
          <ChosenPhotos kept={answer?.pictures.length ?? 0} />
          <div className={styles.steps}>
            {isOwnPage ? (
              <Button type="submit" name="step" value="next">
                {t('talk.sendNext')}
              </Button>
            ) : null}
            <Button type="submit" name="step" value="send" kind={isOwnPage ? 'primary' : undefined}>
              {t('talk.send')}
            </Button>
          </div>
        </div>
        {answer?.pictureErrors.map((error) => (
          <FieldError key={error} id={undefined} error={error} />
        ))}
      </PageForm>
    </>
  )
}

function TemplateChoice({
  form: { templates, templateHref, templateFields },
  onAsk,
  onTemplate,
}: Pick<MessageFormProps, 'form' | 'onTemplate'> & { onAsk: () => void }) {
  const { t } = useTexts()
  if (templates.length === 0) return null
  return (
    <PageForm
      method="get"
      action={templateHref}
      className={styles.templates}
      preventScrollReset
      onSubmit={(event) => {
        onAsk()
        if (!onTemplate) return
        event.preventDefault()
        onTemplate(withSearch(templateHref, new URLSearchParams(textsIn(new FormData(event.currentTarget)))))
      }}
    >
      {templateFields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Select
        name="template"
        aria-label={t('talk.template')}
        width="medium"
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button type="submit">{t('talk.template.insert')}</Button>
    </PageForm>
  )
}
