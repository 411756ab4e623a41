import { ruleAnswer, type OfferRules, type RuleAnswer } from '#features/core/offer/offer-rules.ts'
import { textOf } from '#lib/form-fields.ts'
import { readUnits } from '#lib/read-amount.ts'
import { Button } from '#shui/button/button.tsx'
import { Checkbox } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { momentWords } from '#texts/moment-words.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import { formBaseline, lockSettings, lostUpdateAnswer } from '#web/form-baseline.server.ts'
import { refused } from '#web/form-answer.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader, type SellerArgs } from '#web/guard.server.ts'
import { DocumentForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { dryRunDays, readOfferRules, readPastOffers, saveOfferRules, type PastOffer } from './offer-rules-db.server.ts'
import styles from './form-with-results.module.css'
import { Counts } from './counts.tsx'
import { FigureField } from './offer-fields.tsx'

await loadTexts('offers')

type Field = 'margin' | 'mean' | 'away' | 'begun'

const mostPercent = 1_000
const mostListed = 50

/** Rules as typed; null if the margin is no percentage. */
function typedRules(typed: Record<'margin' | 'mean' | 'away', string>, { grouping }: Texts): OfferRules | null {
  const margin = typed.margin === '' ? null : readUnits(typed.margin, grouping)
  if (typed.margin !== '' && (margin === null || margin > mostPercent)) return null
  return { leastMarginPercent: margin, countersAtMean: typed.mean === 'on', restsWhileAway: typed.away === 'on' }
}

/** The rules to try: those in the URL, or null if none are named. */
function triedRules({ url, texts }: SellerArgs): OfferRules | null {
  const { searchParams } = url
  if (!searchParams.has('margin')) return null
  const text = (name: string) => searchParams.get(name)?.trim() ?? ''
  return typedRules({ margin: text('margin'), mean: text('mean'), away: text('away') }, texts)
}

export const loader = sellerLoader('listings.edit', async (visit) => {
  const { hub, read, seller, texts: reader, url } = visit
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const { saved, past } = await read(async (db) => ({
    saved: await readOfferRules(db, seller.id),
    past: await readPastOffers(db, { sellerId: seller.id, now }),
  }))
  const rules = triedRules(visit) ?? saved
  return {
    margin: rules.leastMarginPercent === null ? '' : String(rules.leastMarginPercent),
    mean: rules.countersAtMean,
    away: rules.restsWhileAway,
    begun: formBaseline(saved),
    saved: url.searchParams.get('done') === 'saved',
    dryRun: dryRunModel(rules, past, { now, texts }),
  }
})

const outcomes = ['accept', 'counter', 'decline', 'leave'] as const

function dryRunModel(
  rules: OfferRules,
  { offers, isAll }: Awaited<ReturnType<typeof readPastOffers>>,
  { now, texts }: { now: Date; texts: Texts },
) {
  const { t, number, money } = texts
  const tried = offers.map((offer) => ({ offer, answer: ruleAnswer(rules, offer) }))
  const would = ({ currency }: PastOffer, answer: RuleAnswer | null) =>
    t(`offerRules.would.${answer?.step ?? 'leave'}`, {
      amount: money({ minor: answer?.priceMinor ?? 0, currency }),
    })
  return {
    // What the rules would have done, with the number of offers.
    counts: outcomes.map((step) => ({
      key: step,
      label: t(`offerRules.count.${step}`),
      value: number(tried.filter(({ answer }) => (answer?.step ?? 'leave') === step).length),
    })),
    note: t(isAll ? 'offerRules.dryRun.note' : 'offerRules.dryRun.most', { n: offers.length, days: dryRunDays }),
    rows: tried.slice(0, mostListed).map(({ offer, answer }) => ({
      key: offer.key,
      href: paths.offer(offer.key),
      title: offer.title,
      made: momentWords(offer.madeAt, now, texts),
      offered: t('offerRules.offered', {
        amount: money({ minor: offer.priceMinor, currency: offer.currency }),
        asked: money({ minor: offer.listPriceMinor, currency: offer.currency }),
      }),
      would: would(offer, answer),
      did: t(`offers.state.${offer.state}`),
    })),
  }
}

export const action = sellerAction('listings.edit', async ({ form, seller, member, texts, write }) => {
  const typed = { margin: textOf(form, 'margin'), mean: textOf(form, 'mean'), away: textOf(form, 'away') }
  const wanted = typedRules(typed, texts)
  if (!wanted)
    return refused<Field>(
      { margin: texts.t('offerRules.error.margin', { n: mostPercent }) },
      { ...typed, begun: textOf(form, 'begun') },
    )
  const changed = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    const problem = lostUpdateAnswer(form, { present: await readOfferRules(db, seller.id), wanted }, texts)
    if (!problem) await saveOfferRules(db, seller.id, wanted)
    return problem
  })
  if (changed) return refused<Field>({ form: changed }, typed)
  return redirect(withQuery(paths.offerRules, { done: 'saved' }), { status: 303 })
})

export default function OfferRulesPage() {
  const { margin, mean, away, begun, saved, dryRun } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const values = answer?.values
  return (
    <>
      <PageHead
        title={t('offerRules.title')}
        note={t('offerRules.note')}
        done={saved && !answer ? t('offerRules.saved') : null}
      />
      <p className={styles.intro}>{t('offerRules.intro')}</p>
      <DocumentForm className={styles.form}>
        <input type="hidden" name="begun" value={values?.begun ?? begun} />
        <FormErrors errors={answer?.errors} />
        <FigureField
          id="margin"
          name="margin"
          label={t('offerRules.margin')}
          hint={t('offerRules.margin.hint')}
          defaultValue={values?.margin ?? margin}
          error={answer?.errors.margin}
        />
        <Checkbox
          id="mean"
          name="mean"
          label={t('offerRules.mean')}
          hint={t('offerRules.mean.hint')}
          defaultChecked={values ? values.mean === 'on' : mean}
        />
        <Checkbox
          id="away"
          name="away"
          label={t('offerRules.away')}
          defaultChecked={values ? values.away === 'on' : away}
        />
        <div className={styles.buttons}>
          <Button type="submit" kind="primary">
            {t('common.save')}
          </Button>
          <Button type="submit" formMethod="get">
            {t('offerRules.try')}
          </Button>
        </div>
      </DocumentForm>
      <Section title={t('offerRules.dryRun')}>
        <p className={styles.note}>{dryRun.note}</p>
        <Counts counts={dryRun.counts} />
        {dryRun.rows.length > 0 ? (
          <CardTable
            head={t('orders.column.item')}
            columns={[
              { key: 'made', label: t('offers.column.made') },
              { key: 'offered', label: t('offers.column.price') },
              { key: 'would', label: t('offerRules.column.would') },
              { key: 'did', label: t('offerRules.column.did') },
            ]}
            rows={dryRun.rows.map(({ key, href, title, made, offered, would, did }) => ({
              key,
              name: (
                <PageLink to={href} className={styles.link} dir="auto">
                  {title}
                </PageLink>
              ),
              cells: [made, offered, would, did],
            }))}
          />
        ) : null}
      </Section>
    </>
  )
}
