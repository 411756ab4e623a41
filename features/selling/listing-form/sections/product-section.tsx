import Search from 'lucide-react/icons/search'
import { Button } from '#shui/button/button.tsx'
import { Field } from '#shui/form/field.tsx'
import { Input } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFormView } from '../form/form-context.tsx'
import type { Product } from '../form/products-db.server.ts'
import styles from '../form/listing-form.module.css'

export function ProductSection() {
  const { product, search } = useFormView()
  const { t } = useTexts()
  return (
    <Section title={t('listingForm.product')}>
      {product ? (
        <ChosenProduct product={product} />
      ) : (
        <>
          <div className={styles.searchRow}>
            <Field
              id="search"
              label={t('listingForm.search')}
              hint={t('listingForm.search.hint')}
              error={searchError()}
            >
              {(control) => (
                <Input {...control} name="search" icon={Search} defaultValue={search?.text} maxLength={200} />
              )}
            </Field>
            <Button type="submit" name="intent" value="search">
              {t('grid.search')}
            </Button>
          </div>
          <SearchResults />
        </>
      )}
    </Section>
  )

  function searchError() {
    if (!search || search.result.ok) return null
    return search.result.reason === 'check-digit' ? t('listingForm.search.checkDigit') : t('listingForm.search.empty')
  }
}

function ChosenProduct({ product }: { product: Product }) {
  const { t } = useTexts()
  return (
    <div className={styles.chosen}>
      <input type="hidden" name="epid" value={product.epid} />
      {pictureOf(product)}
      <div>
        <strong>{product.title}</strong>
        <p className={styles.quiet}>{numbersOf(product, t('listingForm.noGtin'))}</p>
      </div>
      <Button type="submit" name="intent" value="noProduct" size="small">
        {t('listingForm.noProduct')}
      </Button>
    </div>
  )
}

function SearchResults() {
  const { search } = useFormView()
  const { t } = useTexts()
  if (!search?.result.ok) return null
  const { products } = search.result
  return (
    <div id="search-results" tabIndex={-1} className={styles.results}>
      <h3 className={styles.minor}>{t('listingForm.search.found', { n: products.length })}</h3>
      {products.length === 0 ? (
        <p className={styles.quiet}>{t('listingForm.search.none')}</p>
      ) : (
        <ul className={styles.products}>
          {products.map((product) => (
            <li key={product.epid} className={styles.product}>
              {pictureOf(product)}
              <div>
                {product.title}
                <p className={styles.quiet}>
                  {product.category} · {numbersOf(product, t('listingForm.noGtin'))}
                </p>
              </div>
              <Button
                type="submit"
                name="intent"
                value={`product:${product.epid}`}
                size="small"
                aria-label={t('listingForm.search.use', { title: product.title })}
              >
                {t('listingForm.use')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Decorative, beside the title. */
function pictureOf({ imageUrl }: Product) {
  return imageUrl && <img src={imageUrl} alt="" className={styles.productPicture} />
}

function numbersOf({ epid, gtin }: Product, noGtin: string): string {
  return `EPID ${epid} · ${gtin ? `GTIN ${gtin}` : noGtin}`
}
