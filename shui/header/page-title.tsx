import { createContext, use, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import styles from './page-title.module.css'

/** Notices of the frame, rendered below the page title. */
export const PageNotices = createContext<ReactNode>(null)

export interface PageTitleProps {
  title: TextInput
  /** State of the page's subject, beside the title. */
  status?: ReactNode
  /** Secondary text beside the title: period, time zone. */
  note?: TextInput | null
  /** One primary button and at most two others. */
  actions?: ReactNode
  /** Few enough to stay beside the title on a phone. */
  actionsStay?: boolean
  before?: ReactNode
}

/** The page's only h1 with its actions. Scripts focus it when the page or its results change. */
export function PageTitle({ title, status, note, actions, actionsStay = false, before }: PageTitleProps) {
  return (
    <>
      <div className={classNames(styles.row, actionsStay && styles.oneLine)}>
        {before ? <div className={styles.before}>{before}</div> : null}
        <h1 className={styles.title} tabIndex={-1}>
          <Text text={title} />
        </h1>
        {status ? <div className={styles.status}>{status}</div> : null}
        {note ? (
          <p className={styles.note}>
            <Text text={note} />
          </p>
        ) : null}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      {use(PageNotices)}
    </>
  )
}
