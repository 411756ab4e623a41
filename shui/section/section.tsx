import { useId, type ReactNode } from 'react'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import styles from './section.module.css'

export interface SectionProps {
  id?: string
  title: TextInput
  /** Secondary text beside the title: "23 open, 4 late". */
  count?: TextInput | null
  action?: TextInput | null
  /** Controls at the end of the title row, instead of a link. */
  controls?: ReactNode
  level?: 2 | 3
  children?: ReactNode
  onAction?: (name: string) => void
}

export function Section({ id: own, title, count, action, controls, level = 2, children, onAction }: SectionProps) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section id={own} className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <Heading id={id} className={styles.title}>
          <Text text={title} />
        </Heading>
        {count ? (
          <span className={styles.count}>
            <Text text={count} />
          </span>
        ) : null}
        {action ? <Text text={action} className={styles.action} onAction={onAction} /> : null}
        {controls ? <div className={styles.controls}>{controls}</div> : null}
      </div>
      {children}
    </section>
  )
}
