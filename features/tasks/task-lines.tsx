import Banknote from 'lucide-react/icons/banknote'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import MessageCircle from 'lucide-react/icons/message-circle'
import PackageX from 'lucide-react/icons/package-x'
import Truck from 'lucide-react/icons/truck'
import Undo from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Icon, type IconShape } from '#shui/icon/icon.tsx'
import { Status } from '#shui/status/status.tsx'
import { SrtField } from '#web/srt-field.tsx'
import type { TaskAction, TaskIcon } from '#features/task/task-kind.ts'
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
}

/** Around several lists of tasks: they have their columns in common. */
export function TaskFrame({ children }: { children: ReactNode }) {
  return <div className={styles.frame}>{children}</div>
}

/** Tasks, one a line: until when, what, what is at stake, and one button that does it. */
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
  return (
    <li className={styles.line} data-task={key}>
      <span className={styles.due} title={due.full ?? undefined}>
        <Status tone={due.tone} text={due.text} />
      </span>
      <span className={styles.icon}>
        <Icon as={icons[icon]} />
      </span>
      <div className={styles.what}>
        <p className={styles.title}>
          <Link to={href} prefetch="intent">
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
        {action ? <Act action={action} /> : null}
      </span>
    </li>
  )
}

/** Leads to where it is done, or does it. */
function Act({ action: { text, label, href, fields } }: { action: TaskAction }) {
  if (!fields)
    return (
      <ButtonLink href={href} aria-label={label}>
        {text}
      </ButtonLink>
    )
  return (
    <Form method="post" action={href}>
      <SrtField />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" aria-label={label}>
        {text}
      </Button>
    </Form>
  )
}

/** An order's number is not torn apart at its hyphens. */
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
