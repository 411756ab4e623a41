import { useEffect, useRef, useState, type ReactNode } from 'react'
import { SeenField } from '#features/orders/conversations/seen-field.tsx'
import { parcelField } from '#features/shipping/fulfilment/ship-form.ts'
import type { SellerStep } from '#features/core/order/order-case.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Select, TextAreaField, TextField } from '#shui/form/controls.tsx'
import { NewWindowLabel } from '#shui/text/text.tsx'
import { useTexts } from '#texts/context.tsx'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { useSending } from '#web/use-sending.ts'
import { Section } from '#shui/section/section.tsx'
import { assertDefined } from '#lib/assert-defined.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import type { AnswerModel } from './case-answer-view.ts'
import { answerId, type CaseFormAnswer } from './case-form.ts'
import type { ReturnLabelModel } from './return-label.server.ts'
import { caseValues } from './read-case-form.ts'
import styles from './case-answer-form.module.css'

/** Field names of the parcel, parsed like those of a shipment. */
export const trackingField = parcelField('tracking', 1)
const carrierField = parcelField('carrier', 1)

interface CaseAnswerFormProps {
  number: string
  answers: readonly AnswerModel[]
  buyer: string
  answerKey: string
  answer: CaseFormAnswer | undefined
  /** Key of the last message shown beside the form. */
  seen?: string | undefined
  /** Initially selected answer, if it is possible. */
  begin?: SellerStep | undefined
  /** The bought label of the return, or where it is bought. */
  returnLabel?: ReturnLabelModel | null
  /** URL of the case, if the form is on another page. */
  action?: string
  /** Hidden fields for the redirect. */
  children?: ReactNode
}

/**
 * Unsent input by case number, so that it survives closing the form or leaving the page. Written in the browser only;
 * lost when the document unloads.
 */
const kept = new Map<string, CaseFormAnswer['values']>()

export function CaseAnswerForm({
  number,
  answers,
  buyer,
  answerKey,
  answer,
  seen,
  begin,
  returnLabel,
  action,
  children,
}: CaseAnswerFormProps) {
  const { t } = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const isSending = useSending()
  const [before] = useState(() => answer?.values ?? kept.get(number))
  const typed = answer?.values ?? before
  const only = answers.length === 1 ? answers[0] : undefined
  const begun = answers.find(({ step }) => step === begin)
  const [chosen, setChosen] = useState(typed?.step || ((only ?? begun)?.step ?? ''))
  const picked = answers.find(({ step }) => step === chosen)
  const tracked = answers.filter(({ tracking }) => tracking !== null)
  const isOptional = tracked.every(({ tracking }) => tracking === 'optional')
  const keep = (also?: Pick<CaseFormAnswer['values'], 'step'>) => {
    if (form.current) kept.set(number, { ...caseValues(new FormData(form.current)), ...also })
  }
  useEffect(() => void (answer && kept.set(number, answer.values)), [number, answer])
  const choose = (step: SellerStep) => {
    setChosen(step)
    // Choosing a percentage selects this answer before it is rendered as selected.
    keep({ step })
  }
  return (
    <Section title={t('case.answer')}>
      <PageForm
        ref={form}
        action={action}
        preventScrollReset
        onInput={() => keep()}
        onSubmit={() => kept.delete(number)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || isSending) return
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
        }}
      >
        <input type="hidden" name="key" value={answerKey} />
        <SeenField seen={seen} />
        {children}
        <FormErrors errors={answer?.errors} />
        <fieldset className={styles.choices} id={answerId}>
          <legend className={styles.legend}>{t('case.answer')}</legend>
          <div className={styles.head} aria-hidden="true">
            <span />
            <span>{t('case.answer.answer')}</span>
            <span>{t('word.money')}</span>
            <span>{t('case.answer.due')}</span>
            <span>{t('case.answer.level')}</span>
          </div>
          {answers.map((model) => (
            <Choice
              key={model.step}
              model={model}
              isChosen={model.step === chosen}
              choose={() => choose(model.step)}
              percent={typed?.percent}
            />
          ))}
        </fieldset>
        <p className={styles.evidence}>
          <PageLink to={paths.sellerLevel({ fault: 'cases' })}>{t('case.level.orders')}</PageLink>
        </p>
        {tracked.length > 0 ? (
          <div className={styles.parcel}>
            <TextField
              label={t(isOptional ? 'case.tracking.optional' : 'word.trackingNumber')}
              {...fieldOf(trackingField, answer?.errors, typed?.tracking || returnLabel?.tracking)}
              width="medium"
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="characters"
            />
            <TextField
              label={t('word.carrier')}
              {...fieldOf(carrierField, answer?.errors, typed?.carrier || returnLabel?.carrier)}
              width="medium"
              autoComplete="off"
              placeholder={t('case.carrier.guess')}
            />
            {returnLabel?.buyHref ? (
              <ButtonLink href={returnLabel.buyHref}>{t('case.label.buy')}</ButtonLink>
            ) : returnLabel?.printHref ? (
              <ButtonLink href={returnLabel.printHref} target="_blank" rel="noopener">
                {t('case.label.print')}
                <NewWindowLabel />
              </ButtonLink>
            ) : null}
          </div>
        ) : null}
        <div className={styles.message}>
          <TextAreaField
            label={t('case.message', { buyer })}
            {...fieldOf('answerMessage', answer?.errors, typed?.message)}
            dir="auto"
            optional
          />
        </div>
        <div className={styles.foot}>
          <span className={styles.hint}>{t('case.answer.final')}</span>
          <Button type="submit" kind="primary" disabled={isSending} aria-keyshortcuts="Control+Enter">
            {picked ? picked.name : t('case.answer.send')}
          </Button>
        </div>
      </PageForm>
    </Section>
  )
}

