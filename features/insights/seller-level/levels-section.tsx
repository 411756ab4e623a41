import { classNames } from '#shui/class-names.ts'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import styles from './seller-level.module.css'
import type { LevelsModel, SuppositionModel } from './seller-level-view.server.ts'

export function LevelsSection({ levels: { now, next, suppositions, unchanged, all } }: { levels: LevelsModel }) {
  return (
    <div className={styles.levels}>
      <Evaluation evaluation={now} />
      <Evaluation evaluation={next} />
      {suppositions.length > 0 || unchanged ? (
        <WhatIf suppositions={suppositions} unchanged={unchanged} all={all} />
      ) : null}
    </div>
  )
}

function Evaluation({ evaluation: { when, level, basis } }: { evaluation: LevelsModel['now'] }) {
  return (
    <section className={styles.evaluation} aria-label={when}>
      <p className={styles.label}>{when}</p>
      <p className={classNames(styles.level, styles[level.tone])}>{level.text}</p>
      <p className={styles.basis}>{basis}</p>
    </section>
  )
}

function WhatIf({ suppositions, unchanged, all }: Pick<LevelsModel, 'suppositions' | 'unchanged' | 'all'>) {
  const { t } = useTexts()
  if (unchanged)
    return (
      <section className={styles.evaluation} aria-label={t('level.whatIf')}>
        <p className={styles.label}>{t('level.whatIf')}</p>
        <p className={styles.unchanged}>{unchanged}</p>
      </section>
    )
  return (
    <section className={styles.evaluation} aria-label={t('level.whatIf')}>
      <p className={styles.label}>{t('level.whatIf')}</p>
      <ul className={styles.suppositions}>
        {suppositions.map((supposition) => (
          <Switch key={supposition.id} supposition={supposition} />
        ))}
      </ul>
      {/* Announced by screen readers when it changes. */}
      <p className={styles.all} role="status">
        {all}
      </p>
    </section>
  )
}

/** A switch as a link: it works without script, and the URL can be saved. */
function Switch({ supposition: { text, isOn, href, result } }: { supposition: SuppositionModel }) {
  return (
    <li>
      <PageLink
        to={href}
        role="switch"
        aria-checked={isOn}
        className={styles.switch}
        preventScrollReset
        onKeyDown={(event) => {
          if (event.key !== ' ') return
          event.preventDefault()
          event.currentTarget.click()
        }}
      >
        {text}
      </PageLink>
      <span className={classNames(styles.result, styles[result.tone])}>{result.text}</span>
    </li>
  )
}
