import { useLoaderData } from '#web/router/router.ts'
import { PageHead } from '#web/page-head.tsx'
import { sellerKeepingLoader } from '#web/guard.server.ts'
import { serverPaths, paths } from '#web/paths.ts'
import { lowestPrice, totalQuantity } from '#features/core/listing/listing-content.ts'
import { aspectName, aspectNames } from '#features/core/listing/taxonomy.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { keepPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { readAnswers } from '#features/selling/listing-answers/listing-answers-db.server.ts'
import { ListingAnswers } from '#features/selling/listing-answers/listing-answers.tsx'
import { readPolicies } from '#features/selling/policies/policies-db.server.ts'
import { settingOf } from './form/form-setting.server.ts'
import { policyWords } from '#features/selling/policies/policy-words.server.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { findDraft } from './keep/drafts-db.server.ts'
import { findProduct } from './form/products-db.server.ts'
import { readContent } from './form/read-content.ts'
import { safeHtml } from '#features/core/listing/safe-html.server.ts'
import { typedPictures } from './form/typed-form.ts'
import { ListingDescription } from '#features/core/listing/listing-description.tsx'
import styles from './listing-preview.module.css'
import { refuse } from '#web/refusals.ts'

await loadTexts('listing-form', 'talk')

export const loader = sellerKeepingLoader('listings.edit', async ({ hub, seller, url, texts, write }) => {
  const itemNumber = parseItemNumber(url.searchParams.get('draftId') ?? '')
  const found = itemNumber
    ? await write(async (db) => {
        const draft = await findDraft(db, seller.id, { itemNumber })
        if (!draft) return null
        const chosen = typedPictures(draft.typed)
        const pictures = await keepPictures(db, { sellerId: seller.id, chosen, now: hub.now() })
        const product = draft.typed['epid'] ? await findProduct(db, draft.typed['epid']) : null
        const answers = draft.listingId === null ? [] : await readAnswers(db, seller.id, draft.listingId)
        return { draft, pictures, product, answers, policies: await readPolicies(db, seller.id) }
      })
    : null
  if (!found) throw refuse('not-found')
  const { draft, pictures, product, answers, policies } = found
  const { content } = readContent(draft.typed, settingOf({ hub, seller, texts }))
  const { title, condition, aspects, axes, variations, handlingDays, currency, bestOffer } = content
  return {
    back: paths.listingForm({ draftId: draft.itemNumber }),
    aspectNames: aspectNames(hub.config.taxonomy, texts.locale),
    listing: { title, condition, aspects, axes, variations, handlingDays, currency, offers: bestOffer !== null },
    priceMinor: lowestPrice(content),
    quantity: totalQuantity(content),
    descriptionHtml: safeHtml(content.description),
    policies: policies
      .filter(({ kind, id }) => content.policies[kind] === id)
      .map((policy) => ({ kind: policy.kind, words: policyWords(policy, currency, texts), terms: policy.terms })),
    answers,
    seller: seller.displayName,
    pictures: pictures.map(({ hash, alt }) => ({ url: serverPaths.picture(hash, 'large'), alt })),
    productPicture: product?.imageUrl ?? null,
  }
})

export default function ListingPreviewPage() {
  const { back, listing, priceMinor, quantity, descriptionHtml, answers, seller } = useLoaderData<typeof loader>()
  const { t, money } = useTexts()
  const { currency } = listing
  const heading = listing.title || t('listings.untitled')
  return (
    <>
      <PageHead
        title={t('listingForm.preview')}
        actions={<ButtonLink href={back}>{t('listingForm.preview.back')}</ButtonLink>}
      />
      <article className={styles.item}>
        <PreviewPictures />
        <div className={styles.offer}>
          <h2 className={styles.title}>{heading}</h2>
          {listing.condition ? <p>{t(`listingForm.condition.${listing.condition}`)}</p> : null}
          <p className={styles.price}>
            {priceMinor === null
              ? '–'
              : listing.axes.length > 0
                ? t('listingForm.preview.from', { price: money({ minor: priceMinor, currency }) })
                : money({ minor: priceMinor, currency })}
          </p>
          <p className={styles.quiet}>{t('listingForm.preview.available', { n: quantity ?? 0 })}</p>
          {listing.offers ? <p className={styles.quiet}>{t('listingForm.preview.offers')}</p> : null}
          <p className={styles.quiet}>{t('listingForm.preview.seller', { seller })}</p>
        </div>
      </article>
      <PreviewVariations />
      <PreviewAspects />
      <Section title={t('listingForm.field.description')}>
        {descriptionHtml ? (
          <ListingDescription html={descriptionHtml} />
        ) : (
          <p className={styles.quiet}>{t('common.none')}</p>
        )}
      </Section>
      {answers.length > 0 ? (
        <Section title={t('talk.answers')}>
          <ListingAnswers answers={answers} mayEdit={false} />
        </Section>
      ) : null}
      <PreviewTerms />
    </>
  )
}

function PreviewPictures() {
  const { pictures, productPicture } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const shown = pictures.length > 0 || !productPicture ? pictures : [{ url: productPicture, alt: '' }]
  if (shown.length === 0) return <p className={styles.picture}>{t('listingForm.preview.noPicture')}</p>
  return (
    <div className={styles.pictures}>
      {shown.map(({ url, alt }) => (
        <img key={url} className={styles.picture} src={url} alt={alt} />
      ))}
    </div>
  )
}

function PreviewVariations() {
  const { listing } = useLoaderData<typeof loader>()
  const { t, money } = useTexts()
  if (listing.variations.length === 0) return null
  return (
    <Section title={t('listingForm.variations')}>
      <ul className={styles.list}>
        {listing.variations.map(({ values, priceMinor, quantity }) => (
          <li key={values.join('\n')}>
            {values.join(', ')} · {priceMinor === null ? '–' : money({ minor: priceMinor, currency: listing.currency })}{' '}
            · {t('listingForm.preview.available', { n: quantity ?? 0 })}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function PreviewAspects() {
  const { listing, aspectNames: names } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const aspects = Object.entries(listing.aspects)
  if (aspects.length === 0) return null
  return (
    <Section title={t('listingForm.aspects')}>
      <dl className={styles.aspects}>
        {aspects.map(([name, values]) => (
          <div key={name}>
            <dt>{aspectName(names, name)}</dt>
            <dd>{values.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function PreviewTerms() {
  const { policies, listing } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <Section title={t('listing.terms')}>
      <dl className={styles.aspects}>
        {policies.map(({ kind, words, terms }) => (
          <div key={kind}>
            <dt>{t(`listingForm.policy.${kind}`)}</dt>
            <dd>
              {words}
              {terms ? <p className={styles.quiet}>{terms}</p> : null}
            </dd>
          </div>
        ))}
        {listing.handlingDays === null ? null : (
          <div>
            <dt>{t('listingForm.field.handling')}</dt>
            <dd>{t('listingForm.preview.handling', { n: listing.handlingDays })}</dd>
          </div>
        )}
      </dl>
    </Section>
  )
}
