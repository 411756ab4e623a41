import { paths } from '#web/paths.ts'
import type { Known } from './known.ts'
import type { Budget, PageCase } from './pages.ts'

export function inventoryCases(known: Known, budgets: { list: Budget; any: Budget }): PageCase[] {
  const cases = (group: string, budget: Budget, queries: Readonly<Record<string, string>>) =>
    Object.entries(queries).map(([name, search]) => ({
      group: `inventory: ${group}`,
      name,
      path: `${paths.inventory}${search && `?${search}`}`,
      budget,
    }))
  const last = Math.max(0, Math.ceil(known.stockItems / 50) - 1) * 50
  return [
    ...cases('tabs', budgets.list, {
      all: '',
      low: 'stock=low&sort=available',
      dead: 'idle=dead&sort=idle',
      out: 'stock=out',
    }),
    ...cases('sorts', budgets.any, {
      'SKU, descending': 'sort=-sku',
      'available, ascending': 'sort=available',
      'available, descending': 'sort=-available',
      'last sold, ascending': 'sort=idle',
      'last sold, descending': 'sort=-idle',
    }),
    ...cases('search', budgets.any, {
      'a SKU': `q=${known.sku}`,
      'a part of many SKUs': `q=${known.sku.slice(0, -2)}`,
      'a rare word': `q=${known.rareWord}`,
      'words of a title': `q=${encodeURIComponent(`vintage ${known.rareWord}`)}`,
      'two letters': 'q=le',
      'a common word': 'q=vintage',
      'nothing found': 'q=qqxzzyq',
      'a common word, page 21': 'q=vintage&offset=1000',
      'a common word by available': 'q=vintage&sort=available',
      'a common word, low stock': 'q=vintage&stock=low&sort=available',
      'a common word, dead stock': 'q=vintage&idle=dead&sort=idle',
    }),
    ...cases('far pages', budgets.any, {
      'the middle': `offset=${Math.floor(last / 100) * 50}`,
      'the last page': `offset=${last}`,
      'the last page by available': `sort=available&offset=${last}`,
      'low stock, page 11': 'stock=low&sort=available&offset=500',
      'dead stock, page 11': 'idle=dead&sort=idle&offset=500',
    }),
  ]
}
