import type { ReactNode } from 'react'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import styles from './page-title.module.css'

export interface PageTitleProps {
  title: TextInput
  /** Quiet, beside the title: the period, the zone. */
  note?: TextInput | null
  /** One primary button, at most two more. */
  actions?: ReactNode
  /** Above the title: the way back. */
  before?: ReactNode
}

/** The page's only h1, with what can be done on the page. It takes focus by script when a page or its results change. */
export function PageTitle({ title, note, actions, before }: PageTitleProps) {
  return (
    <div className={styles.row}>
      {before ? <div className={styles.before}>{before}</div> : null}
      <h1 className={styles.title} tabIndex={-1}>
        <Text text={title} />
      </h1>
      {note ? (
        <p className={styles.note}>
          <Text text={note} />
        </p>
      ) : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  )
}
