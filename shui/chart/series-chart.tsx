import { useModel } from '../use-model.ts'
import { classNames } from '../class-names.ts'
import lines from './line-chart.module.css'
import { isSeriesChart, type SeriesChartModel } from './series-model.ts'
import styles from './series-chart.module.css'

/** Columns or lines of up to four series, drawn on the server; a table has all values. */
export function SeriesChart({ model: given }: { model: SeriesChartModel }) {
  const model = useModel('shui-series-chart', isSeriesChart, given)
  if (!model) return null
  const { width, height, series, gridLines, mark, table, label } = model
  return (
    <div className={lines.chart} data-kind={model.kind}>
      <ul className={styles.legend} aria-hidden="true">
        {series.map(({ name, value }, nth) => (
          <li key={name} data-nth={nth}>
            {name} {value === null ? null : <b>{value}</b>}
          </li>
        ))}
      </ul>
      <div className={lines.plot} dir="ltr" aria-hidden="true">
        <ol className={lines.scale}>
          {model.scale.toReversed().map((value) => (
            <li key={value}>{value}</li>
          ))}
        </ol>
        <div className={classNames(lines.drawing, styles.drawing)}>
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
            <path className={lines.grid} d={gridLines.map((y) => `M0,${y}H${width}`).join('')} />
            {series.map(({ name, path }, nth) => (
              <path key={name} className={styles.series} data-nth={nth} d={path} />
            ))}
            {mark ? <path className={styles.mark} d={`M${mark.x},0V${height}`} /> : null}
          </svg>
          {mark ? (
            <svg className={styles.words} overflow="visible">
              <text x={`${(mark.x * 100) / width}%`} y="-4" textAnchor={mark.x > width * 0.7 ? 'end' : 'start'}>
                {mark.text}
              </text>
            </svg>
          ) : null}
        </div>
        <ol className={lines.axis}>
          {model.axis.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      </div>
      <details className={lines.disclosure}>
        <summary>{table.open}</summary>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be focusable */}
        <div className={lines.scroller} role="region" aria-label={label} tabIndex={0}>
          <table className={lines.table}>
            <caption className={lines.caption}>{label}</caption>
            <thead>
              <tr>
                <th scope="col">{table.head}</th>
                {table.columns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(({ name, cells }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, column) => (
                    <td key={table.columns[column] ?? column}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  )
}
