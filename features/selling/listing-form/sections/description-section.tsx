import { Button } from '#shui/button/button.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFields, useFormView } from '../form/form-context.tsx'
import { ListingDescription } from '#features/core/listing/listing-description.tsx'
import styles from '../form/listing-form.module.css'

export function DescriptionSection() {
  const { t } = useTexts()
  const { descriptionHtml } = useFormView()
  const field = useFields()
  return (
    <Section title={t('listingForm.field.description')}>
      <div className={styles.fields}>
        <TextAreaField
          label={t('listingForm.field.description')}
          hideLabel
          hint={t('listingForm.description.hint')}
          rows={7}
          {...field('description')}
        />
        <div>
          <Button type="submit" name="intent" value="description" size="small">
            {t('listingForm.description.preview')}
          </Button>
        </div>
        {descriptionHtml === null ? null : (
          <div id="description-preview" tabIndex={-1} className={styles.preview}>
            <h3 className={styles.minor}>{t('listingForm.description.asSeen')}</h3>
            <ListingDescription html={descriptionHtml} />
          </div>
        )}
      </div>
    </Section>
  )
}
