import Check from 'lucide-react/icons/check'
import { ButtonLink } from '#shui/button/button.tsx'
import { Icon } from '#shui/icon/icon.tsx'
import { Section } from '#shui/section/section.tsx'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'
import { useTexts } from '#texts/context.tsx'
import { ButtonForm } from '#web/button-form.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { firstSteps, type FirstStep, type StepState } from './first-steps.ts'
import styles from './start-section.module.css'

interface StartSectionProps {
  name: string
  zone: string
  steps: readonly StepState[]
  mayMoveIn: boolean
}

const pages: Record<FirstStep, string> = {
  language: paths.preferences,
  address: `${paths.printSettings}#sender`,
  calendar: paths.shipCalendar,
  policies: paths.policies,
  bank: paths.payoutSettings,
  listing: paths.listingForm({ mode: 'AddItem' }),
  sale: paths.listings.active,
  parcel: paths.orders,
  payout: paths.payments,
}

/** What a new shop needs, ticked when it is true. The first open step has the primary button. */
export function StartSection({ name, zone, steps, mayMoveIn }: StartSectionProps) {
  const { t, number } = useTexts()
  const next = steps.find(({ isDone, isLeftOut }) => !isDone && !isLeftOut)?.step
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Section
      title={t('start.title', { name })}
      count={t('start.count', { n: number(done), all: number(steps.length) })}
    >
      <p className={styles.intro}>
        {t('start.intro')} {mayMoveIn ? <PageLink to={paths.uploads}>{t('start.movingInLink')}</PageLink> : null}
      </p>
      <ol className={styles.steps}>
        {steps.map((state) => (
          <Step key={state.step} state={state} zone={zone} isNext={state.step === next} />
        ))}
      </ol>
    </Section>
  )
}

function Step({
  state: { step, isDone, isLeftOut },
  zone,
  isNext,
}: {
  state: StepState
  zone: string
  isNext: boolean
}) {
  const { t } = useTexts()
  const { minutes } = firstSteps[step]
  const isOpen = !isDone && !isLeftOut
  return (
    <li className={styles.step} data-done={isDone ? '' : undefined} aria-current={isNext ? 'step' : undefined}>
      {isDone ? <Icon as={Check} className={styles.tick} /> : null}
      <div className={styles.words}>
        <h3 className={styles.title}>
          {t(`start.${step}`)}
          {isDone ? <VisuallyHidden>, {t('start.done')}</VisuallyHidden> : null}
          {isLeftOut && !isDone ? <small>{t('start.leftOut')}</small> : null}
          {isOpen && minutes > 0 ? <small>{t('start.minutes', { n: minutes })}</small> : null}
        </h3>
        {isOpen ? <p className={styles.body}>{t(`start.${step}.body`, { zone })}</p> : null}
      </div>
      {isOpen ? (
        <div className={styles.do}>
          <ButtonLink href={pages[step]} kind={isNext ? 'primary' : 'secondary'}>
            {t(`start.${step}.do`)}
          </ButtonLink>
          <ButtonForm
            action={paths.leaveOut}
            fields={{ step }}
            as={DocumentForm}
            kind="quiet"
            aria-label={t('start.skip.of', { name: t(`start.${step}`) })}
          >
            {t('start.skip')}
          </ButtonForm>
        </div>
      ) : null}
    </li>
  )
}
