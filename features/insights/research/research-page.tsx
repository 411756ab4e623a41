import ChartLine from 'lucide-react/icons/chart-line'
import Download from 'lucide-react/icons/download'
import { loadTexts } from '#texts/lazy-areas.ts'
import { listSavedViews, deleteView, saveView } from '#features/machinery/grid/saved-views-db.server.ts'
import { viewProblemText, type ViewProblem } from '#features/machinery/grid/saved-views.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { utcDay } from '#features/selling/market/market-days.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { SeriesChart } from '#shui/chart/series-chart.tsx'
import { ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { Section } from '#shui/section/section.tsx'
import { Tabs } from '#shui/tabs/tabs.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { redirect, useLoaderData } from '#web/router/router.ts'
import { readCategories, readChange, readOwnCategories, readResearch } from './read-research.server.ts'
import { ResearchControls } from './research-controls.tsx'
import { isSearch, readResearchQuery, researchParameters } from './research-query.ts'
import { Compared, Figures, Rows, SavedSearches } from './research-tables.tsx'
import { researchModel } from './research-view.server.ts'
import type { SavedSearch } from './view-for.ts'
import styles from './research.module.css'

await loadTexts('research')

/** Saved views of this name are searches. */
const resource = 'research'

/** Saved searches whose changes the first page tells: each is two more statements. */
const mostTold = 8

/** What products sell for on the marketplace: the seller's own sales, and others' in lots. Days are those of UTC. */
export const loader = sellerLoader('amounts.view', async ({ hub, member, read, seller, texts: reader, url }) => {
  const texts = textsFor(reader.locale, 'UTC')
  const { currency } = seller
  const query = readResearchQuery(url.searchParams, { now: hub.now(), currency, grouping: texts.grouping })
  const reading = { now: hub.now(), currency, grouping: texts.grouping }
  const [research, categories, own, searches] = await read(async (db) => {
    const saved = await listSavedViews(db, seller.id, member.id, resource)
    const changeOf = async (text: string) => {
      const of = readResearchQuery(new URLSearchParams(text), reading)
      return { ...(await readChange(db, { currency, query: of })), query: of }
    }
    const withChanges: SavedSearch[] = []
    for (const [nth, view] of saved.entries()) {
      const isTold = !isSearch(query) && nth < mostTold
      withChanges.push({ ...view, change: isTold ? await changeOf(view.query) : null })
    }
    return [
      isSearch(query) ? await readResearch(db, { sellerId: seller.id, currency, query }) : null,
      await readCategories(db),
      isSearch(query) ? [] : await readOwnCategories(db, seller.id),
      withChanges,
    ] as const
  })
  const problem = viewProblemText(url.searchParams, texts)
  const { taxonomy, researchBound: bound } = hub.config
  const view = { query, currency, texts, taxonomy, categories, own, searches, bound, problem }
  return { model: researchModel(research, view) }
})

/** Saves the search, or deletes one. */
export const action = sellerAction('amounts.view', async ({ form, hub, member, seller, texts, write }) => {
  const owner = { resource, sellerId: seller.id, memberId: member.id }
  const now = hub.now()
  const back = readResearchQuery(new URLSearchParams(textOf(form, 'back')), {
    now,
    currency: seller.currency,
    grouping: texts.grouping,
  })
  const to = (problem?: ViewProblem) =>
    redirect(withQuery(paths.research(researchParameters(back)), { viewProblem: problem ?? null }), { status: 303 })
  switch (oneOf(form, 'intent', ['save', 'delete'])) {
    case 'save': {
      const name = textOf(form, 'name').slice(0, 60)
      if (name === '') return to('name')
      const saved = { ...researchParameters({ ...back, offset: 0 }), since: utcDay(now).toISOString().slice(0, 10) }
      const query = new URLSearchParams(saved).toString()
      const outcome = await write((db) => saveView(db, { ...owner, name, query, shared: false }))
      return outcome.ok ? redirect(paths.research(saved), { status: 303 }) : to(outcome.reason)
    }
    case 'delete': {
      const undo = await write(async (db) => {
        const inverse = await deleteView(db, { ...owner, id: textOf(form, 'id'), ofLeft: false })
        const said = { name: inverse?.view.name ?? '' }
        return inverse && keepUndo(db, { ...owner, kind: 'view', step: 'view', said, inverse, now })
      })
      return undo === null
        ? to('unknown')
        : redirect(withUndo(paths.research(researchParameters(back)), undo), { status: 303 })
    }
    case null:
      throw refuse('malformed')
  }
})

export default function ResearchPage() {
  const { model } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const { found } = model
  return (
    <>
      <PageHead
        title={t('research.title')}
        note={model.basis}
        actions={
          <>
            {found?.exportHref ? (
              <ButtonLink href={found.exportHref} icon={Download} target="_self">
                {t('research.export')}
              </ButtonLink>
            ) : null}
            <ButtonLink href={model.pricesHref}>{t('research.ownPrices')}</ButtonLink>
          </>
        }
      />
      <Tabs
        label={t('research.tabs')}
        tabs={model.tabs.map(({ text, count, href, active }) => ({
          label: { text, action: { type: 'NAV', URL: href } },
          count,
          active,
        }))}
      />
      <ResearchControls model={model} />
      {found ? (
        <>
          {found.changed ? <p className={styles.changed}>{found.changed}</p> : null}
          {found.compared.length > 0 ? <Compared found={found} /> : <Figures figures={found.figures} />}
          {found.prices || found.trend ? (
            <div className={styles.charts}>
              {found.prices ? (
                <Section title={t('research.prices')} count={t('research.prices.hint')}>
                  <SeriesChart model={found.prices} />
                </Section>
              ) : null}
              {found.trend ? (
                <Section title={found.trendTitle} count={t('research.trend.hint')}>
                  <SeriesChart model={found.trend} />
                </Section>
              ) : null}
            </div>
          ) : null}
          <Rows found={found} />
          <SavedSearches model={model} />
        </>
      ) : (
        <>
          <Empty title={t('research.start')} hint={t('research.start.hint')} icon={ChartLine}>
            {model.starts.map(({ text, href }) => (
              <ButtonLink key={href} href={href}>
                {text}
              </ButtonLink>
            ))}
          </Empty>
          <SavedSearches model={model} />
        </>
      )}
    </>
  )
}
