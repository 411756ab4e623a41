import { lazy, Suspense, useMemo } from 'react'
import { estimateFees } from '#features/core/fees/fee.ts'
import { lowestPrice } from '#features/core/listing/listing-content.ts'
import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Status } from '#shui/status/status.tsx'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'
import { useTexts } from '#texts/context.tsx'
import type { TextKey } from '#texts/texts.ts'
import { useFields, useFormView, useLiveContent, useLiveTyped } from '../form/form-context.tsx'
import { problemValues } from '../form/field-label.ts'
import { useGatheredRows } from '../form/gathered-rows.ts'
import { liveProblems } from '../form/standing-errors.ts'
import styles from './summary-panel.module.css'

// On the server at once, as the section of variations.
const loadLines = async () => ({ default: (await import('./break-even-lines.tsx')).BreakEvenLines })
const BreakEvenLines = typeof window === 'undefined' ? (await loadLines()).default : lazy(loadLines)

export function SummaryPanel() {
  const { t } = useTexts()
  const missing = useMissing()
  return (
    <aside className={styles.panel} aria-label={t('listingForm.summary')}>
      <Completeness missing={missing} />
      <Estimate />
      <OtherSteps />
      <PublishBar missing={missing} />
    </aside>
  )
}

interface MissingProps {
  missing: readonly { fieldId: string; text: string }[]
}

/** Fields still required for publishing, in form order. */
function useMissing(): MissingProps['missing'] {
  const { t } = useTexts()
  const view = useFormView()
  const typed = useLiveTyped()
  const entries = useMemo(
    () =>
      liveProblems(view, typed).map((problem) => ({
        field: problem.field,
        fieldId: problem.fieldId,
        text: t(`listingForm.short.${problem.problem}`, problemValues(problem, view.aspectNames)),
      })),
    [view, typed, t],
  )
  return useGatheredRows(entries)
}

function Completeness({ missing }: MissingProps) {
  const { t } = useTexts()
  const content = useLiveContent()
  const advice = [
    ...(content.description === '' ? (['description'] as const) : []),
    ...(content.sku === null ? (['sku'] as const) : []),
    ...(content.parcel.weightGrams === null ? (['weight'] as const) : []),
  ]
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{t('listingForm.completeness')}</h2>
      {missing.length === 0 ? (
        <Status tone="good" text={t('listingForm.complete')} />
      ) : (
        <ul className={styles.missing}>
          {missing.map(({ fieldId, text }) => (
            <li key={`${fieldId} ${text}`}>
              <a href={`#${fieldId}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
      {advice.length > 0 ? (
        <p className={styles.advice}>
          {t('listingForm.advice')}{' '}
          {advice.map((name, index) => (
            <span key={name}>
              {index > 0 ? ', ' : ''}
              <a href={`#${name}`}>{t(`listingForm.field.${name}`)}</a>
            </span>
          ))}
        </p>
      ) : null}
    </section>
  )
}

