import { useState, type ComponentProps } from 'react'
import { longestOffer } from '#features/core/offer/offer.ts'
import { hour } from '#lib/duration.ts'
import { SelectField, TextAreaField, TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import type { FormAnswer } from '#web/form-answer.ts'
import styles from './offer-page.module.css'
import { longestMessage, type PriceBy, type TermField } from './typed-terms.ts'

/** A short field for a number, with the id of its name. */
export const FigureField = (props: ComponentProps<typeof TextField> & { name: string }) => (
  <TextField id={props.name} inputMode="numeric" autoComplete="off" figures width="short" {...props} />
)

export function HoursField({ hours, answer }: { hours: string; answer: FormAnswer<TermField> | null }) {
  const { t } = useTexts()
  return (
    <FigureField
      name="hours"
      label={t('offers.counter.hours')}
      hint={t('offers.counter.hours.hint', { n: longestOffer / hour })}
      defaultValue={answer?.values.hours ?? hours}
      error={answer?.errors.hours}
    />
  )
}

export function MessageField({ answer }: { answer: FormAnswer<TermField> | null }) {
  const { t } = useTexts()
  return (
    <TextAreaField
      label={t('offers.column.message')}
      optional
      id="message"
      name="message"
      rows={3}
      maxLength={longestMessage}
      defaultValue={answer?.values.message}
      error={answer?.errors.message}
      dir="auto"
    />
  )
}

const usualPercent = '10'

/** The choice and figure of `PriceFields`, at first those that were typed before. */
export function usePrice(choices: readonly PriceBy[], typed: { by?: string; figure?: string } | undefined) {
  const [by, setBy] = useState<PriceBy>(choices.find((choice) => choice === typed?.by) ?? 'percent')
  const [figure, setFigure] = useState(typed?.figure ?? usualPercent)
  const chooseBy = (next: PriceBy) => {
    setBy(next)
    setFigure(next === 'percent' ? usualPercent : '')
  }
  return { choices, by, figure, chooseBy, setFigure }
}

/** How the prices of several offers are set, with the figure for it. */
export function PriceFields({
  price: { choices, by, figure, chooseBy, setFigure },
  error,
}: {
  price: ReturnType<typeof usePrice>
  error: string | undefined
}) {
  const { t } = useTexts()
  return (
    <div className={styles.fields}>
      <SelectField
        label={t('word.price')}
        id="by"
        name="by"
        width="medium"
        options={choices.map((choice) => ({ value: choice, label: t(`offers.by.${choice}`) }))}
        value={by}
        onChange={({ target }) => chooseBy(choices.find((choice) => choice === target.value) ?? by)}
      />
      {by === 'mean' ? null : (
        <FigureField
          name="figure"
          label={t(by === 'price' ? 'offers.counter.price' : 'offers.send.percent')}
          inputMode="decimal"
          value={figure}
          onChange={({ target }) => setFigure(target.value)}
          error={error}
        />
      )}
    </div>
  )
}
