import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#shui/button/button.tsx'
import { Select, TextAreaField } from '#shui/form/controls.tsx'
import { FieldError } from '#shui/form/field.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { useSendAside } from '#web/use-send-aside.ts'
import { pictureHref, type Picture } from '#features/listing-pictures/picture.ts'
import { ChosenPhotos } from './chosen-photos.tsx'
import { messageLimits, seenField } from './message.ts'
import { SeenField } from './seen-field.tsx'
import { threadId } from './thread-id.ts'
import type { ThreadModel } from './thread-view.ts'
import styles from './thread.module.css'

/** What is needed to write: for whoever may. */
export interface ThreadForm {
  /** Takes messages and marks. */
  href: string
  /** Of the next message. */
  messageKey: string
  /** The key of the case that it is about; null: the order. */
  subject: string | null
  templates: { id: string; name: string }[]
  /** Where a template is put in: this page, with what its address says besides. */
  templateHref: string
  templateFields: readonly (readonly [name: string, value: string])[]
  /** The template that was asked for, with what it lacks. */
  draft: { id: string; text: string; note: string | null } | null
}

/** What was typed and not sent, and why. */
export interface ThreadAnswer {
  /** Of the message when it is sent next. */
  key: string
  text: string
  pictures: Omit<Picture, 'alt'>[]
  textError: string | null
  pictureErrors: string[]
}

interface ThreadProps {
  title: string
  model: ThreadModel
  form: ThreadForm
  answer?: ThreadAnswer | null
}

/** What a buyer and the seller wrote to each other, and the form of the next message. Works without script. */
export function Thread({ title, model, form, answer = null }: ThreadProps) {
  const { t } = useTexts()
  const { messages, isUnread, awaits } = model
  const seen = messages.at(-1)?.key
  const end = useMarkedAsRead(isUnread, form.href, seen)
  const key = useNextMessage(messages, answer?.key ?? form.messageKey)
  return (
    <div id={threadId} className={styles.thread}>
      <Section
        title={title}
        count={messages.length > 0 ? String(messages.length) : null}
        controls={<Marks model={model} href={form.href} />}
      >
        <Messages messages={messages} subject={form.subject} />
        {awaits ? <p className={styles.awaits}>{t('talk.awaits')}</p> : null}
        <div ref={end}>
          <MessageForm
            key={`${key} ${answer?.key ?? ''}`}
            form={{ ...form, messageKey: key }}
            seen={seen}
            answer={answer}
            isAnswer={awaits}
          />
        </div>
      </Section>
    </div>
  )
}

/**
 * The key of the message that is written: the same until that one was sent, whatever the buyer or a colleague writes
 * meanwhile, so that what is typed stays. Then its form is drawn anew, and empty.
 */
function useNextMessage(messages: ThreadModel['messages'], offered: string): string {
  const [key, setKey] = useState(offered)
  const isSent = key !== offered && messages.some((message) => message.key === key)
  if (isSent) setKey(offered)
  return isSent ? offered : key
}

interface MessagesProps {
  messages: ThreadModel['messages']
  /** What the page is about: messages about anything else say so. */
  subject: string | null
}

/** What was written, in turn. */
export function Messages({ messages, subject: here }: MessagesProps) {
  const { t } = useTexts()
  if (messages.length === 0) return null
  return (
    <ol className={styles.messages}>
      {messages.map(({ key, isOurs, who, time, text, subject, pictures }) => (
        <li key={key} className={styles.message} data-ours={isOurs ? '' : undefined}>
          <p className={styles.head}>
            <b>
              <bdi>{who}</bdi>
            </b>
            <time dateTime={time.dateTime} className={styles.time}>
              {time.text}
            </time>
            {subject !== null && subject !== here ? (
              <span className={styles.time}>{t('talk.about', { subject })}</span>
            ) : null}
          </p>
          {text ? (
            <p className={styles.text} dir="auto">
              {text}
            </p>
          ) : null}
          <Pictures pictures={pictures} who={who} />
        </li>
      ))}
    </ol>
  )
}

/** Marks what is unread as read, as far as it was `seen`, once the reader has the end of it in sight; without script a button does. */
function useMarkedAsRead(isUnread: boolean, href: string, seen: string | undefined) {
  const end = useRef<HTMLDivElement>(null)
  const send = useSendAside()
  useEffect(() => {
    const element = end.current
    if (!isUnread || !element) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      // Where it is not taken it stays unread, and is marked when it is seen next.
      void send(href, [
        ['step', 'read'],
        [seenField, seen ?? ''],
      ])
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isUnread, href, seen, send])
  return end
}

