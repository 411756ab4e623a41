import { Button } from '#shui/button/button.tsx'
import { Select } from '#shui/form/controls.tsx'
import type { HubListing, HubSeller } from '../hub-types.ts'
import { Away } from './away.tsx'
import styles from './browse.module.css'
import { Frame, type FrameModel } from './frame.tsx'
import { NoOffers, Offers, Paging } from './offers.tsx'
import { brandName, count } from './words.ts'

interface Named {
  name: string
  offers: number
}

export interface HomeProps {
  frame: FrameModel
  newest: { listing: HubListing; seller: HubSeller }[]
  categories: Named[]
  stores: { seller: HubSeller; offers: number }[]
  isReady: boolean
}

export function HomePage({ frame, newest, categories, stores, isReady }: HomeProps) {
  return (
    <Frame frame={frame} title="Good things from small shops">
      <h1 className={styles.title}>Good things from small shops</h1>
      {isReady ? null : <p className={styles.lead}>The shelves are being filled: look again in a moment.</p>}
      <Categories categories={categories} hrefOf={(name) => searchHref({ category: name })} />
      <div className={styles.columns}>
        <section>
          <h2 className={styles.heading}>Just in</h2>
          {newest.length > 0 ? (
            <Offers offers={newest} level={3} />
          ) : (
            <NoOffers title="Nothing is on offer yet" hint="What sellers list in the Seller Hub shows up here." />
          )}
        </section>
        <aside className={styles.stores} aria-label="Stores">
          <h2 className={styles.heading}>Stores</h2>
          <ul>
            {stores.map(({ seller, offers }) => (
              <li key={seller.id}>
                <a href={storeHref(seller)}>{seller.displayName}</a>
                <span>{count(offers, 'offer')}</span>
              </li>
            ))}
          </ul>
        </aside>
      </div>
    </Frame>
  )
}

export const storeHref = ({ username }: Pick<HubSeller, 'username'>) => `/stores/${encodeURIComponent(username)}`

interface SearchedFor {
  words?: string
  category?: string | null
  sort?: string
  page?: number
}

function searchHref({ words, category, sort, page }: SearchedFor, path = '/search'): string {
  const query = new URLSearchParams()
  if (words) query.set('q', words)
  if (category) query.set('category', category)
  if (sort && sort !== 'newest') query.set('sort', sort)
  if (page && page > 1) query.set('page', String(page))
  return query.size > 0 ? `${path}?${query}` : path
}

function Categories({
  categories,
  chosen,
  hrefOf,
}: {
  categories: Named[]
  chosen?: string | null
  hrefOf: (name: string) => string
}) {
  if (categories.length === 0) return null
  return (
    <nav className={styles.categories} aria-label="Categories">
      {categories.map(({ name, offers }) => (
        <a key={name} href={hrefOf(name)} aria-current={name === chosen ? 'true' : undefined}>
          {name} <span>{offers.toLocaleString('en-GB')}</span>
        </a>
      ))}
    </nav>
  )
}

export interface ResultsProps {
  frame: FrameModel
  /** The store searched; null for the whole market. */
  store: HubSeller | null
  search: { words: string; category: string | null; sort: string; page: number }
  total: number
  pages: number
  offers: { listing: HubListing; seller: HubSeller }[]
  categories: Named[]
}

export function ResultsPage({ frame, store, search, total, pages, offers, categories }: ResultsProps) {
  const path = store ? storeHref(store) : '/search'
  const title = store?.displayName ?? (search.words ? `“${search.words}”` : (search.category ?? 'Everything on offer'))
  return (
    <Frame frame={frame} title={title}>
      <div className={styles.head}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>
            {store ? `${levelOf(store)} · ${count(total, 'offer')}` : count(total, 'offer')}
            {search.category && title !== search.category ? ` in ${search.category}` : ''}
          </p>
        </div>
        <form className={styles.controls} action={path}>
          {store ? (
            <input
              type="search"
              name="q"
              defaultValue={search.words}
              placeholder="Search this store"
              aria-label="Search this store"
            />
          ) : (
            <input type="hidden" name="q" value={search.words} />
          )}
          {search.category ? <input type="hidden" name="category" value={search.category} /> : null}
          <Select
            name="sort"
            aria-label="Sort"
            width="medium"
            defaultValue={search.sort}
            options={[
              { value: 'newest', label: 'Newest first' },
              { value: 'cheapest', label: 'Lowest price' },
              { value: 'dearest', label: 'Highest price' },
            ]}
          />
          <Button type="submit">Show</Button>
        </form>
      </div>
      {store ? <Away seller={store} frame={frame} /> : null}
      <Categories
        categories={categories}
        chosen={search.category}
        hrefOf={(name) => searchHref({ ...search, page: 1, category: name === search.category ? null : name }, path)}
      />
      {offers.length > 0 ? (
        <Offers offers={offers} namesSellers={store === null} />
      ) : (
        <NoOffers title="Nothing like that is on offer" hint="Try fewer words, or look through everything." />
      )}
      <Paging page={search.page} pages={pages} hrefOf={(page) => searchHref({ ...search, page }, path)} />
    </Frame>
  )
}

const levels = {
  TOP_RATED: 'Top rated',
  ABOVE_STANDARD: 'Good standing',
  BELOW_STANDARD: 'Below the standard',
} as const

function levelOf({ level, feedbackScore, registeredAt }: HubSeller): string {
  const since = `at ${brandName} since ${registeredAt.slice(0, 4)}`
  return [...(level ? [levels[level]] : []), `feedback score ${feedbackScore.toLocaleString('en-GB')}`, since].join(
    ' · ',
  )
}
