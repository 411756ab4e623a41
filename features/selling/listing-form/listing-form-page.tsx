import { lazy, Suspense, useState } from 'react'
import { data, redirect, useActionData, useLoaderData, type ShouldRevalidateFunctionArgs } from '#web/router/router.ts'
import { pictureForm } from '#web/form-body.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { sellerAction, sellerKeepingLoader } from '#web/guard.server.ts'
import { fieldId } from '#features/core/listing/field-id.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { DetailsSection } from './sections/details-section.tsx'
import { FormViewProvider, useFormView, useFields, useStandingErrors } from './form/form-context.tsx'
import type { FormView } from './form/form-view.ts'
import { hidesMostSections } from './form/hidden-sections.ts'
import { LiveForm } from './live-form.tsx'
import { openForm } from './keep/open-form.server.ts'
import { PriceSection } from './sections/price-section.tsx'
import { ProductSection } from './sections/product-section.tsx'
import { readSentForm } from './form/sent-form.ts'
import { takeSentPictures } from './form/sent-pictures.server.ts'
import { submitForm } from './submit-form.server.ts'
import { SummaryPanel } from './sections/summary-panel.tsx'
import { TermsSection } from './sections/terms-section.tsx'
import styles from './form/listing-form.module.css'
import { refuse } from '#web/refusals.ts'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { ListingDescription } from '#features/core/listing/listing-description.tsx'
import { pictureValue } from '#features/core/listing-pictures/picture.ts'
import { PictureField } from '#features/core/listing-pictures/picture-field.tsx'

await loadTexts('listing-form')

// On the server at once, so that the page is whole without script; its script comes after those of the rest.
const loadSections = async () => ({ default: (await import('./loaded-later.ts')).LaterSections })
const LaterSections = typeof window === 'undefined' ? (await loadSections()).default : lazy(loadSections)

/** Showing a form marks its pictures as used. */
export const loader = sellerKeepingLoader('listings.edit', (args) => args.write((db) => openForm(db, args, args.url)))

export const action = sellerAction(
  'listings.edit',
  async (args) => {
    const read = readSentForm(args.form)
    if (!read) throw refuse('malformed')
    const { sent, refused } = await takeSentPictures(args, read)
    const answer = await args.write((db) => submitForm(db, args, { sent, form: args.form, refused }))
    return 'to' in answer
      ? redirect(answer.to, { status: 303 })
      : data({ view: answer.view }, { status: answer.status })
  },
  pictureForm,
)

/** A step's response contains the whole view, so loaders rerun only after a redirect. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { formMethod, currentUrl, nextUrl, defaultShouldRevalidate } = args
  const isStep = formMethod === 'POST' && currentUrl.href === nextUrl.href
  return !isStep && defaultShouldRevalidate
}

export default function ListingFormPage() {
  const opened = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const view = useShownView(opened, answer?.view ?? null)
  const { t } = useTexts()
  const title = t(`listingForm.title.${view.hidden.mode}`)
  return (
    <>
      <PageHead
        title={title}
        note={view.listing ? t('listingForm.itemNumber', { number: view.listing.itemNumber }) : null}
      />
      <FormViewProvider value={view}>
        <Notices />
        <LiveForm key={view.stamp} fields={fields} summary={summary} />
      </FormViewProvider>
    </>
  )
}

/**
 * The latest response, until the page is loaded anew. The router drops action data when only the hash changes, as field
 * links do.
 */
function useShownView(opened: FormView, answered: FormView | null): FormView {
  const [shown, show] = useState({ opened, view: answered ?? opened })
  const next = shown.opened === opened ? (answered ?? shown.view) : (answered ?? opened)
  if (shown.opened !== opened || shown.view !== next) show({ opened, view: next })
  return next
}

/** Constant elements: typing does not rerender them. */
const summary = <SummaryPanel />
const fields = <Fields />

/** A new form first asks for the product or category; the rest appears afterwards or on request. */
function Fields() {
  const { t } = useTexts()
  const view = useFormView()
  const rest = (
    <>
      <PicturesSection />
      <DescriptionSection />
      <PriceSection />
      <Suspense fallback={null}>
        <LaterSections />
      </Suspense>
      <TermsSection />
      <Suspense fallback={null}>
        <LaterSections areLast />
      </Suspense>
    </>
  )
  return (
    <>
      <ProductSection />
      <DetailsSection />
      {hidesMostSections(view) ? (
        <div className={styles.heldBack}>
          <p className={styles.quiet}>{t('listingForm.heldBack.hint')}</p>
          <details className={styles.details}>
            <summary>{t('listingForm.heldBack')}</summary>
            <div className={styles.sections}>{rest}</div>
          </details>
        </div>
      ) : (
        rest
      )}
    </>
  )
}

function Notices() {
  const { t } = useTexts()
  const { isRestored } = useFormView()
  return (
    <div className={styles.notices}>
      {isRestored ? (
        <p className={styles.done} role="status">
          {t('listingForm.restored')}
        </p>
      ) : null}
    </div>
  )
}

function DescriptionSection() {
  const { t } = useTexts()
  const { descriptionHtml } = useFormView()
  const field = useFields()
  return (
    <Section title={t('listingForm.field.description')}>
      <div className={styles.fields}>
        <TextAreaField
          label={t('listingForm.field.description')}
          hideLabel
          hint={t('listingForm.description.hint')}
          rows={7}
          {...field('description')}
        />
        <div>
          <Button type="submit" name="intent" value="description" size="small">
            {t('listingForm.description.preview')}
          </Button>
        </div>
        {descriptionHtml === null ? null : (
          <div id="description-preview" tabIndex={-1} className={styles.preview}>
            <h3 className={styles.minor}>{t('listingForm.description.asSeen')}</h3>
            <ListingDescription html={descriptionHtml} />
          </div>
        )}
      </div>
    </Section>
  )
}

function PicturesSection() {
  const { t } = useTexts()
  const { pictures } = useFormView()
  const errors = useStandingErrors()
  return (
    <Section title={t('pictures.title')}>
      <PictureField
        id={fieldId('pictures')}
        values={pictures.map(pictureValue)}
        error={errors.flatMap(({ field, text }) => (field === 'pictures' ? [text] : [])).join(' ') || null}
      />
    </Section>
  )
}
