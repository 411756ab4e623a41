import { useShui } from '#shui/context.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './listing-page.module.css'
import type { ListingOffersModel } from './listing-offers.server.ts'

/** Offers for a listing that await the seller, and what was sold by offers. */
export function ListingOffers({ model }: { model: ListingOffersModel }) {
  const { t } = useTexts()
  const { Link } = useShui()
  const { href, waiting, offers, sold } = model
  return (
    <Section title={t('word.offers')} action={{ text: t('listing.offers.all'), action: { type: 'NAV', URL: href } }}>
      {waiting > 0 ? (
        <p className={styles.waiting}>
          <Status tone="warn" text={t('nav.offers.count', { n: waiting })} />
        </p>
      ) : null}
      {offers.length > 0 ? (
        <ul className={styles.questions}>
          {offers.map((offer) => (
            <li key={offer.href}>
              <Link href={offer.href} className={styles.link}>
                {offer.text}
              </Link>
              <span className={styles.quiet}>{offer.due}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {sold ? <p>{sold}</p> : null}
    </Section>
  )
}
