import type { Known } from './known.ts'
import type { Budget, PageCase } from './page-case.ts'

type Query = readonly [name: string, tab: string, search: string]

const sorts = ['title', 'sku', 'price', 'available', 'sold', 'views', 'watchers', 'timeLeft', 'start', 'created']

export function listingCases(known: Known, budgets: { list: Budget; any: Budget }): PageCase[] {
  const cases = (group: string, budget: Budget, queries: readonly Query[]) =>
    queries.map(([name, tab, search]) => ({
      group: `listings: ${group}`,
      name,
      path: `/sh/lst/${tab}${search && `?${search}`}`,
      budget,
    }))
  const last = Math.max(0, Math.ceil(known.activeListings / 50) - 1) * 50
  return [
    ...cases('tabs', budgets.list, [
      ['active', 'active', ''],
      ['on sale', 'active', 'status=on-sale'],
      ['out of stock', 'active', 'status=out-of-stock'],
      ['on hold', 'active', 'status=on-hold'],
      ['drafts', 'drafts', ''],
      ['scheduled', 'scheduled', ''],
      ['ended', 'ended', ''],
    ]),
    ...cases('filters', budgets.any, [
      ['low', 'active', 'stock=low'],
      ['a condition', 'active', 'condition=NEW'],
      ['a category', 'active', 'category=Lenses'],
      ['price from and to', 'active', 'priceFrom=20&priceTo=40'],
      ['quantity from', 'active', 'quantityFrom=10'],
      ['no sale for 90 days', 'active', 'idle=90'],
      ['ends within 30 days', 'active', 'ends=30d'],
      ['ended unsold', 'ended', 'outcome=unsold&ended=90d'],
      ['several at once', 'active', 'stock=low&condition=NEW,GOOD&priceFrom=5&sort=-views'],
      ['matches nothing', 'active', 'priceFrom=9999999'],
    ]),
    ...cases(
      'sorts',
      budgets.any,
      sorts.flatMap((sort): Query[] => [
        [`${sort}, ascending`, 'active', `sort=${sort}`],
        [`${sort}, descending`, 'active', `sort=-${sort}`],
      ]),
    ),
    ...cases('search', budgets.any, [
      ['a rare word', 'active', `q=${known.rareWord}`],
      ['a common word', 'active', 'q=vintage'],
      ['a common word by price', 'active', 'q=vintage&sort=-price'],
      ['several words', 'active', 'q=leica+camera+boxed'],
      ['two letters', 'active', 'q=le'],
      ['an item number', 'active', `q=${known.itemNumber}`],
      ['a SKU', 'active', `q=${known.sku}`],
      ['nothing found', 'active', 'q=qqxzzyq'],
    ]),
    ...cases('far pages', budgets.any, [
      ['the middle', 'active', `offset=${Math.floor(last / 100) * 50}`],
      ['the last page', 'active', `offset=${last}`],
      ['the last page by price', 'active', `sort=price&offset=${last}`],
      ['the last page on sale by title', 'active', `status=on-sale&sort=title&offset=${Math.floor(last * 0.75)}`],
    ]),
  ]
}
