import styles from './sums.module.css'

/** Amounts under each other, written out; the last one is what they come to. */
export function Sums({ rows }: { rows: readonly (readonly [name: string, amount: string])[] }) {
  return (
    <dl className={styles.sums}>
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
