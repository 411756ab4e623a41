import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { CaseAnswerForm, trackingField } from '#features/after-sale/cases/case-answer-form.tsx'
import type { CaseModel } from '#features/after-sale/cases/case-model.ts'
import type { ThreadModel } from '#features/orders/conversations/thread-view.ts'
import type { ThreadForm } from '#features/orders/conversations/message-form.tsx'
import { ThreadInBrief } from '#features/orders/conversations/thread-in-brief.tsx'
import type { TaskAction, TaskStep } from '#features/core/task/task-kind.ts'
import { Button } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { ReadingStatus } from '#web/reading-status.tsx'
import { useReading, type Reading } from '#web/use-reading.ts'
import { useSending } from '#web/use-sending.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import styles from './task-panel.module.css'
import { useLocation } from '#web/router/router.ts'
import { taskPageAt } from '#features/core/task/task-back.ts'

await loadTexts('cases', 'talk', 'tasks')

interface TaskPanelProps {
  action: TaskAction
  close: () => void
}

export function TaskPanel({ action, close }: TaskPanelProps) {
  const closeOnEscape = (event: KeyboardEvent) => {
    // During composition, Escape cancels the composition.
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.preventDefault()
    close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape, from whatever in it has the focus
    <div className={styles.panel} onKeyDown={closeOnEscape}>
      {action.step ? (
        <StepTask href={action.href} step={action.step} />
      ) : action.inPlace === 'case' ? (
        <CaseTask href={action.href} begin={action.begin} />
      ) : (
        <QuestionTask href={action.href} />
      )}
    </div>
  )
}

interface CasePage {
  model: CaseModel
  answerKey: string
}
interface Talk {
  talk: { model: ThreadModel; form: ThreadForm }
}

function usePage<Page>(href: string, route: Parameters<typeof useReading>[0]) {
  const reading = useReading<Page>(route)
  const { load } = reading
  useEffect(() => void load(href.replace(/#.*/, '')), [load, href])
  return reading
}

function CaseTask({ href, begin }: Pick<TaskAction, 'href' | 'begin'>) {
  const { t } = useTexts()
  const reading = usePage<CasePage>(href, '../features/after-sale/cases/case-page')
  const { data } = reading
  if (!data) return <Waiting reading={reading} />
  const { model, answerKey } = data
  const preselected = model.answers?.find(({ step }) => step === begin)
  return (
    <Ready href={href} way={t('tasks.openPage')} first={preselected?.tracking ? trackingField : undefined}>
      <p className={styles.words}>
        {model.words ? <q dir="auto">{model.words}</q> : model.reason}{' '}
        {model.photos.length > 0 ? (
          <span className={styles.quiet}>{t('tasks.photos', { n: model.photos.length })}</span>
        ) : null}
      </p>
      <div className={styles.answer}>
        {model.answers ? (
          <CaseAnswerForm
            number={model.number}
            answers={model.answers}
            buyer={model.buyer}
            answerKey={answerKey}
            answer={undefined}
            begin={begin}
            action={href.replace(/#.*/, '')}
          >
            <TaskBackFields />
          </CaseAnswerForm>
        ) : (
          <p className={styles.quiet}>{model.viewerNote ?? t('tasks.answered')}</p>
        )}
      </div>
    </Ready>
  )
}

function QuestionTask({ href }: { href: string }) {
  const { t } = useTexts()
  const reading = usePage<Talk>(href, '../features/order-page/conversation/conversation-page')
  const { data, load, isLost } = reading
  if (!data) return <Waiting reading={reading} />
  return (
    <Ready href={href} way={t('tasks.openPage')}>
      {isLost ? <ReadingStatus reading={reading} waiting={t('tasks.waiting')} /> : null}
      <ThreadInBrief {...data.talk} onTemplate={(url) => void load(url)}>
        <TaskBackFields />
      </ThreadInBrief>
    </Ready>
  )
}

/** A step that cannot be undone: names what it affects before the button. */
function StepTask({ href, step: { words, text, action, fields } }: { href: string; step: TaskStep }) {
  const { t } = useTexts()
  const isSending = useSending()
  return (
    <Ready href={href} way={t('tasks.openPage')}>
      <PageForm action={action} className={styles.step}>
        <TaskBackFields />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className={styles.words}>{words}</p>
        <Button type="submit" kind="primary" disabled={isSending}>
          {text}
        </Button>
      </PageForm>
    </Ready>
  )
}

function Waiting({ reading }: { reading: Reading<unknown> }) {
  const { t } = useTexts()
  return <ReadingStatus reading={reading} waiting={t('tasks.waiting')} className={styles.waiting} />
}

interface ReadyProps {
  href: string
  way: string
  first?: string | undefined
  children: ReactNode
}

/**
 * The loaded panel. Focuses the field that the line's button asks for, else the selected answer: a space typed on
 * another radio button would select it.
 */
function Ready({ href, way, first, children }: ReadyProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const find = (what: string) => root.current?.querySelector<HTMLElement>(what)
    const field = first && find(`[name="${first}"]`)
    const focusTarget =
      field || find('input[type=radio]:checked') || find('input[type=radio], textarea') || find('button')
    focusTarget?.focus()
  }, [first])
  return (
    <div ref={root}>
      <p className={styles.way}>
        <PageLink to={href}>{way}</PageLink>
      </p>
      {children}
    </div>
  )
}

/** Hidden fields that return a form to the same list, filtered and sorted as before. */
function TaskBackFields() {
  const { pathname, search } = useLocation()
  const page = taskPageAt(pathname)
  if (!page) return null
  const params = new URLSearchParams(search)
  return (
    <>
      <input type="hidden" name="back" value={page} />
      <input type="hidden" name="backKind" value={params.get('kind') ?? ''} />
      <input type="hidden" name="backSort" value={params.get('sort') ?? ''} />
    </>
  )
}
