import { data, Form, redirect, useActionData, useLoaderData } from 'react-router'
import { PageName } from '#web/page-name.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { BackToList } from '#features/grid/back-to-list.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { mayDo } from '#web/roles.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { editRow } from './edit-row.server.ts'
import { listingTabs, parseItemNumber, tabOfState, type ListingTab } from '#features/listing/listing.ts'
import styles from './listing-page.module.css'
import { listingModel } from './listing-view.ts'
import { refuse } from '#web/refusals.ts'
import { openFrom } from '#features/grid/list-routes.server.ts'
import { findListing, listingsList } from './listings-list.server.ts'
import { gridHref } from '#lib/grid-query.ts'
import type { SellerArgs } from '#web/guard.server.ts'

/** One listing; 404 for what is no listing of this seller, be it another's or nobody's. */
export const loader = sellerLoader('hub.view', async (visit) => {
  const { hub, read, seller, url, texts: reader } = visit
  const itemNumber = parseItemNumber(url.searchParams.get('item'))
  const row = itemNumber && (await read((db) => findListing(db, seller.id, itemNumber)))
  if (!row) throw refuse('not-found')
  const now = hub.now()
  return {
    model: listingModel(row, now, textsFor(reader.locale, seller.timeZone), mayDo(seller.role, 'listings.edit')),
    backHref: backToListings(visit, tabOfState(row.state)),
  }
})

/** The list that a listing was opened from; `from` is its tab and query, `ended?q=leica`. */
function backToListings(visit: SellerArgs, usual: ListingTab): string {
  const [name, search = ''] = (visit.url.searchParams.get('from') ?? '').split('?')
  const tab = listingTabs.find((known) => known === name) ?? usual
  const path = paths.listings[tab]
  const { query, definition } = openFrom(listingsList, path, name === tab ? search : '', visit)
  return gridHref(path, query, definition)
}

/** Changes price or units. A stale change comes back with both values, and can be sent once more. */
export const action = sellerAction('listings.edit', async (args) => {
  const answer = await editRow(args)
  if (answer.ok) return redirect(args.url.pathname + args.url.search, { status: 303 })
  return data(answer, { status: answer.version === undefined ? 422 : 409 })
})

/** A listing's page. */
export default function ListingPage() {
  const { model, backHref } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageName name={model.title} />
      <PageTitle
        title={model.title}
        note={model.note}
        before={
          <BackToList href={backHref} className={styles.back}>
            {t('listing.back')}
          </BackToList>
        }
        actions={<Status {...model.status} />}
      />
      <div className={styles.sections}>
        {model.steps.length > 0 ? (
          <p className={styles.steps}>
            {model.reviseHref ? <ButtonLink href={model.reviseHref}>{t('listings.step.revise')}</ButtonLink> : null}
            {model.steps.map(({ step, label, href, refusal }) =>
              refusal === null ? (
                <ButtonLink key={step} href={href}>
                  {label}
                </ButtonLink>
              ) : (
                <Button key={step} disabled disabledReason={refusal}>
                  {label}
                </Button>
              ),
            )}
          </p>
        ) : null}
        {model.edits ? (
          <Section title={t('listing.change')}>
            <div className={styles.edits}>
              {model.edits.fields.map(({ column, label, value }) => {
                const refused = answer?.ok === false && answer.column === column ? answer : null
                const version = refused?.version ?? model.edits!.version
                return (
                  <Form key={`${column} ${value}`} method="post" className={styles.edit}>
                    <SrtField />
                    <input type="hidden" name="item" value={model.edits!.item} />
                    <input type="hidden" name="version" value={version} />
                    <input type="hidden" name="column" value={column} />
                    <TextField
                      label={label}
                      name="value"
                      inputMode="decimal"
                      autoComplete="off"
                      width="short"
                      figures
                      defaultValue={refused?.typed ?? value}
                      error={refused?.message}
                    />
                    <Button type="submit">
                      {refused?.version === undefined ? t('listing.save') : t('grid.saveMine')}
                    </Button>
                  </Form>
                )
              })}
            </div>
          </Section>
        ) : null}
        <Section title={t('listing.facts')}>
          <div className={styles.about}>
            {model.picture ? (
              <img src={model.picture} alt="" width={160} height={160} className={styles.picture} />
            ) : null}
            <dl className={styles.facts}>
              {model.facts.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd dir="auto">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        </Section>
      </div>
    </>
  )
}
