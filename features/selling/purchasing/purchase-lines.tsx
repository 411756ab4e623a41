import { Button } from '#shui/button/button.tsx'
import { SelectField, TextAreaField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { fieldOf } from '#web/field-of.ts'
import type { FormAnswer } from '#web/form-answer.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { PageForm } from '#web/page-form.tsx'
import type { PurchaseLineModel, PurchaseModel } from './purchase-page.server.ts'
import styles from './purchasing.module.css'

interface PurchaseLinesProps {
  page: PurchaseModel
  answer: FormAnswer<string> | undefined
}

/** The lines of an order with its terms, in one form. */
export function PurchaseLines({ page, answer }: PurchaseLinesProps) {
  const { t } = useTexts()
  const isOwn = answer?.values.expected !== undefined
  const { form: _, ...errors } = answer && isOwn ? answer.errors : {}
  const values = { ...page.values, ...(isOwn ? answer.values : {}) }
  const { lines, mayEdit, seesMoney, isDraft, choices } = page
  return (
    <Section title={t('purchases.lines', { n: lines.length })}>
      <PageForm noValidate autoComplete="off">
        <input type="hidden" name="version" value={page.version} />
        <FormErrors errors={errors} />
        {lines.length > 0 ? (
          <Lines page={page} errors={errors} values={values} />
        ) : (
          <p className={styles.text}>{t('purchases.lines.none')}</p>
        )}
        {mayEdit ? (
          <>
            <div className={styles.fields}>
              {seesMoney ? (
                <>
                  <TextField
                    label={t('purchases.freight', { currency: page.currency })}
                    {...fieldOf('freight', errors, values.freight)}
                    width="short"
                    figures="decimal"
                  />
                  <SelectField
                    label={t('purchases.freightBy')}
                    {...fieldOf('freightBy', errors, values.freightBy)}
                    width="medium"
                    options={[
                      { value: 'VALUE', label: t('purchases.freightBy.VALUE') },
                      { value: 'WEIGHT', label: t('purchases.freightBy.WEIGHT') },
                    ]}
                  />
                </>
              ) : null}
              {seesMoney && page.rate ? (
                <TextField
                  label={t('purchases.rate', page.rate)}
                  {...fieldOf('rate', errors, values.rate)}
                  width="short"
                  figures="decimal"
                />
              ) : null}
              <TextField
                label={t('purchases.expected')}
                {...fieldOf('expected', errors, values.expected)}
                type="date"
                width="medium"
                max={page.latest}
                optional
              />
            </div>
            <div className={styles.form}>
              <TextAreaField label={t('purchases.note')} {...fieldOf('note', errors, values.note)} rows={2} optional />
              <div className={styles.actions}>
                {choices.includes('order') || (isDraft && lines.length > 0) ? (
                  <Button type="submit" name="step" value="order" kind="primary">
                    {t('purchases.step.order')}
                  </Button>
                ) : null}
                <Button type="submit" name="step" value="save">
                  {t('common.save')}
                </Button>
              </div>
            </div>
          </>
        ) : null}
      </PageForm>
    </Section>
  )
}

interface LinesProps {
  page: PurchaseModel
  errors: Record<string, string | undefined>
  values: Record<string, string | undefined>
}

function Lines({ page, errors, values }: LinesProps) {
  const { t } = useTexts()
  const { lines, mayEdit, seesMoney, isDraft } = page
  const field = (name: string, line: PurchaseLineModel, label: string, value: string) => (
    <TextField
      key={name}
      label={t('purchases.field.of', { field: label, sku: line.sku })}
      hideLabel
      {...fieldOf(`${name}-${line.position}`, errors, values[`${name}-${line.position}`] ?? value)}
      inputMode={name === 'price' ? 'decimal' : 'numeric'}
      width="short"
      figures
    />
  )
  return (
    <CardTable
      head={t('word.sku')}
      columns={[
        { key: 'title', label: t('listings.column.title'), isWords: true },
        { key: 'code', label: t('suppliers.code') },
        { key: 'ordered', label: t('word.ordered'), isNumber: true },
        ...(isDraft ? [] : [{ key: 'received', label: t('purchases.received'), isNumber: true }]),
        ...(seesMoney
          ? [{ key: 'price', label: t('suppliers.price.in', { currency: page.currency }), isNumber: true }]
          : []),
        ...(seesMoney ? [{ key: 'sum', label: t('purchases.sum'), isNumber: true }] : []),
        { key: 'grams', label: t('purchases.grams'), isNumber: true },
      ]}
      rows={lines.map((line) => ({
        key: line.sku,
        name: line.sku,
        cells: [
          line.title,
          line.code,
          isDraft && mayEdit ? field('units', line, t('word.ordered'), line.ordered) : line.orderedText,
          ...(isDraft ? [] : [line.received]),
          ...(seesMoney ? [mayEdit ? field('price', line, t('word.price'), line.price) : line.price] : []),
          ...(seesMoney ? [line.sum] : []),
          mayEdit ? field('grams', line, t('purchases.grams'), line.grams) : line.grams,
        ],
      }))}
    />
  )
}
