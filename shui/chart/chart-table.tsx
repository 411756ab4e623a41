import type { LineChartModel } from './chart-model.ts'
import { useShui } from '../context.tsx'
import styles from './line-chart.module.css'

export function ChartTable({ model: { label, points, table } }: { model: LineChartModel }) {
  const { Link } = useShui()
  const linked = (text: string | null, href: string | null | undefined) =>
    text !== null && href ? <Link href={href}>{text}</Link> : (text ?? '–')
  return (
    <details className={styles.disclosure}>
      <summary>{table.open}</summary>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be focusable */}
      <div className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
        <table className={styles.table}>
          <caption className={styles.caption}>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{table.step}</th>
              <th scope="col">{table.current}</th>
              <th scope="col">{table.details}</th>
              <th scope="col">{table.previousStep}</th>
              <th scope="col">{table.previous}</th>
              {table.more?.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.step}>
                <th scope="row">{point.step}</th>
                <td>{linked(point.current, point.href)}</td>
                <td>{linked(point.details, point.href)}</td>
                <td className={styles.quiet}>{point.previousStep}</td>
                <td className={styles.quiet}>{linked(point.previous, point.previousHref)}</td>
                {point.more?.map((text, column) => (
                  <td key={table.more?.[column] ?? column}>{linked(text, point.moreHref)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
