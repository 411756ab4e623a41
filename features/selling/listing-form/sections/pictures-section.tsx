import { fieldId } from '#features/core/listing/field-id.ts'
import { pictureValue } from '#features/core/listing-pictures/picture.ts'
import { PictureField } from '#features/core/listing-pictures/picture-field.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFormView, useStandingErrors } from '../form/form-context.tsx'

export function PicturesSection() {
  const { t } = useTexts()
  const { pictures } = useFormView()
  const errors = useStandingErrors()
  return (
    <Section title={t('pictures.title')}>
      <PictureField
        id={fieldId('pictures')}
        values={pictures.map(pictureValue)}
        error={errors.flatMap(({ field, text }) => (field === 'pictures' ? [text] : [])).join(' ') || null}
      />
    </Section>
  )
}
