import CircleCheck from 'lucide-react/icons/circle-check'
import Truck from 'lucide-react/icons/truck'
import { useMemo, useRef, useEffect, type RefObject } from 'react'
import { useLoaderData } from '#web/router/router.ts'
import { readMailChoices } from '#features/core/task/mail-choices-db.server.ts'
import { morning } from '#features/core/task/mail-rules.ts'
import { compact, expand } from '#lib/compact.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { paths } from '#web/paths.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { KeyHints } from '#web/key-hints.tsx'
import { PageHead } from '#web/page-head.tsx'
import { useTaskDone } from '#features/core/task/use-task-done.ts'
import { useLive } from '#features/machinery/live/use-live.ts'
import { PageLink } from '#web/page-link.tsx'
import { TaskFrame, TaskLines } from './task-lines.tsx'
import { taskKeys, lineTo, taskCommand, type LineAt, type TaskCommand } from './task-keys.ts'
import { readTasksPage, taskReader } from './tasks-read.server.ts'
import { readTasksQuery, type TasksFrameModel, type TaskSectionModel } from './tasks-view.server.ts'
import styles from './tasks-page.module.css'
import { singleKeysStore } from '#shui/grid/use-grid-keys.ts'
import { useStored } from '#shui/grid/use-stored.ts'

/**
 * Handles the keys of the task list while focus is in it or nowhere. Returns whether single keys are on, a choice
 * stored for all lists of this browser.
 */
