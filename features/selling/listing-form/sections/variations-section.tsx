import { fieldId } from '#features/core/listing/field-id.ts'
import { Button } from '#shui/button/button.tsx'
import { Input, TextField } from '#shui/form/controls.tsx'
import { FieldError } from '#shui/form/field.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { fillFields } from '../form/fill-fields.ts'
import { useFields, useFormView, useStandingErrors } from '../form/form-context.tsx'
import { MoreFields } from './more-fields.tsx'
import { typedAxes, typedRows } from '../form/typed-form.ts'
import { allRowsField, carryRows, type TypedRow } from '../form/variation-matrix.ts'
import styles from '../form/listing-form.module.css'
import matrixStyles from './variations.module.css'

export function VariationsSection() {
  const { t } = useTexts()
  const { typed } = useFormView()
  const field = useFields()
  const axes = typedAxes(typed)
  const rows = carryRows(typedRows(typed), axes)
  return (
    <Section title={t('listingForm.variations')}>
      <MoreFields
        summary={t('listingForm.variations.open')}
        hint={t('listingForm.variations.hint')}
        isOpen={typed['axis1.values'] !== undefined || typed['axis1.name'] !== undefined}
      >
        {(['axis1', 'axis2'] as const).map((axis, index) => (
          <div key={axis} className={styles.axis}>
            <TextField
              label={t('listingForm.axis.name', { n: index + 1 })}
              optional
              {...field(`${axis}.name`)}
              placeholder={t(`listingForm.axis.name.example${index === 0 ? '1' : '2'}`)}
            />
            <TextField
              label={{
                text: t('listingForm.axis.values'),
                accessibilityText: t('listingForm.axis.valuesOf', { n: index + 1 }),
              }}
              optional
              {...field(`${axis}.values`)}
              placeholder={t(`listingForm.axis.values.example${index === 0 ? '1' : '2'}`)}
            />
          </div>
        ))}
        <div>
          <Button type="submit" name="intent" value="rows" size="small">
            {rows.length > 0 ? t('listingForm.rows.renew') : t('listingForm.rows.make')}
          </Button>
        </div>
        {rows.length > 0 ? <Matrix axes={axes.map(({ name }) => name)} rows={rows} /> : null}
      </MoreFields>
      {axes.length === 0 ? <KitFields /> : null}
    </Section>
  )
}

/** What the listing itself is made of; of a listing with variations each row says it. */
function KitFields() {
  const { t } = useTexts()
  const { typed } = useFormView()
  const field = useFields()
  return (
    <MoreFields
      summary={t('listingForm.kit.open')}
      hint={t('listingForm.kit.hint')}
      isOpen={typed['parts'] !== undefined}
    >
      <TextField
        label={t('listingForm.field.parts')}
        optional
        {...field('parts')}
        placeholder={t('listingForm.kit.example')}
        autoComplete="off"
      />
    </MoreFields>
  )
}

function Matrix({ axes, rows }: { axes: readonly string[]; rows: readonly TypedRow[] }) {
  const { t } = useTexts()
  const { currency, locks } = useFormView()
  return (
    <table className={matrixStyles.matrix}>
      <caption className={styles.legend}>
        {t('listingForm.rows', { n: rows.length })}
        {locks.quantity ? <span className={styles.quiet}> {locks.quantity}</span> : null}
      </caption>
      <thead>
        <tr>
          <th scope="col">{axes.filter(Boolean).join(' / ') || t('listingForm.variations')}</th>
          <th scope="col">{t('listingForm.field.sku')}</th>
          <th scope="col" className={matrixStyles.end}>
            {t('listing.price', { currency })}
          </th>
          <th scope="col" className={matrixStyles.end}>
            {t('listingForm.field.quantity')}
          </th>
          <th scope="col">{t('listingForm.field.parts')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.length > 1 ? <AllRows count={rows.length} /> : null}
        {rows.map((row, index) => (
          <MatrixRow key={row.values.join('\n')} row={row} index={index} />
        ))}
      </tbody>
    </table>
  )
}

/** Sets one price or quantity for all rows. Without script the server does it. */
function AllRows({ count }: { count: number }) {
  const { t } = useTexts()
  const { locks } = useFormView()
  const parts = locks.quantity === null ? (['price', 'quantity'] as const) : (['price'] as const)
  return (
    <tr className={matrixStyles.allRows}>
      <th scope="row" colSpan={2}>
        {t('listingForm.rows.all')}
      </th>
      {parts.map((part) => {
        const name = allRowsField(part)
        return (
          <td key={part} colSpan={4 - parts.length}>
            <Input
              id={fieldId(name)}
              name={name}
              aria-label={t(`listingForm.rows.setAll.${part}`)}
              placeholder={t(`listingForm.field.${part}`)}
              figures="decimal"
            />
            <Button
              type="submit"
              name="intent"
              value={`setAll:${part}`}
              size="small"
              aria-label={`${t('listingForm.rows.setAll')}: ${t(`listingForm.rows.setAll.${part}`)}`}
              onClick={(event) => {
                event.preventDefault()
                const given = document.getElementById(fieldId(name))
                const text = given instanceof HTMLInputElement ? given.value.trim() : ''
                if (text === '') return given?.focus()
                fillFields(
                  Array.from({ length: count }, (_, index) => `row.${index}.${part}`),
                  text,
                )
              }}
            >
              {t('listingForm.rows.setAll')}
            </Button>
          </td>
        )
      })}
    </tr>
  )
}

function MatrixRow({ row, index }: { row: TypedRow; index: number }) {
  const { t } = useTexts()
  const { locks } = useFormView()
  const errors = useStandingErrors()
  const name = row.values.join(', ')
  const cell = (part: 'sku' | 'price' | 'quantity' | 'parts') => {
    const field = `row.${index}.${part}`
    const id = fieldId(field)
    const error = errors.find((each) => each.field === field)?.text
    return (
      <td data-label={t(`listingForm.field.${part}`)}>
        <Input
          id={id}
          name={field}
          defaultValue={row[part]}
          // New variations have no units yet.
          readOnly={part === 'quantity' && locks.quantity !== null && row.quantity !== ''}
          aria-label={`${name}: ${t(`listingForm.field.${part}`)}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          placeholder={part === 'parts' ? t('listingForm.kit.example') : undefined}
          figures={part === 'price' || part === 'quantity'}
          inputMode={part === 'price' || part === 'quantity' ? 'decimal' : undefined}
          autoComplete="off"
        />
        {error ? <FieldError id={`${id}-error`} error={error} /> : null}
      </td>
    )
  }
  return (
    <tr>
      <th scope="row">
        <input type="hidden" name={`row.${index}.values`} value={row.values.join('\n')} />
        {name}
      </th>
      {cell('sku')}
      {cell('price')}
      {cell('quantity')}
      {cell('parts')}
    </tr>
  )
}
