import { useKeyName } from '#shui/use-key-name.ts'
import Banknote from 'lucide-react/icons/banknote'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import MessageCircle from 'lucide-react/icons/message-circle'
import PackageOpen from 'lucide-react/icons/package-open'
import PackageX from 'lucide-react/icons/package-x'
import Truck from 'lucide-react/icons/truck'
import Undo from 'lucide-react/icons/undo-2'
import {
  lazy,
  Suspense,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  createContext,
} from 'react'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { useShui } from '#shui/context.tsx'
import { Icon, type IconShape } from '#shui/icon/icon.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { TaskAction, TaskIcon } from '#features/core/task/task-kind.ts'
import type { TaskLineModel } from './tasks-view.server.ts'
import styles from './task-lines.module.css'

const icons: Record<TaskIcon, IconShape> = {
  parcel: Truck,
  cancellation: CircleX,
  unpaid: Clock,
  return: Undo,
  'not-received': PackageX,
  question: MessageCircle,
  money: Banknote,
  stock: PackageOpen,
}

const TaskPanel = lazy(async () => ({ default: (await import('./task-panel.tsx')).TaskPanel }))

/** Keeps which line of a page is open, also while lists are rendered again. */
export function OpenTasks({ children }: { children: ReactNode }) {
  const [key, open] = useState<string | null>(null)
  const close = useCallback(() => open(null), [])
  const state = useMemo(() => ({ key, open, close }), [key, close])
  return <OpenTaskContext value={state}>{children}</OpenTaskContext>
}

/** Contains several lists of tasks whose columns align. */
export function TaskFrame({ children }: { children: ReactNode }) {
  return (
    <OpenTasks>
      <div className={styles.frame}>{children}</div>
    </OpenTasks>
  )
}

export function TaskLines({ lines, compact = false }: { lines: readonly TaskLineModel[]; compact?: boolean }) {
  return (
    <ul className={styles.list} data-compact={compact || undefined}>
      {lines.map((line) => (
        <TaskLine key={line.key} line={line} />
      ))}
    </ul>
  )
}

function TaskLine({
  line: { key, icon, due, title, number, href, item, facts, money, action },
}: {
  line: TaskLineModel
}) {
  const { t } = useTexts()
  const keyName = useKeyName()
  const { Link } = useShui()
  const row = useRef<HTMLLIElement>(null)
  const openTask = useContext(OpenTaskContext)
  const isOpen = openTask !== null && openTask.key === key && action?.inPlace !== undefined
  const close = () => {
    openTask?.close()
    // Keyboard navigation continues from here.
    if (!row.current) return
    row.current.tabIndex = -1
    row.current.focus()
  }
  return (
    <li ref={row} className={styles.line} data-task={key} data-open={isOpen || undefined}>
      <span className={styles.due} title={due.full ?? undefined}>
        <Status tone={due.tone} text={due.text} />
      </span>
      <span className={styles.icon}>
        <Icon as={icons[icon]} />
      </span>
      <div className={styles.what}>
        <p className={styles.title}>
          <Link href={href}>
            <Title title={title} number={number} />
          </Link>
        </p>
        <p className={styles.about}>
          {item ? (
            <span className={styles.item}>
              <bdi className={styles.itemTitle}>{item.title}</bdi>
              {item.more}
            </span>
          ) : null}
          <span className={styles.facts}>
            {facts.map((fact) => (
              <bdi key={fact}>{fact}</bdi>
            ))}
          </span>
        </p>
      </div>
      {money ? (
        <p className={styles.money}>
          {money.main}
          {money.others ? <span className={styles.others}>{money.others}</span> : null}
        </p>
      ) : null}
      <span className={styles.action} data-act>
        {isOpen ? (
          <Button kind="quiet" aria-expanded onClick={close}>
            {t('word.close')} <kbd className={styles.key}>{keyName('Escape')}</kbd>
          </Button>
        ) : action ? (
          <Act action={action} open={openTask && action.inPlace ? () => openTask.open(key) : null} />
        ) : null}
      </span>
      {isOpen ? (
        <div className={styles.panel}>
          <Suspense>
            <TaskPanel action={action} close={close} />
          </Suspense>
        </div>
      ) : null}
    </li>
  )
}

/** Opens the task in place or goes to its page; without script, or with a modifier key, always its page. */
function Act({ action: { text, label, href }, open }: { action: TaskAction; open: (() => void) | null }) {
  const openHere = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !open) return
    event.preventDefault()
    open()
  }
  return (
    <ButtonLink href={href} aria-label={label} {...(open ? { onClick: openHere } : {})}>
      {text}
    </ButtonLink>
  )
}

/** Keeps the hyphens of an order number unbroken. */
function Title({ title, number }: Pick<TaskLineModel, 'title' | 'number'>) {
  const at = number === null ? -1 : title.indexOf(number)
  if (number === null || at < 0) return title
  return (
    <>
      {title.slice(0, at)}
      <span className={styles.number}>{number}</span>
      {title.slice(at + number.length)}
    </>
  )
}

/** The line of a page that is open in place, at most one. Null if lines cannot be opened in place. */
interface OpenTask {
  key: string | null
  open: (key: string) => void
  close: () => void
}

const OpenTaskContext = createContext<OpenTask | null>(null)
