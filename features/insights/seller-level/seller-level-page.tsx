import Download from 'lucide-react/icons/download'
import { useLoaderData } from '#web/router/router.ts'
import { useLive } from '#features/machinery/live/use-live.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { evaluationDay } from '#features/core/seller-level/evaluation.ts'
import { basisOfFault } from '#features/core/seller-level/seller-level.ts'
import { readResponseTime } from '#features/core/seller-level/response-time-db.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { mayDo } from '#web/roles.ts'
import { paths } from '#web/paths.ts'
import { readEvidence } from './evidence-db.server.ts'
import { evidenceModel, evidencePage, type EvidenceModel } from './evidence-view.server.ts'
import { MeasuresSection, RulesSection } from './measures-section.tsx'
import { readStanding } from './read-level.server.ts'
import { readLevelQuery } from './level-query.ts'
import { Pages } from '#features/machinery/file-runs/pages.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { PageLink } from '#web/page-link.tsx'
import styles from './seller-level.module.css'
import {
  levelModel,
  responseText,
  shownFault,
  type LevelsModel,
  type SuppositionModel,
} from './seller-level-view.server.ts'
import { classNames } from '#shui/class-names.ts'

function LevelsSection({ levels: { now, next, suppositions, unchanged, all } }: { levels: LevelsModel }) {
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

await loadTexts('performance')

/** The shop's level, the figures behind it, and what would change it. Dates are in the shop's zone. */
export const loader = sellerLoader('hub.view', async ({ hub, seller, read, url, texts: reader }) => {
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const { standards } = hub.config.policyPack
  const zone = texts.zoneName(now)
  const requested = readLevelQuery(url.searchParams)
  return read(async (db) => {
    const standing = await readStanding(db, seller, { standards, now })
    const { counts, faulty, window } = standing.next
    const fault = shownFault(counts, standards, requested)
    // A page beyond the end shows the last one, since orders drop out over time.
    const query = { ...requested, page: Math.min(requested.page, Math.max(1, Math.ceil(counts[fault] / evidencePage))) }
    const on = { sellerId: seller.id, window, at: now, standards }
    const months = faulty.filter((month) => month.fault === fault)
    const first = (query.page - 1) * evidencePage
    const ids = months.flatMap((month) => month.ids).slice(first, first + evidencePage)
    const evidence = evidenceModel({
      fault,
      count: counts[fault],
      of: basisOfFault(fault, counts),
      rows: await readEvidence(db, on, ids),
      months,
      window,
      evaluatedOn: evaluationDay(standards),
      query,
      texts,
    })
    const hidesAmounts = !mayDo(seller.role, 'amounts.view')
    const level = levelModel(standing, { standards, query, now, texts, hidesAmounts })
    const responses = standards.responseTime ? responseText(await readResponseTime(db, on), on, texts) : null
    return { zone, level, fault, evidence, responses, hasFile: faulty.length > 0 }
  })
})

const concerns = ['orders'] as const

export default function SellerLevelPage() {
  const { zone, level, fault, evidence, responses, hasFile } = useLive(useLoaderData<typeof loader>(), concerns)
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={t(level.levels ? 'overview.level' : 'level.title.measures')}
        note={t('common.zone', { zone })}
        actions={
          hasFile ? (
            <ButtonLink href={paths.sellerLevelExport} icon={Download} target="_self">
              {t('grid.export.selected')}
            </ButtonLink>
          ) : null
        }
      />
      {level.levels ? <LevelsSection levels={level.levels} /> : null}
      <MeasuresSection level={level} fault={fault} responses={responses} />
      <EvidenceSection evidence={evidence} />
      <RulesSection rules={level.rules} />
    </>
  )
}

function EvidenceSection({ evidence: { title, note, columns, rows, pages } }: { evidence: EvidenceModel }) {
  const { t } = useTexts()
  return (
    <Section title={title} count={note}>
      {rows.length === 0 ? (
        <p className={styles.nothing}>{t('level.evidence.none')}</p>
      ) : (
        <CardTable
          head={t('word.order')}
          columns={columns}
          className={styles.evidence}
          rows={rows.map(({ key, number, href, cells }) => ({
            key,
            name: <PageLink to={href}>{number}</PageLink>,
            cells: cells.map(({ text, href: to }) =>
              to ? (
                <PageLink key={to} to={to}>
                  {text}
                </PageLink>
              ) : (
                text
              ),
            ),
          }))}
        />
      )}
      <Pages label={t('level.evidence.pages')} pages={pages} keepsScroll />
    </Section>
  )
}
