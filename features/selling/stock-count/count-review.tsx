import { useEffect, useRef, type MouseEvent } from 'react'
import type { Scanner } from '#features/machinery/scanning/kept-queue.ts'
import { ScanField } from '#features/machinery/scanning/scan-field.tsx'
import { SendTrouble } from '#features/machinery/scanning/send-trouble.tsx'
import { signedNumber } from '#features/selling/inventory/signed-number.ts'
import { Button } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { FormErrors } from '#web/form-errors.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { LastScans } from './last-scans.tsx'
import styles from './stock-count.module.css'
import type { CountModel } from './stock-count-page.server.ts'
import { UnknownCodes } from './unknown-codes.tsx'
import { useCountStation } from './use-count-station.ts'
import { Input } from '#shui/form/controls.tsx'
import type { CountedModel } from './count-view.ts'

interface CountedFieldProps {
  item: CountedModel
  formKey: string
  onCorrect: (number: string, counted: number) => void
}

/** How many were counted, corrected in place: Enter or leaving the field takes it. */
function CountedField({ item: { number, sku, counted }, formKey, onCorrect }: CountedFieldProps) {
  const { t } = useTexts()
  const field = useRef<HTMLInputElement>(null)
  const take = () => {
    const input = field.current
    if (!input || Number(input.value) === counted) return
    if (/^\d{1,7}$/.test(input.value) && Number(input.value) <= 1_000_000) onCorrect(number, Number(input.value))
    else input.value = String(counted)
  }
  return (
    <PageForm
      data-offline=""
      className={styles.counted}
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="item" value={number} />
      <Input
        ref={field}
        name="counted"
        width="short"
        figures="numeric"
        defaultValue={counted}
        aria-label={t('inventory.count.counted.of', { sku })}
        onBlur={take}
      />
      <noscript>
        <Button type="submit" name="step" value="correct" size="small">
          {t('common.save')}
        </Button>
      </noscript>
    </PageForm>
  )
}

const applyButton = 'apply-count'

interface CountReviewProps {
  count: CountModel
  /** Key of the page's next form, and why the last one was refused. */
  form: { key: string; error: string | undefined }
  scanner: Scanner
  /** Whether what is expected is hidden. */
  isBlind: boolean
  mayCount: boolean
}

/** A count: scanned into, corrected, and applied. */
export function CountReview({ count, form, scanner, isBlind, mayCount }: CountReviewProps) {
  const { t } = useTexts()
  const station = useCountStation({ id: count.id, items: count.items, ...count.sums }, scanner)
  const { state, items, trouble } = station
  const waitForScans = useApply(station)
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <SendTrouble {...station} back={paths.stockCount(count.id)} />
      {mayCount ? (
        <PageForm
          data-offline=""
          className={styles.scan}
          onSubmit={(event) => {
            event.preventDefault()
            station.scan(field.current?.value ?? '')
            if (field.current) field.current.value = ''
          }}
        >
          <input type="hidden" name="key" value={form.key} />
          <input type="hidden" name="step" value="add" />
          <ScanField label={t('inventory.count.scan')} name="codes" field={field} onCode={station.scan} />
        </PageForm>
      ) : null}
      {mayCount && count.waiting.length > 0 ? <Waiting waiting={count.waiting} formKey={form.key} /> : null}
      <LastScans lines={state.lines} items={items} isBlind={isBlind} />
      <Section
        title={
          isBlind
            ? t('inventory.count.summary.blind', { n: state.rows })
            : t('inventory.count.summary', { n: state.rows, d: state.differing })
        }
        controls={
          <>
            <PageLink to={withQuery(paths.stockCount(), { count: count.id, blind: isBlind ? null : '1' })}>
              {t(isBlind ? 'inventory.count.show' : 'inventory.count.hide')}
            </PageLink>
            {items.length > 0 ? (
              <PageLink to={paths.productLabelsOf(...items.map(({ number, counted }) => ({ number, units: counted })))}>
                {t('inventory.step.labels')}
              </PageLink>
            ) : null}
          </>
        }
      >
        <Items {...{ items, isBlind, mayCount, station, formKey: form.key }} />
        {count.left ? <p className={styles.text}>{count.left}</p> : null}
      </Section>
      <FormErrors errors={form.error === undefined ? undefined : { form: form.error }} />
      {state.unknown.length > 0 ? <UnknownCodes unknown={state.unknown} formKey={form.key} count={count.id} /> : null}
      <PageForm className={styles.actions}>
        {mayCount && (count.isOpen || items.some(({ isDone }) => !isDone)) ? (
          <Button
            id={applyButton}
            type="submit"
            name="step"
            value="apply"
            kind="primary"
            disabled={trouble !== null}
            onClick={waitForScans}
          >
            {t(count.receives ? 'inventory.receive.apply' : 'inventory.count.apply')}
          </Button>
        ) : null}
        <Button type="submit" name="step" value="discard" kind="quiet">
          {t('inventory.count.discard')}
        </Button>
      </PageForm>
    </>
  )
}

