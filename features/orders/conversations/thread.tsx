import { useEffect, useRef } from 'react'
import { Button } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useNextKey } from '#web/use-next-key.ts'
import { useBackgroundSubmit } from '#web/use-background-submit.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { MessageForm, type ThreadAnswer, type ThreadForm } from './message-form.tsx'
import { seenField } from './message.ts'
import { Messages } from './messages.tsx'
import { SeenField } from './seen-field.tsx'
import { threadId } from './thread-id.ts'
import type { ThreadModel } from './thread-view.ts'
import styles from './thread.module.css'

interface ThreadProps {
  title: string
  model: ThreadModel
  form: ThreadForm
  answer?: ThreadAnswer | null
  /** Without a form, a link leads to the conversation. */
  writes?: boolean
}

/** Conversation with a buyer, and the form for the next message. Works without script. */
export function Thread({ title, model, form, answer = null, writes = true }: ThreadProps) {
  const { t } = useTexts()
  const { messages, isUnread, awaits } = model
  const seen = messages.at(-1)?.key
  const end = useMarkedAsRead(isUnread, form.href, seen)
  // The key stays the same while other messages arrive.
  const key = useNextKey(answer?.key ?? form.messageKey, (each) => messages.some((message) => message.key === each))
  return (
    <div id={threadId} className={styles.thread}>
      <Section
        title={title}
        count={messages.length > 0 ? String(messages.length) : null}
        controls={
          <div className={styles.controls}>
            <Marks model={model} href={form.href} />
            {form.openHref === null ? null : (
              <PageLink to={form.openHref} className={styles.open}>
                {t('talk.open')}
              </PageLink>
            )}
          </div>
        }
      >
        {messages.length === 0 && !writes ? <p className={styles.none}>{t('talk.none')}</p> : null}
        <Messages messages={messages} subject={form.subject} />
        {awaits ? <p className={styles.awaits}>{t('talk.awaits')}</p> : null}
        <div ref={end}>
          {writes ? (
            <MessageForm
              key={`${key} ${answer?.key ?? ''}`}
              form={{ ...form, messageKey: key }}
              seen={seen}
              answer={answer}
            />
          ) : null}
        </div>
      </Section>
    </div>
  )
}

/**
 * Marks messages as read up to `seen` when the end of the conversation becomes visible; without script, a button does.
 * Keeps messages marked as unread on this page.
 */
function useMarkedAsRead(isUnread: boolean, href: string, seen: string | undefined) {
  const end = useRef<HTMLDivElement>(null)
  const send = useBackgroundSubmit()
  const read = useRef('')
  useEffect(() => {
    const element = end.current
    const here = `${href} ${seen}`
    if (!isUnread) read.current = here
    if (!element || read.current === here) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      read.current = here
      // If the request fails, they stay unread until seen again.
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
    <PageForm action={href} className={styles.marks} preventScrollReset replace>
      <SeenField seen={messages.at(-1)?.key} />
      {awaits ? (
        <Button type="submit" name="step" value="settle" size="small" kind="quiet">
          {t('talk.settle')}
        </Button>
      ) : null}
      <Button type="submit" name="step" value={isUnread ? 'read' : 'unread'} size="small" kind="quiet">
        {isUnread ? t('word.markAsRead') : t('talk.unread')}
      </Button>
    </PageForm>
  )
}
