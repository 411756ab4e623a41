import { useState, useSyncExternalStore, type PointerEvent } from 'react'
import { useModel } from '../use-model.ts'
import {
  drawingHeight,
  drawingWidth,
  isLineChart,
  stepMiddle,
  type ChartPoint,
  type LineChartModel,
} from './chart-model.ts'
import styles from './line-chart.module.css'
import { useShui } from '../context.tsx'

/**
 * A server-rendered line chart. The values of one step are shown as text above: of the last step at first, then of the
 * one under the pointer or chosen with arrow keys. A table has all values.
 */
export function LineChart({ model: given }: { model: LineChartModel }) {
  const model = useModel('shui-line-chart', isLineChart, given)
  return model ? <ValidChart model={model} /> : null
}

function ValidChart({ model }: { model: LineChartModel }) {
  const { points, drawing, label } = model
  const last = Math.max(
    0,
    points.findLastIndex((point) => point.current !== null),
  )
  const [chosen, choose] = useState<number | null>(null)
  // Another period may have fewer steps.
  const step = chosen !== null && chosen < points.length ? chosen : last
  const point = points[step]
  if (!point) return null
  const follow = (event: PointerEvent<HTMLDivElement>) => choose(stepUnder(event, points.length))
  return (
    <div className={styles.chart}>
      <Readout point={point} />
      <div className={styles.plot} dir="ltr">
        <ol className={styles.scale} aria-hidden="true">
          {model.scale.toReversed().map((value) => (
            <li key={value}>{value}</li>
          ))}
        </ol>
        <div
          className={styles.drawing}
          onPointerDown={follow}
          onPointerMove={follow}
          onPointerLeave={() => choose(null)}
        >
          <svg viewBox={`0 0 ${drawingWidth} ${drawingHeight}`} preserveAspectRatio="none" aria-hidden="true">
            <path className={styles.grid} d={drawing.gridLines.map((y) => `M0,${y}H${drawingWidth}`).join('')} />
            <path className={styles.area} d={drawing.area} />
            <path className={styles.previous} d={drawing.previous} />
            <path className={styles.current} d={drawing.current} />
            <Mark x={stepMiddle(step, points.length)} y={drawing.heights[step] ?? null} guided={chosen !== null} />
          </svg>
          <StepControl label={label} points={points} step={step} onStep={choose} />
        </div>
        <ol className={styles.axis} aria-hidden="true">
          {model.axis.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      </div>
      <ChartTable model={model} />
    </div>
  )
}

/** The values of one step with their line styles: legend and tooltip in one place. */
function Readout({ point }: { point: ChartPoint }) {
  return (
    <p className={styles.readout} aria-hidden="true">
      <span className={styles.now}>
        {point.step} <b>{point.current ?? '–'}</b> {point.details}
      </span>
      <span className={styles.before}>
        {point.previousStep} <b>{point.previous ?? '–'}</b>
      </span>
    </p>
  )
}

/** A dot that stays round when the drawing is stretched, with a line to the axis while active. */
function Mark({ x, y, guided }: { x: number; y: number | null; guided: boolean }) {
  return (
    <>
      {guided ? <path className={styles.guide} d={`M${x},0V${drawingHeight}`} /> : null}
      {y === null ? null : <path className={styles.dot} d={`M${x},${y}h0`} />}
    </>
  )
}

interface StepControlProps {
  label: string
  points: readonly ChartPoint[]
  step: number
  onStep: (step: number) => void
}

/** Moves between steps with arrow keys and announces them. Rendered only with script; the table is the fallback. */
function StepControl({ label, points, step, onStep }: StepControlProps) {
  const scripted = useSyncExternalStore(neverChanges, inBrowser, onServer)
  const point = points[step]
  if (!scripted || !point) return null
  const { step: name, current, details, previousStep, previous } = point
  return (
    <input
      type="range"
      className={styles.control}
      aria-label={label}
      aria-valuetext={`${name}: ${[current ?? '–', details].filter(Boolean).join(', ')}; ${previousStep}: ${previous ?? '–'}`}
      min={0}
      max={points.length - 1}
      value={step}
      onChange={(event) => onStep(event.currentTarget.valueAsNumber)}
    />
  )
}

const neverChanges = () => () => {}
const inBrowser = () => true
const onServer = () => false

function stepUnder({ currentTarget, clientX }: PointerEvent<HTMLDivElement>, steps: number): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(steps - 1, Math.max(0, Math.floor(((clientX - left) / width) * steps)))
}

function ChartTable({ model: { label, points, table } }: { model: LineChartModel }) {
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
