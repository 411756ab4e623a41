import type { Talk } from '#features/orders/conversations/read-talk.server.ts'
import { Thread } from '#features/orders/conversations/thread.tsx'
import { WayBack, type WayBackProps } from '#features/machinery/grid/neighbours.tsx'
import { Done } from '#web/done.tsx'
import { classNames } from '#shui/class-names.ts'
import { PageTitle } from '#shui/header/page-title.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { useNextKey } from '#web/use-next-key.ts'
import { CaseAnswerForm } from './case-answer-form.tsx'
import type { CaseFormAnswer } from './case-form.ts'
import type { CaseModel } from './case-model.ts'
import { Sold } from './case-parts.tsx'
import { Facts, History } from '#features/machinery/grid/fact-rows.tsx'
import { Photos } from './case-photos.tsx'
import type { ReturnLabelModel } from './return-label.server.ts'
import { RestockSection } from './restock-section.tsx'
import columns from '#web/columns.module.css'
import styles from './case-view.module.css'

interface CaseViewProps extends WayBackProps {
  model: CaseModel
  answerKey: string
  answer: CaseFormAnswer | undefined
  /** Null if the reader may not see it. */
  talk: Talk | null
  done: string | null
  /** Null if it needs none, or the reader may not buy it. */
  returnLabel: ReturnLabelModel | null
}

export function CaseView({ model, back, neighbours, answerKey, answer, talk, done, returnLabel }: CaseViewProps) {
  const { t } = useTexts()
  return (
    <>
      <PageTitle
        title={model.title}
        status={<Status {...model.status} />}
        note={model.note}
        before={<WayBack back={back} neighbours={neighbours} keys={model.answers === null} />}
      />
      {done && !answer ? <Done>{done}</Done> : null}
      <Way model={model} />
      {/* The key resets input when moving to another case. */}
      <div key={model.number} className={columns.columns}>
        <div className={columns.column}>
          <Words model={model} />
          <Answer
            model={model}
            answerKey={answerKey}
            answer={answer}
            returnLabel={returnLabel}
            seen={talk?.model.messages.at(-1)?.key}
          />
          {[...model.cannot, ...(model.viewerNote ? [model.viewerNote] : [])].map((text) => (
            <p key={text} className={styles.quiet}>
              {text}
            </p>
          ))}
          {model.restock ? <RestockSection model={model.restock} /> : null}
          {talk ? <Thread title={t('word.messages')} {...talk} writes={model.answers === null} /> : null}
          <Section title={t('word.timeline')}>
            <History history={model.history} />
          </Section>
        </div>
        <div className={columns.column}>
          <Section title={t('case.sold')}>
            <Sold sold={model.sold} />
          </Section>
          {model.money.length > 0 ? (
            <Section title={t('word.money')}>
              <Facts facts={model.money} />
            </Section>
          ) : null}
          <Section title={model.buyer}>
            <Facts facts={model.buyerFacts} />
          </Section>
          {model.why ? (
            <Section title={t('case.why')}>
              <p className={styles.why}>{model.why}</p>
            </Section>
          ) : null}
        </div>
      </div>
    </>
  )
}

interface AnswerProps extends Pick<CaseViewProps, 'model' | 'answerKey' | 'answer' | 'returnLabel'> {
  seen: string | undefined
}

/** The answer form. Input is kept while the conversation is used, until an answer is submitted. */
function Answer({ model, answerKey, ...rest }: AnswerProps) {
  const { number, answers, answered, buyer } = model
  const key = useNextKey(answerKey, (each) => answered.includes(each))
  if (!answers) return null
  return <CaseAnswerForm key={key} number={number} answers={answers} buyer={buyer} answerKey={key} {...rest} />
}

function Way({ model: { way } }: { model: CaseModel }) {
  const { t } = useTexts()
  return (
    <ol className={styles.way} aria-label={t('case.way')}>
      {way.map(({ key, label, time, stand, isLate }) => (
        <li
          key={key}
          className={classNames(styles[stand], isLate && styles.late)}
          aria-current={stand === 'now' ? 'step' : undefined}
        >
          <span className={styles.station}>{label}</span>
          {time ? <span className={styles.when}>{time}</span> : null}
        </li>
      ))}
    </ol>
  )
}

function Words({ model: { reason, buyer, words, hidden, photos } }: { model: CaseModel }) {
  const { t } = useTexts()
  return (
    <>
      <blockquote className={styles.quote}>
        <p className={styles.quiet}>
          {reason}, <bdi>{buyer}</bdi>
        </p>
        {words ? (
          <p className={styles.words} dir="auto">
            {words}
          </p>
        ) : null}
        {hidden ? <p className={styles.quiet}>{hidden}</p> : null}
      </blockquote>
      <Photos photos={photos} label={t('case.photos')} />
    </>
  )
}
