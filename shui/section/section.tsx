import { useId } from 'react'
import type { ReactNode } from 'react'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import styles from './section.module.css'

export interface SectionProps {
  title: TextInput
  /** Quiet, beside the title: "23 open, 4 late". */
  count?: TextInput | null
  /** At the end of the title's line: a link to all of it. */
  action?: TextInput | null
  /** At the end of the title's line instead of a link: a small switch. */
  controls?: ReactNode
  /** The heading's level; 2 by default. */
  level?: 2 | 3
  children?: ReactNode
  onAction?: (name: string) => void
}

/** A part of a page: a title over a hairline, then its body. Named by its title, so that it can be found by ear. */
export function Section({ title, count, action, controls, level = 2, children, onAction }: SectionProps) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={styles.section} aria-labelledby={id}>
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
