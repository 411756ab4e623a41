import type { ReactNode } from 'react'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import styles from './empty.module.css'

export interface EmptyProps {
  title: TextInput
  hint?: TextInput | null
  icon?: IconShape
  children?: ReactNode
  level?: 2 | 3
}

/** Empty state of a list: what is missing and what to do next. */
export function Empty({ title, hint, icon, children, level = 2 }: EmptyProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={styles.empty}>
      {icon ? (
        <span className={styles.icon}>
          <Icon as={icon} size={20} />
        </span>
      ) : null}
      <Heading className={styles.title}>
        <Text text={title} />
      </Heading>
      {hint ? (
        <p className={styles.hint}>
          <Text text={hint} />
        </p>
      ) : null}
      {children ? <div className={styles.actions}>{children}</div> : null}
    </div>
  )
}
