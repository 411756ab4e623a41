import { Checkbox, SelectField, TextField } from '#shui/form/controls.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import styles from './buy-labels.module.css'
import { packageSizesId } from './package-sizes.tsx'
import {
  lineField,
  rowField,
  takenField,
  type LabelLineModel,
  type LabelRowModel,
  type LabelRowValues,
  type LabelSheetAnswer,
  type RateOption,
} from './label-sheet.ts'

interface LabelRowProps {
  row: LabelRowModel
  values: LabelRowValues | undefined
  /** What the provider doubts of the address. */
  doubt: string | null
  /** Which rules chose. */
  ruled: string | null
  rates: readonly RateOption[] | null
  errors: LabelSheetAnswer['errors']
  weightHint: string
  isFirst: boolean
}

/** An order on the sheet: what is known of its parcel, and the service that carries it. */
export function LabelRow({ row, ...typed }: LabelRowProps) {
  const { t } = useTexts()
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        {row.isOpen ? (
          <input
            type="checkbox"
            name={takenField}
            value={row.order}
            defaultChecked={typed.values?.isTaken ?? true}
            aria-label={t('labels.take', { order: row.order })}
          />
        ) : null}
        {row.item.image ? <img className={styles.image} src={row.item.image} alt="" width={40} height={40} /> : null}
        <div className={styles.about}>
          <PageLink to={row.href} className={styles.order}>
            {row.order}
          </PageLink>
          <span dir="auto">{row.item.title}</span>
          <span className={styles.quiet}>
            {[row.item.detail, row.buyer, row.to, row.service].filter(Boolean).join(' · ')}
          </span>
        </div>
        {row.state ? (
          <div className={styles.state}>
            <Status tone={row.state.tone} text={row.state.text} />
            {row.state.detail ? <span className={styles.quiet}>{row.state.detail}</span> : null}
          </div>
        ) : null}
      </div>
      {row.problem ? (
        <p className={styles.problem}>
          <Status tone="bad" text={row.problem} />
        </p>
      ) : null}
      {row.isOpen ? <RowFields row={row} {...typed} /> : null}
    </li>
  )
}

function RowFields({ row, values, doubt, ruled, rates, errors, weightHint, isFirst }: LabelRowProps) {
  const { t } = useTexts()
  const field = (name: 'weight' | 'size' | 'insured', usual: string) => {
    const id = rowField(name, row.order)
    return { id, name: id, defaultValue: values?.[name] ?? usual, error: errors[id], autoComplete: 'off' }
  }
  const serviceId = rowField('service', row.order)
  const isDivided = row.lines.some(({ line, open }) => (values?.units?.[line] ?? String(open)) !== String(open))
  const signatureId = rowField('signature', row.order)
  const givenId = rowField('given', row.order)
  return (
    <div className={styles.fields}>
      <input type="hidden" name={givenId} value={values?.given ?? row.given} />
      {doubt ? (
        <p className={styles.rule} dir="auto">
          <Status tone="warn" text={doubt} />
        </p>
      ) : null}
      {ruled ? (
        <p className={styles.rule} dir="auto">
          {ruled}
        </p>
      ) : null}
      <TextField
        label={t('labels.weight')}
        hint={weightHint}
        {...field('weight', row.weight)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the sheet was opened to fill its first row
        autoFocus={isFirst}
      />
      <TextField
        label={t('labels.size')}
        hint={t('labels.size.hint')}
        {...field('size', row.size)}
        list={packageSizesId}
        optional
      />
      {rates && rates.length > 0 ? (
        <SelectField
          label={t('word.service')}
          id={serviceId}
          name={serviceId}
          defaultValue={values?.service}
          error={errors[serviceId]}
          options={rates.map(({ value, text }) => ({ value, label: text }))}
        />
      ) : errors[serviceId] ? (
        <p id={serviceId} className={styles.problem} tabIndex={-1}>
          <Status tone="bad" text={errors[serviceId]} />
        </p>
      ) : null}
      {row.lines.map((line) =>
        line.customs ? <CustomsFields key={line.line} row={row} line={line} errors={errors} /> : null,
      )}
      <details className={styles.more} open={isDivided || (values?.insured ?? '') !== '' || values?.signature === true}>
        <summary>{t('labels.more')}</summary>
        <div className={styles.fields}>
          {row.lines.length > 1 || (row.lines[0]?.open ?? 0) > 1
            ? row.lines.map(({ line, title, open }) => {
                const id = lineField('units', row.order, line)
                return (
                  <TextField
                    key={line}
                    label={t('labels.units', { title })}
                    id={id}
                    name={id}
                    width="short"
                    inputMode="numeric"
                    defaultValue={values?.units?.[line] ?? String(open)}
                    error={errors[id]}
                  />
                )
              })
            : null}
          <TextField
            label={t('labels.insured')}
            hint={t('labels.insured.hint')}
            {...field('insured', '')}
            width="medium"
            optional
          />
          <Checkbox
            label={t('labels.signature')}
            id={signatureId}
            name={signatureId}
            defaultChecked={values?.signature ?? false}
          />
        </div>
      </details>
    </div>
  )
}

interface CustomsProps extends Pick<LabelRowProps, 'row' | 'errors'> {
  line: LabelLineModel
}

function CustomsFields({ row, line: { line, title, customs }, errors }: CustomsProps) {
  const { t } = useTexts()
  const [hs, origin] = [lineField('hs', row.order, line), lineField('origin', row.order, line)]
  return (
    <fieldset className={styles.customs}>
      <legend>{t('labels.customs', { title })}</legend>
      <TextField
        label={t('labels.hs')}
        hint={t('labels.hs.hint')}
        id={hs}
        name={hs}
        width="medium"
        inputMode="numeric"
        defaultValue={customs?.hsCode}
        error={errors[hs]}
      />
      <TextField
        label={t('labels.origin')}
        hint={t('labels.origin.hint')}
        id={origin}
        name={origin}
        width="short"
        maxLength={2}
        defaultValue={customs?.originCountry}
        error={errors[origin]}
      />
    </fieldset>
  )
}