/** Scans that are on their way arrive before the count is applied: returns a handler of clicks, which lets them wait. */
function useApply({ waiting }: { waiting: number }) {
  const isPressed = useRef(false)
  useEffect(() => {
    if (waiting > 0 || !isPressed.current) return
    isPressed.current = false
    document.getElementById(applyButton)?.click()
  }, [waiting])
  return (event: MouseEvent) => {
    if (waiting === 0) return
    event.preventDefault()
    isPressed.current = true
  }
}

/** What the order waits for and nobody has scanned. */
function Waiting({ waiting, formKey }: { waiting: CountModel['waiting']; formKey: string }) {
  const { t } = useTexts()
  return (
    <Section title={t('inventory.receive.waiting', { n: waiting.length })}>
      <CardTable
        head={t('word.sku')}
        columns={[
          { key: 'title', label: t('listings.column.title'), isWords: true },
          { key: 'units', label: t('inventory.count.expected'), isNumber: true },
        ]}
        rows={waiting.map(({ sku, title, units }) => ({ key: sku, name: sku, cells: [title, units] }))}
        label={t('inventory.receive.waiting', { n: waiting.length })}
      />
      <PageForm className={styles.actions}>
        <input type="hidden" name="key" value={formKey} />
        <Button type="submit" name="step" value="fill">
          {t('inventory.receive.fill')}
        </Button>
      </PageForm>
    </Section>
  )
}

interface ItemsProps extends Pick<CountReviewProps, 'isBlind' | 'mayCount'> {
  items: ReturnType<typeof useCountStation>['items']
  station: ReturnType<typeof useCountStation>
  formKey: string
}

function Items({ items, isBlind, mayCount, station, formKey }: ItemsProps) {
  const texts = useTexts()
  const { t, number } = texts
  if (items.length === 0) return <p className={styles.text}>{t('inventory.count.empty')}</p>
  return (
    <CardTable
      head={t('word.sku')}
      columns={[
        { key: 'title', label: t('listings.column.title'), isWords: true },
        { key: 'bin', label: t('inventory.column.bin') },
        ...(isBlind ? [] : [{ key: 'expected', label: t('inventory.count.expected'), isNumber: true }]),
        { key: 'counted', label: t('inventory.count.counted'), isNumber: true },
        ...(isBlind ? [] : [{ key: 'difference', label: t('inventory.count.difference'), isNumber: true }]),
        { key: 'note', label: t('inventory.count.result'), isWords: true },
        { key: 'remove', label: t('word.remove'), isAction: true },
      ]}
      rows={items.map((item) => ({
        key: item.number,
        name: <PageLink to={item.href}>{item.sku}</PageLink>,
        cells: [
          item.title,
          item.bin,
          ...(isBlind ? [] : [number(item.expected)]),
          item.isDone || !mayCount ? (
            number(item.counted)
          ) : (
            <CountedField key={item.counted} item={item} formKey={formKey} onCorrect={station.correct} />
          ),
          ...(isBlind ? [] : [signedNumber(item.counted - item.expected, texts)]),
          item.note,
          item.isDone ? null : <Remove key="remove" number={item.number} sku={item.sku} />,
        ],
      }))}
    />
  )
}

function Remove({ number, sku }: { number: string; sku: string }) {
  const { t } = useTexts()
  return (
    <PageForm>
      <input type="hidden" name="item" value={number} />
      <Button
        type="submit"
        name="step"
        value="remove"
        size="small"
        kind="quiet"
        aria-label={t('inventory.count.remove.of', { sku })}
      >
        {t('word.remove')}
      </Button>
    </PageForm>
  )
}
