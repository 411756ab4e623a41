import { conditions, codePointLength, limits } from '#features/core/listing/listing-content.ts'
import { Button } from '#shui/button/button.tsx'
import { Checkbox, Input, SelectField, TextField } from '#shui/form/controls.tsx'
import { ComboboxField } from '#shui/form/combobox.tsx'
import { Field } from '#shui/form/field.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFields, useFormView, useLiveTyped } from '../form/form-context.tsx'
import { otherAspects } from '../form/typed-form.ts'
import { aspectName, type TaxonomyAspect } from '#features/core/listing/taxonomy.ts'
import styles from '../form/listing-form.module.css'

export function DetailsSection() {
  const { t } = useTexts()
  const { categories, leaf, locks, typed } = useFormView()
  const field = useFields()
  const groups = [
    { label: t('listingForm.category.own'), options: categories.own },
    { label: t('listingForm.category.all'), options: categories.others },
  ].filter(({ options }) => options.length > 0)
  return (
    <Section title={t('listingForm.details')}>
      <div className={styles.fields}>
        <div>
          <TextField
            label={t('listingForm.field.title')}
            hint={locks.title ?? t('listingForm.title.hint')}
            readOnly={locks.title !== null}
            {...field('title')}
          />
          <TitleLength />
        </div>
        <div className={styles.pair}>
          <SelectField
            label={t('listingForm.field.condition')}
            {...field('condition')}
            options={[
              { value: '', label: t('listingForm.choose') },
              ...conditions.map((value) => ({ value, label: t(`listingForm.condition.${value}`) })),
            ]}
          />
          <TextField
            label={t('listingForm.field.sku')}
            optional
            hint={locks.sku ?? t('listingForm.sku.hint')}
            readOnly={locks.sku !== null}
            {...field('sku')}
          />
        </div>
        <SharedStock />
        <div className={styles.searchRow}>
          <ComboboxField
            label={t('listingForm.field.category')}
            {...field('category')}
            defaultValue={leaf?.path ?? ''}
            placeholder={t('listingForm.category.search')}
            found={(n) => t('listingForm.category.found', { n })}
            onChoose={(form) => sendStep(form, 'category')}
            groups={groups}
          />
          <noscript>
            <Button type="submit" name="intent" value="category">
              {t('listingForm.category.show')}
            </Button>
          </noscript>
        </div>
        <Aspects legend={t('listingForm.aspects')} aspects={leaf?.aspects ?? []} />
        <Aspects legend={t('listingForm.aspects.other')} aspects={otherAspects(typed, leaf)} />
      </div>
    </Section>
  )
}

/** Submits the form for a step triggered by a control other than a button. */
export function sendStep(form: HTMLFormElement | null, intent: string): void {
  if (!form) return
  const button = document.createElement('button')
  Object.assign(button, { type: 'submit', name: 'intent', value: intent, hidden: true })
  form.append(button)
  form.requestSubmit(button)
  button.remove()
}

/** Whether the listing sells from one stock with those that have its SKU; it cannot leave them while it is on sale. */
function SharedStock() {
  const { t } = useTexts()
  const { locks } = useFormView()
  const { defaultValue: shares, ...field } = useFields()('sharesStock')
  const isLocked = locks.sku !== null
  return (
    <>
      {isLocked ? <input type="hidden" name="sharesStock" value="on" /> : null}
      <Checkbox
        label={t('listingForm.field.sharesStock')}
        hint={t('listingForm.sharesStock.hint')}
        {...field}
        value="on"
        defaultChecked={shares === 'on'}
        disabled={isLocked}
      />
    </>
  )
}

/** Length of the title in code points, and its maximum. */
function TitleLength() {
  const { t } = useTexts()
  const length = codePointLength((useLiveTyped()['title'] ?? '').trim())
  return (
    <p className={length > limits.title ? styles.tooLong : styles.counter}>
      {t('listingForm.title.length', { n: length, max: limits.title })}
    </p>
  )
}

function Aspects({ legend, aspects }: { legend: string; aspects: readonly TaxonomyAspect[] }) {
  if (aspects.length === 0) return null
  const required = aspects.filter((aspect) => aspect.required)
  const recommended = aspects.filter((aspect) => !aspect.required)
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.grid}>
        {[...required, ...recommended].map((aspect) => (
          <AspectField key={aspect.name} aspect={aspect} />
        ))}
      </div>
    </fieldset>
  )
}

/** An aspect field with the taxonomy's values; others may be typed. */
function AspectField({ aspect: { name, required, values, multiple } }: { aspect: TaxonomyAspect }) {
  const { t } = useTexts()
  const { aspectNames } = useFormView()
  const { id, error, ...input } = useFields()(`aspect.${name}`)
  const list = values ? `${id}-values` : undefined
  return (
    <Field
      id={id}
      label={aspectName(aspectNames, name)}
      error={error}
      optional={!required}
      hint={multiple ? t('listingForm.aspect.several') : null}
    >
      {(control) => (
        <>
          <Input {...control} {...input} list={list} maxLength={500} />
          {list ? (
            <datalist id={list}>
              {values?.map((value) => (
                <option key={value} value={value}>
                  {value}
                </option>
              ))}
            </datalist>
          ) : null}
        </>
      )}
    </Field>
  )
}
