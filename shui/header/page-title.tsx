import { createContext, use, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import styles from './page-title.module.css'

/** What the frame has to say on every page: it stands below the page's title, which comes first. */
export const PageNotices = createContext<ReactNode>(null)

export interface PageTitleProps {
  title: TextInput
  /** Beside the title: how the page's subject stands. */
  status?: ReactNode
  /** Quiet, beside the title: the period, the zone. */
  note?: TextInput | null
  /** One primary button, at most two more. */
  actions?: ReactNode
  /** Few enough to stay beside the title on a phone. */
  actionsStay?: boolean
  /** Above the title: the way back. */
  before?: ReactNode
}

/** The page's only h1, with what can be done on the page. It takes focus by script when a page or its results change. */
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