/** Fees and proceeds of one sale. */
function Estimate() {
  const { t, money, moment, country, percent } = useTexts()
  const field = useFields()
  const { fees, leaf, policies, currency, insertionFeeMinor, packagingMinor, skuCost, listing } = useFormView()
  const content = useLiveContent()
  const itemMinor = lowestPrice(content)
  const shippingMinor = policies.find(({ id }) => id === content.policies.FULFILMENT)?.priceMinor ?? 0
  const line = (key: TextKey, minor: number, kind: 'plain' | 'sum' = 'plain') => (
    <div className={kind === 'sum' ? styles.sum : styles.line}>
      <dt>{t(key)}</dt>
      <dd>{money({ minor, currency })}</dd>
    </div>
  )
  const { postageMinor } = content
  const skuMinor = skuCost?.sku === content.sku ? skuCost.minor : null
  const costMinor = content.costMinor ?? skuMinor
  const insertionMinor = listing ? 0 : insertionFeeMinor
  const sale = {
    itemMinor: itemMinor ?? 0,
    shippingMinor,
    costMinor: (costMinor ?? 0) + packagingMinor,
    postageMinor: postageMinor ?? 0,
    insertionMinor,
  }
  const estimate = fees && itemMinor !== null ? estimateFees(fees, leaf?.fees ?? 'DEFAULT', sale) : null
  return (
    <section className={styles.part} aria-live="off">
      <h2 className={styles.title}>{t('listingForm.estimate')}</h2>
      <div className={styles.costs}>
        {(['cost', 'postage'] as const).map((name) => (
          <TextField key={name} label={t(`listingForm.field.${name}`)} {...field(name)} figures="decimal" />
        ))}
      </div>
      {skuMinor !== null && content.costMinor === null ? (
        <p className={styles.quiet}>
          {t('listingForm.estimate.skuCost', { cost: money({ minor: skuMinor, currency }) })}
        </p>
      ) : null}
      {estimate && itemMinor !== null ? (
        <dl className={styles.lines} data-testid="estimate">
          {line('word.price', itemMinor)}
          {line('listingForm.estimate.shipping', shippingMinor)}
          {line('listingForm.estimate.variable', -estimate.variableMinor)}
          {line('listingForm.estimate.fixed', -estimate.fixedMinor)}
          {insertionMinor > 0 ? line('listingForm.estimate.insertion', -insertionMinor) : null}
          {sale.postageMinor > 0 ? line('listingForm.estimate.postage', -sale.postageMinor) : null}
          {packagingMinor > 0 ? line('listingForm.estimate.packaging', -packagingMinor) : null}
          {costMinor !== null && costMinor > 0 ? line('listingForm.estimate.cost', -costMinor) : null}
          {line('word.profit', estimate.leftMinor, 'sum')}
          {costMinor !== null && itemMinor + shippingMinor > 0 ? (
            <div className={styles.line}>
              <dt>{t('listingForm.estimate.margin')}</dt>
              <dd>{percent(estimate.leftMinor / (itemMinor + shippingMinor))}</dd>
            </div>
          ) : null}
        </dl>
      ) : (
        <p className={styles.quiet}>
          {fees ? t('listingForm.estimate.noPrice') : t('listingForm.estimate.noPack', { currency })}
        </p>
      )}
      {costMinor !== null && fees ? (
        <Suspense fallback={null}>
          <BreakEvenLines fees={fees} group={leaf?.fees ?? 'DEFAULT'} sale={sale} currency={currency} />
        </Suspense>
      ) : null}
      {fees ? (
        <p className={styles.quiet}>
          {t('listingForm.estimate.note', {
            marketplace: country(fees.marketplace),
            date: moment(new Date(`${fees.asOf}T12:00Z`), 'date'),
          })}{' '}
          {listing || insertionMinor > 0 ? '' : t('listingForm.estimate.insertionFree')}
        </p>
      ) : null}
    </section>
  )
}

/** Always visible, at the bottom on phones: number of missing fields, linked to the first, and the button. */
function PublishBar({ missing }: MissingProps) {
  const { t } = useTexts()
  const { hidden } = useFormView()
  const typed = useLiveTyped()
  const [first] = missing
  const publish =
    hidden.mode === 'ReviseItem'
      ? 'listingForm.revise'
      : typed['startDate']
        ? 'listingForm.scheduleIt'
        : 'listingForm.publish'
  return (
    <div className={styles.bar}>
      {first ? (
        <a href={`#${first.fieldId}`} className={styles.count}>
          <Status tone="warn" text={t('listingForm.missing', { n: missing.length })} />
          <VisuallyHidden>, {t('listingForm.missing.first', { field: first.text })}</VisuallyHidden>
        </a>
      ) : null}
      <Button type="submit" name="intent" value="publish" kind="primary">
        {t(publish)}
      </Button>
    </div>
  )
}

function OtherSteps() {
  const { t } = useTexts()
  const { savedAt } = useFormView()
  return (
    <div className={styles.steps}>
      <Button type="submit" name="intent" value="save">
        {t('listingForm.saveDraft')}
      </Button>
      <Button type="submit" name="intent" value="preview">
        {t('listingForm.preview')}
      </Button>
      {savedAt ? (
        <Button type="submit" name="intent" value="discard" kind="quiet">
          {t('listingForm.discard')}
        </Button>
      ) : null}
    </div>
  )
}
