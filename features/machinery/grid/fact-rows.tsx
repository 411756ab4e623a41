import styles from './fact-rows.module.css'

/** A labelled fact; a total stands below a line. */
export interface FactModel {
  label: string
  text: string
  isTotal?: boolean
}

/** Labelled facts, one below the other. */
export function Facts({ facts }: { facts: readonly FactModel[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, text, isTotal }) => (
        <div key={label} className={isTotal ? styles.total : undefined}>
          <dt>{label}</dt>
          <dd>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export interface HistoryModel {
  key: string
  text: string
  by: string | null
  time: string
  dateTime: string
}

/** What happened, with its time and by whom. */
export function History({ history }: { history: readonly HistoryModel[] }) {
  return (
    <ol className={styles.history}>
      {history.map(({ key, text, by, time, dateTime }) => (
        <li key={key}>
          <time dateTime={dateTime}>{time}</time>
          <span>
            <span dir="auto">{text}</span>
            {by ? <bdi className={styles.by}>{by}</bdi> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