function Marks({ model: { isUnread, awaits, messages }, href }: { model: ThreadModel; href: string }) {
  const { t } = useTexts()
  const hasTheirs = messages.some(({ isOurs }) => !isOurs)
  if (!hasTheirs) return null
  return (
    <Form method="post" action={href} className={styles.marks} preventScrollReset replace>
      <SrtField />
      <SeenField seen={messages.at(-1)?.key} />
      {awaits ? (
        <Button type="submit" name="step" value="settle" size="small" kind="quiet">
          {t('talk.settle')}
        </Button>
      ) : null}
      <Button type="submit" name="step" value={isUnread ? 'read' : 'unread'} size="small" kind="quiet">
        {isUnread ? t('talk.read') : t('talk.unread')}
      </Button>
    </Form>
  )
}

function Pictures({ pictures, who }: { pictures: readonly Omit<Picture, 'alt'>[]; who: string }) {
  const { t } = useTexts()
  if (pictures.length === 0) return null
  return (
    <ul className={styles.pictures}>
      {pictures.map(({ hash, width, height }, index) => (
        <li key={hash}>
          <a href={pictureHref(hash, 'large')} target="_blank" rel="noreferrer">
            <img
              src={pictureHref(hash, 'small')}
              alt={t('talk.picture', { n: index + 1, who })}
              width={width}
              height={height}
              loading="lazy"
              decoding="async"
              className={styles.picture}
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

interface MessageFormProps {
  form: ThreadForm
  /** The key of the last message on the page. */
  seen: string | undefined
  answer: ThreadAnswer | null
  isAnswer: boolean
  /** Reads the form anew where it stands; without it, its page is opened with the template. */
  onTemplate?: (href: string) => void
  children?: ReactNode
}

/**
 * What is typed and not sent, by what it is about: whoever looks into the order's other forms meanwhile, or goes back a
 * page, finds it again. Only a browser writes here, and what it keeps ends with the document.
 */
const typed = new Map<string, string>()

/** The form of the next message. */
export function MessageForm({ form, seen, answer, isAnswer, onTemplate, children }: MessageFormProps) {
  const { t } = useTexts()
  const { href, messageKey, subject, draft } = form
  const about = subject ?? href
  const [text, setText] = useState(() => answer?.text ?? (typed.get(about) || (draft?.text ?? '')))
  useEffect(() => void typed.set(about, text), [about, text])
  const draftId = draft?.id ?? null
  const [shownId, setShownId] = useState(draftId)
  // A template that was asked for while something was typed goes after it.
  if (draftId !== shownId) {
    setShownId(draftId)
    if (draft) setText(text.trim() === '' ? draft.text : `${text.trimEnd()}\n\n${draft.text}`)
  }
  return (
    <>
      <TemplateChoice form={form} onTemplate={onTemplate} />
      <Form
        method="post"
        action={href}
        encType="multipart/form-data"
        className={styles.form}
        preventScrollReset
        replace
        onSubmit={() => typed.delete(about)}
      >
        <SrtField />
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
          maxLength={messageLimits.text}
          dir="auto"
        />
        {answer && answer.pictures.length > 0 ? <KeptPictures pictures={answer.pictures} /> : null}
        <div className={styles.below}>
          <ChosenPhotos kept={answer?.pictures.length ?? 0} />
          <Button type="submit" name="step" value="send">
            {isAnswer ? t('talk.answer') : t('talk.send')}
          </Button>
        </div>
        {answer?.pictureErrors.map((error) => (
          <FieldError key={error} id={undefined} error={error} />
        ))}
      </Form>
    </>
  )
}

/** Pictures that were taken, of a message that was not sent. */
function KeptPictures({ pictures }: { pictures: ThreadAnswer['pictures'] }) {
  const { t } = useTexts()
  return (
    <ul className={styles.pictures}>
      {pictures.map(({ hash, width, height }, index) => (
        <li key={hash}>
          <label className={styles.kept}>
            <img src={pictureHref(hash, 'small')} alt="" width={width} height={height} className={styles.picture} />
            <span>
              <input type="checkbox" name="picture" value={hash} defaultChecked />{' '}
              {t('talk.photos.keep', { n: index + 1 })}
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}

function TemplateChoice({
  form: { templates, templateHref, templateFields },
  onTemplate,
}: Pick<MessageFormProps, 'form' | 'onTemplate'>) {
  const { t } = useTexts()
  if (templates.length === 0) return null
  return (
    <Form
      method="get"
      action={templateHref}
      className={styles.templates}
      preventScrollReset
      onSubmit={(event) => {
        if (!onTemplate) return
        event.preventDefault()
        const asked = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value]] : [],
        )
        onTemplate(`${templateHref}?${new URLSearchParams(asked)}`)
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
      <Button type="submit" size="small">
        {t('talk.template.insert')}
      </Button>
    </Form>
  )
}
