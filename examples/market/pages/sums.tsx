import styles from './sums.module.css'

/** A column of amounts ending with the total. */
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
