import { redirect, useLoaderData } from '#web/router/router.ts'
import { PageHead } from '#web/page-head.tsx'
import { memberAction, memberLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#shui/button/button.tsx'
import { ActionButton } from '#shui/button/action-button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { SeverityIcon } from '#shui/message/severity-icon.tsx'
import { Status } from '#shui/status/status.tsx'
import { Text } from '#shui/text/text.tsx'
import { plainText } from '#shui/text/text-model.ts'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { useLive } from '#features/machinery/live/use-live.ts'
import { navLink } from '#web/nav-link.ts'
import { Tabs } from '#shui/tabs/tabs.tsx'
import { inboxTabs } from './inbox-tabs.server.ts'
import { inboxOf, keptDays } from './message.ts'
import { isMessageKey } from './message-events.ts'
import { markRead } from './messages-db.server.ts'
import styles from './messages-page.module.css'
import { inboxModels, type InboxMessageModel } from './messages-view.ts'
import { readSoundMessages } from './page-messages.server.ts'

export const loader = memberLoader(async (args) => {
  const { hub, signedIn } = args
  // Times are in the shop's zone.
  const texts = signedIn.seller ? textsFor(args.texts.locale, signedIn.seller.timeZone) : args.texts
  const now = hub.now()
  const { sound, reader } = await readSoundMessages(hub.db.owner, args, now)
  const messages = inboxModels(inboxOf(sound, { reader, now }), texts)
  const tabs = await inboxTabs(args, messages.filter(({ unread }) => unread).length)
  return {
    messages,
    tabs,
    inbox: texts.t('grid.byStatus', { title: texts.t('conversations.title') }),
    zone: texts.zoneName(now),
    days: keptDays,
  }
})

export const action = memberAction(async ({ hub, signedIn, form }) => {
  const keys = form.getAll('read').filter(isMessageKey)
  await markRead(hub.db.owner, { memberId: signedIn.member.id, keys, now: hub.now() })
  return redirect(paths.messages, { status: 303 })
})

const concerns = ['talk'] as const

export default function MessagesPage() {
  const { messages, tabs, inbox, zone, days } = useLive(useLoaderData<typeof loader>(), concerns)
  const { t } = useTexts()
  const unread = messages.filter((message) => message.unread).map(({ key }) => key)
  const note = [t('messages.unread', { count: unread.length }), t('common.zone', { zone })].join(', ')
  return (
    <>
      <PageHead
        title={t('messages.title')}
        note={messages.length > 0 ? note : null}
        actions={unread.length > 1 ? <ReadForm keys={unread} label={t('messages.markAllRead')} /> : null}
      />
      <div className={styles.tabs}>
        <Tabs
          label={inbox}
          tabs={tabs.map(({ label, href, count, active, urgent }) => ({
            label: navLink(label, href, false).label,
            count,
            active: active === true,
            urgent: urgent === true,
          }))}
        />
      </div>
      {messages.length === 0 ? (
        <Empty title={t('messages.empty.title')} hint={t('messages.empty.hint', { days })} />
      ) : (
        <ul className={styles.messages}>
          {messages.map((message, index) => (
            <InboxMessage key={message.key} message={message} id={`message-${index}`} />
          ))}
        </ul>
      )}
    </>
  )
}

function InboxMessage({ message, id }: { message: InboxMessageModel; id: string }) {
  const { t, locale } = useTexts()
  const { key, title, content, links, severity, when, unread } = message
  return (
    <li className={styles.message}>
      <span className={styles.sign}>
        <SeverityIcon severity={severity} />
        <VisuallyHidden>{t('messages.severity', { severity })}</VisuallyHidden>
      </span>
      <div className={styles.words}>
        <h2 id={id} className={styles.title}>
          <Text text={title} />
        </h2>
        {content.map((text, index) => (
          <p key={`${index}:${plainText(text, locale)}`}>
            <Text text={text} />
          </p>
        ))}
        {links.length > 0 ? (
          <div className={styles.links}>
            {links.map((link, index) => (
              <ActionButton key={`${index}:${plainText(link, locale)}`} text={link} size="small" />
            ))}
          </div>
        ) : null}
        <p className={styles.when}>
          {unread ? <Status tone="warn" text={t('messages.isUnread')} /> : null}
          <span>{when}</span>
        </p>
      </div>
      {unread ? <ReadForm keys={[key]} label={t('word.markAsRead')} describedBy={id} /> : null}
    </li>
  )
}

/** Names the messages it marks, so that later ones stay unread. */
function ReadForm({ keys, label, describedBy }: { keys: readonly string[]; label: string; describedBy?: string }) {
  return (
    <PageForm>
      {keys.map((key) => (
        <input key={key} type="hidden" name="read" value={key} />
      ))}
      <Button type="submit" size="small" aria-describedby={describedBy}>
        {label}
      </Button>
    </PageForm>
  )
}