function useTaskKeys(root: RefObject<HTMLElement | null>): boolean {
  const [stored] = useStored('localStorage', singleKeysStore)
  const single = stored !== 'off'
  const last = useRef<LineAt | null>(null)
  useEffect(() => {
    // Kept while focus is on the page's heading, which receives it when a task is done; cleared when it moves to
    // another control.
    const remember = ({ target }: FocusEvent) => {
      if (!root.current || !(target instanceof Element)) return
      const line = target.closest<HTMLElement>('[data-task]')
      if (line) last.current = { key: keyOf(line), at: linesOf(root.current).indexOf(line) }
      else if (target.matches('a, button, input')) last.current = null
    }
    const listen = (event: KeyboardEvent) => {
      const command = taskCommand(event, single)
      if (!root.current || !command || !isFree(root.current, event.target, command)) return
      if (run(command, root.current, last.current)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    document.addEventListener('focusin', remember)
    return () => {
      document.removeEventListener('keydown', listen)
      document.removeEventListener('focusin', remember)
    }
  }, [root, single])
  return single
}

/** Fields and dialogs keep their keys; a focused link or button keeps Enter. */
function isFree(root: HTMLElement, target: EventTarget | null, command: TaskCommand): boolean {
  if (!(target instanceof Element) || document.querySelector('dialog[open], [popover]:popover-open')) return false
  if (target.matches('input, select, textarea, [contenteditable]')) return false
  if (command === 'open') return target.matches('[data-task]')
  return target === document.body || root.contains(target)
}

const linesOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('[data-task]')]
const keyOf = (line: HTMLElement) => line.dataset['task'] ?? ''

/** Returns whether the key did something. */
function run(command: TaskCommand, root: HTMLElement, last: LineAt | null): boolean {
  const lines = linesOf(root)
  const current = document.activeElement?.closest<HTMLElement>('[data-task]') ?? null
  switch (command) {
    case 'next':
    case 'previous':
      return moveTo(lines[lineTo(command, lines.map(keyOf), last)])
    case 'open':
      return press(current?.querySelector('p a'))
    case 'act':
      return press(current?.querySelector('[data-act] :is(a, button)'))
  }
}

function moveTo(line: HTMLElement | undefined): boolean {
  if (!line) return false
  // Focusable by these keys only; Tab still moves between links and buttons.
  line.tabIndex = -1
  line.focus()
  return true
}

function press(control: HTMLElement | null | undefined): boolean {
  control?.click()
  return Boolean(control)
}

await loadTexts('tasks')

/** Reads all tasks. Days and times are in the shop's zone, whatever the reader's. */
export const loader = sellerLoader('hub.view', async ({ hub, seller, member, texts: own, url, read }) => {
  const reader = taskReader(seller, { now: hub.now(), deadlines: hub.config.policyPack.deadlines })
  const texts = textsFor(own.locale, seller.timeZone)
  return read(async (db) => {
    const page = await readTasksPage(db, readTasksQuery(url.searchParams, seller.role), reader, {
      texts,
      role: seller.role,
    })
    const mails = await readMailChoices(db, { sellerId: seller.id, memberId: member.id, role: seller.role })
    return compact({ ...page, morning: mails.morning ? morning.from : null })
  })
})

const concerns = ['orders', 'talk'] as const

export default function TasksPage() {
  const loaded = useLive(useLoaderData<typeof loader>(), concerns)
  const { frame, sections, morning: mail } = useMemo(() => expand(loaded), [loaded])
  const { t } = useTexts()
  const done = useTaskDone()
  const root = useRef<HTMLDivElement>(null)
  const single = useTaskKeys(root)
  return (
    <div ref={root} className={styles.page}>
      <PageHead
        title={t('tasks.title')}
        done={done}
        note={frame.note}
        actions={
          <>
            <ButtonLink href={paths.mailSettings} kind="quiet">
              {mail === null ? t('taskMails.off') : t('taskMails.on', { time: mail })}
            </ButtonLink>
            {frame.late ? (
              <ButtonLink href={frame.late.href} icon={Truck}>
                {frame.late.text}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <Choices frame={frame} />
      <TaskFrame>
        {sections.map((section) => (
          <TaskSection key={section.key} section={section} />
        ))}
      </TaskFrame>
      {sections.length === 0 ? <Empty title={t('tasks.none')} hint={t('tasks.noneHint')} icon={CircleCheck} /> : null}
      {frame.foot ? <Foot foot={frame.foot} withKeys={single} /> : null}
    </div>
  )
}

function Choices({ frame: { chips, sorts } }: { frame: TasksFrameModel }) {
  const { t } = useTexts()
  return (
    <div className={styles.choices}>
      <ul className={styles.chips} aria-label={t('tasks.kinds')}>
        {chips.map(({ key, label, count, href, active }) => (
          <li key={key}>
            <PageLink to={href} className={styles.chip} aria-current={active || undefined} preventScrollReset>
              {label} <b>{count}</b>
            </PageLink>
          </li>
        ))}
      </ul>
      {sorts.length > 0 ? (
        <ul className={styles.sorts} aria-label={t('tasks.sorts')}>
          {sorts.map(({ key, label, href, active }) => (
            <li key={key}>
              <PageLink to={href} aria-current={active || undefined} preventScrollReset>
                {label}
              </PageLink>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function TaskSection({ section: { key, title, isLate, count, money, lines } }: { section: TaskSectionModel }) {
  const id = `tasks-${key}`
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.due} data-late={isLate}>
          {title}
        </h2>
        <span className={styles.count}>{count}</span>
        {money === null ? null : <span className={styles.money}>{money}</span>}
      </div>
      <TaskLines lines={lines} />
    </section>
  )
}

function Foot({ foot, withKeys }: { foot: NonNullable<TasksFrameModel['foot']>; withKeys: boolean }) {
  const { t } = useTexts()
  return (
    <div className={styles.foot}>
      <p className={styles.sum}>
        {foot.count}
        {foot.money === null ? null : (
          <>
            {' '}
            <b>{foot.money}</b> <span className={styles.quiet}>{t('tasks.riskOnly')}</span>
          </>
        )}
      </p>
      {withKeys ? (
        <KeyHints keys={taskKeys.map(({ key, command }) => ({ key, text: t(`tasks.key.${command}`) }))} />
      ) : null}
    </div>
  )
}
