import { useRef } from 'react'
import { Button } from '#shui/button/button.tsx'
import { Input } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import type { CountedModel } from './count-view.ts'
import styles from './stock-count.module.css'

interface CountedFieldProps {
  item: CountedModel
  formKey: string
  onCorrect: (number: string, counted: number) => void
}

/** How many were counted, corrected in place: Enter or leaving the field takes it. */
export function CountedField({ item: { number, sku, counted }, formKey, onCorrect }: CountedFieldProps) {
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
