import { useEffect, useRef, useState } from 'react'
import { sellerAnswers, type SellerAnswer } from '#features/after-sale/disputes/dispute.ts'
import { ChosenPhotos } from '#features/orders/conversations/chosen-photos.tsx'
import { KeptPhotos } from '#features/orders/conversations/kept-photos.tsx'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
import { FieldError } from '#shui/form/field.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { PageForm } from '#web/page-form.tsx'
import { useSending } from '#web/use-sending.ts'
import styles from './dispute-answer-form.module.css'
import {
  answerId,
  documentFieldName,
  evidenceLimits,
  type DisputeFormAnswer,
  type KeptDocument,
} from './dispute-form.ts'
import { fileSize } from './file-size.ts'
import { disputeValues } from './read-dispute-form.ts'
import type { DisputeFormModel } from './dispute-view.ts'

interface DisputeAnswerFormProps {
  model: DisputeFormModel
  answer: DisputeFormAnswer | undefined
}

/**
 * Unsent input by dispute, so that it survives leaving the page. Written in the browser only; lost when the document
 * unloads.
 */
const kept = new Map<string, DisputeFormAnswer['values']>()

/** Contests or accepts a dispute; both are final. */
export function DisputeAnswerForm({ model, answer }: DisputeAnswerFormProps) {
  const { t } = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const isSending = useSending()
  const [before] = useState(() => answer?.values ?? kept.get(model.number))
  const typed = answer?.values ?? before
  const [chosen, setChosen] = useState(typed?.step ?? '')
  const { pictures, documents } = answer ?? { pictures: [], documents: [] }
  const keep = () => {
    if (form.current) kept.set(model.number, disputeValues(new FormData(form.current)))
  }
  useEffect(() => void (answer && kept.set(model.number, answer.values)), [model.number, answer])
  const texts: Record<SellerAnswer, { note: string; button: string }> = {
    contest: { note: model.contest, button: t('dispute.answer.contest.do') },
    accept: { note: model.accept, button: model.acceptDo },
  }
  const picked = sellerAnswers.find((step) => step === chosen)
  return (
    <Section title={t('dispute.answer')}>
      <PageForm
        ref={form}
        encType="multipart/form-data"
        preventScrollReset
        onInput={keep}
        onSubmit={() => kept.delete(model.number)}
        className={styles.form}
      >
        <FormErrors errors={answer?.errors} />
        <fieldset className={styles.choices} id={answerId}>
          <legend className={styles.legend}>{t('dispute.answer')}</legend>
          {sellerAnswers.map((step) => (
            <div key={step} className={styles.choice}>
              <input
                type="radio"
                id={`step-${step}`}
                name="step"
                value={step}
                required
                checked={step === chosen}
                onChange={() => setChosen(step)}
                aria-describedby={`step-${step}-note`}
                className={styles.radio}
              />
              <span>
                <label htmlFor={`step-${step}`} className={styles.name}>
                  {t(`dispute.answer.${step}`)}
                </label>
                <span id={`step-${step}-note`} className={styles.note}>
                  {texts[step].note}
                </span>
              </span>
            </div>
          ))}
          {answer?.errors.step ? <FieldError id={undefined} error={answer.errors.step} /> : null}
        </fieldset>
        <div hidden={chosen === 'accept'} className={styles.evidence}>
          <TextAreaField
            label={t('dispute.answer.text')}
            hint={t('dispute.answer.text.hint', { n: evidenceLimits.text })}
            {...fieldOf('text', answer?.errors, typed?.text)}
            rows={5}
            dir="auto"
          />
          {pictures.length > 0 ? <KeptPhotos pictures={pictures} /> : null}
          {documents.length > 0 ? <KeptDocuments documents={documents} /> : null}
          {/* The key empties the field once its files are stored. */}
          <ChosenPhotos
            key={[...pictures, ...documents].map(({ hash }) => hash).join()}
            kept={pictures.length + documents.length}
            of={{
              label: t('dispute.answer.files'),
              hint: t('dispute.answer.files.hint', { n: model.files, megabytes: evidenceLimits.bytes / 1e6 }),
              tooMany: t('dispute.error.many', { n: model.files }),
              accept: 'application/pdf,image/jpeg,image/png',
              most: model.files,
            }}
            error={answer?.errors.photos}
          />
        </div>
        <div className={styles.foot}>
          <span className={styles.note}>{t('dispute.answer.final')}</span>
          <Button type="submit" kind="primary" disabled={isSending}>
            {picked ? texts[picked].button : t('word.answer')}
          </Button>
        </div>
      </PageForm>
    </Section>
  )
}

/** Stored documents of an answer that was refused; each stays unless its box is cleared. */
function KeptDocuments({ documents }: { documents: readonly KeptDocument[] }) {
  const texts = useTexts()
  return (
    <ul aria-label={texts.t('dispute.answered.documents')}>
      {documents.map(({ hash, name, bytes }) => (
        <li key={hash}>
          <label>
            <input type="checkbox" name={documentFieldName} value={`${hash} ${name}`} defaultChecked />{' '}
            <bdi className={styles.file}>{name}</bdi> <span className={styles.size}>{fileSize(bytes, texts)}</span>
          </label>
        </li>
      ))}
    </ul>
  )
}
