import { classNames } from '#shui/class-names.ts'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import styles from './seller-level.module.css'
import type { MeasureModel } from './measures-view.server.ts'
import type { LevelModel } from './seller-level-view.server.ts'
import type { Fault } from '#features/core/seller-level/seller-level.ts'

interface MeasuresProps {
  level: LevelModel
  fault: Fault
  /** How soon questions before the sale are answered; null if the marketplace does not measure it. */
  responses: string | null
}

export function MeasuresSection({ level, fault, responses }: MeasuresProps) {
  const { t } = useTexts()
  const supposes = level.measures.some(({ supposed }) => supposed !== null)
  const columns = [
    { key: 'count', label: t('level.column.count'), isNumber: true },
    { key: 'rate', label: t('level.column.rate'), isNumber: true },
    { key: 'required', label: level.required },
    { key: 'status', label: t('word.status') },
    ...(supposes ? [{ key: 'supposed', label: t('level.whatIf'), isNumber: true }] : []),
  ]
  const rows = level.measures.map((measure) => ({
    key: measure.id,
    isCurrent: measure.id === fault,
    name: <Name measure={measure} isShown={measure.id === fault} />,
    cells: [
      measure.count,
      measure.rate ?? '–',
      <Requirement key="required" measure={measure} />,
      <Status key="status" {...measure.status} />,
      measure.supposed ? (
        <span key="supposed" className={styles[measure.supposed.tone]}>
          {measure.supposed.text}
        </span>
      ) : (
        '–'
      ),
    ],
  }))
  return (
    <Section title={t('level.measured')} count={level.measured}>
      <CardTable head={t('level.column.measure')} columns={columns} rows={rows} className={styles.measures} />
      {responses ? <p className={styles.responses}>{responses}</p> : null}
    </Section>
  )
}

function Name({ measure: { name, what, href }, isShown }: { measure: MeasureModel; isShown: boolean }) {
  return (
    <>
      {href ? (
        <PageLink to={href} aria-current={isShown || undefined} preventScrollReset>
          {name}
        </PageLink>
      ) : (
        name
      )}
      <span className={styles.what}>{what}</span>
    </>
  )
}

function Requirement({ measure: { required, gauge, status } }: { measure: MeasureModel }) {
  return (
    <span className={styles.required}>
      {required}
      {gauge ? <Gauge {...gauge} tone={status.tone} /> : null}
    </span>
  )
}

const width = 108

function Gauge({ value, limit, tone }: NonNullable<MeasureModel['gauge']> & { tone: MeasureModel['status']['tone'] }) {
  return (
    <svg className={classNames(styles.gauge, styles[tone])} width={width} height={14} aria-hidden="true">
      <rect className={styles.track} y={4} width={width} height={6} rx={3} />
      <rect className={styles.used} y={4} width={value * width} height={6} rx={3} />
      <rect className={styles.limit} x={limit * width - 1} width={2} height={14} />
    </svg>
  )
}

export function RulesSection({ rules }: { rules: readonly string[] }) {
  const { t } = useTexts()
  return (
    <Section title={t('level.how')}>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Section>
  )
}
