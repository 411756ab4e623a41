import { useShui } from '#shui/context.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import type { ListingParts } from './listing-parts.server.ts'
import styles from './listing-page.module.css'

/** What a kit is made of; nothing if the listing is none. */
export function ListingKit({ kit }: { kit: ListingParts['kit'] }) {
  const { t } = useTexts()
  const { Link } = useShui()
  if (kit.length === 0) return null
  const isVaried = kit.some(({ variation }) => variation !== null)
  const linked = (text: string, href: string | null) =>
    href === null ? (
      text
    ) : (
      <Link href={href} className={styles.part}>
        {text}
      </Link>
    )
  return (
    <Section title={t('listings.export.parts')}>
      <CardTable
        head={t('word.sku')}
        columns={[
          ...(isVaried ? [{ key: 'variation', label: t('word.variation') }] : []),
          { key: 'title', label: t('listings.column.title'), isWords: true },
          { key: 'units', label: t('listing.parts.units'), isNumber: true },
          { key: 'available', label: t('word.available'), isNumber: true },
        ]}
        rows={kit.map(({ key, variation, sku, skuHref, title, href, units, available }) => ({
          key,
          name: linked(sku, skuHref),
          cells: [
            ...(isVaried ? [variation] : []),
            <bdi key="title" translate="no">
              {linked(title, href)}
            </bdi>,
            units,
            available,
          ],
        }))}
        {...(kit.some(({ skuHref }) => skuHref) ? {} : { label: t('listings.export.parts') })}
      />
    </Section>
  )
}
