import styles from './case-view.module.css'

/** A labelled fact; a total stands below a line. */
export interface FactModel {
  label: string
  text: string
  isTotal?: boolean
}

/** Facts below each other. */
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