interface ChoiceProps {
  model: AnswerModel
  isChosen: boolean
  choose: () => void
  percent: string | undefined
}

function Choice({ model, isChosen, choose, percent }: ChoiceProps) {
  const { t } = useTexts()
  const { step, name, note, costs, due, level } = model
  const [part, setPart] = useState(percent ?? String(costs[0]?.percent ?? ''))
  const cost = costs.find((each) => String(each.percent) === part) ?? assertDefined(costs[0], 'an answer has its cost')
  const hasParts = costs.length > 1
  return (
    <div className={styles.choice}>
      <input
        type="radio"
        id={`step-${step}`}
        name="step"
        aria-describedby={`${step}-money ${step}-due ${step}-level`}
        value={step}
        required
        checked={isChosen}
        onChange={choose}
        className={styles.radio}
      />
      <span className={styles.answer}>
        <label htmlFor={`step-${step}`} className={styles.name}>
          {name}
        </label>
        <span className={styles.note}>{note}</span>
        {hasParts ? (
          <Select
            id="percent"
            name="percent"
            width="medium"
            aria-label={t('case.answer.percent')}
            value={part}
            onChange={({ target }) => {
              setPart(target.value)
              choose()
            }}
            options={costs.map((each) => ({ value: String(each.percent), label: each.label }))}
          />
        ) : null}
      </span>
      <Cell id={`${step}-money`} label={t('word.money')} lines={cost.money} figures />
      <Cell id={`${step}-due`} label={t('case.answer.due')} lines={due} />
      <Cell id={`${step}-level`} label={t('case.answer.level')} lines={level} isWarning={level.isWarning} />
    </div>
  )
}

interface CellProps {
  id: string
  label: string
  lines: AnswerModel['due']
  figures?: boolean
  isWarning?: boolean
}

/** A cell of an answer's row. On phones it shows its column's label. */
function Cell({ id, label, lines: { main, second }, figures = false, isWarning = false }: CellProps) {
  return (
    <span id={id} className={styles.cell}>
      <span className={styles.label}>{label}</span>
      <span className={figures ? styles.figures : isWarning ? styles.warning : undefined}>{main}</span>
      {second ? <span className={styles.note}>{second}</span> : null}
    </span>
  )
}
