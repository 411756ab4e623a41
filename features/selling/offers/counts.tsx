import styles from './form-with-results.module.css'

export interface Count {
  key: string
  label: string
  value: string
}

/** Figures with their labels, side by side. */
export const Counts = ({ counts }: { counts: readonly Count[] }) => (
  <dl className={styles.counts}>
    {counts.map(({ key, label, value }) => (
      <div key={key}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
