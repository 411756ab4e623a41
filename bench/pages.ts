import type { Known } from './known.ts'
import { listingCases } from './listing-pages.ts'
import { paths } from '#web/paths.ts'
import type { Budget, PageCase } from './page-case.ts'

const listBudget: Budget = { p50: 25, p95: 50 }
const anyBudget: Budget = { p50: null, p95: 100 }
/** Budgets of a list, and of the same list through any filter, sort, search or page. */
export const budgets = { list: listBudget, any: anyBudget } as const

const tabs = {
  all: '',
  'awaiting payment': 'status=awaiting-payment',
  'awaiting shipment': 'status=awaiting-shipment&sort=shipBy',
  overdue: 'status=awaiting-shipment&shipBy=overdue&sort=shipBy',
  'due today': 'status=awaiting-shipment&shipBy=today&sort=shipBy',
  shipped: 'status=shipped',
  delivered: 'status=delivered',
  'cancellation requested': 'status=cancellation-requested',
  cancelled: 'status=cancelled',
  refunded: 'status=refunded',
}

const sortColumns = ['placed', 'paid', 'shipBy', 'buyer', 'quantity', 'total', 'country']

export function pageCases(known: Known): PageCase[] {
  const list = (group: string, budget: Budget, queries: Record<string, string>) =>
    Object.entries(queries).map(([name, search]) => ({
      group,
      name,
      path: `/sh/ord${search && `?${search}`}`,
      budget,
    }))
  const other = (group: string, addresses: Record<string, string>) =>
    Object.entries(addresses).map(([name, path]) => ({ group, name, path, budget: listBudget }))
  return [
    ...list('orders: tabs', listBudget, tabs),
    ...list('orders: filters', anyBudget, filters(known)),
    ...list('orders: sorts', anyBudget, sorts()),
    ...list('orders: search', anyBudget, searches(known)),
    ...list('orders: page sizes', anyBudget, {
      '25 rows': 'limit=25',
      '100 rows': 'limit=100',
      '200 rows': 'limit=200',
    }),
    ...list('orders: far pages', anyBudget, farPages(known)),
    ...listingCases(known, budgets),
    ...inventoryCases(known),
    ...offerCases(known),
    ...other('overview', {
      today: '/sh/ovw?days=1',
      '7 days': '/sh/ovw?days=7',
      '31 days': '/sh/ovw?days=31',
      '90 days': '/sh/ovw?days=90',
    }),
    ...other('to do', {
      'by time': '/sh/tasks',
      'by money': '/sh/tasks?sort=money',
      'to ship': '/sh/tasks?kind=ship',
    }),
    ...['late', 'untracked'].map((fault) => ({
      group: 'seller level',
      name: fault,
      path: `/sh/performance/seller-level?fault=${fault}`,
      budget: anyBudget,
    })),
    ...other(
      'order',
      Object.fromEntries(
        known.orderNumbers.map((number, index) => [`order ${index + 1}`, `/sh/ord/details?orderid=${number}`]),
      ),
    ),
    ...other('product summary', summaries(known)),
    ...Object.entries(known.epids).map(([name, epid]) => ({
      group: 'product insights',
      name: `${name} product`,
      path: `/sh/product-insights?epid=${epid}`,
      budget: anyBudget,
    })),
    ...other('settings', {
      preferences: '/settings/preferences',
      security: '/settings/security',
      policies: '/settings/policies',
    }),
  ]
}

/** Pages measured again after a busy morning: all of To do, and one expensive page of every other kind. */
export function morningCases(known: Known): PageCase[] {
  const dear = [
    'orders: tabs: awaiting shipment',
    'orders: filters: the most frequent country',
    'orders: filters: three countries',
    'orders: search: a common word, delivered, 90 days',
    'orders: search: an accent',
    'orders: far pages: the middle',
    'overview: 7 days',
  ]
  const again = pageCases(known).filter(({ group, name }) => group === 'to do' || dear.includes(`${group}: ${name}`))
  return again.map((page) =>
    page.group === 'to do'
      ? { ...page, group: `to do ${afterwards}` }
      : { ...page, group: `others ${afterwards}`, name: `${page.group}: ${page.name}`, budget: anyBudget },
  )
}

const afterwards = 'after a morning'

function summaries({ epids, itemNumber, likeTitle }: Known): Record<string, string> {
  return {
    'the most sold product': `/sh/product-summary?epid=${epids.hottest}&condition=VERY_GOOD`,
    'a usual product': `/sh/product-summary?epid=${epids.usual}&condition=GOOD`,
    'of a listing': `/sh/product-summary?listingId=${itemNumber}`,
    'by the nearest title': `/sh/product-summary?title=${encodeURIComponent(likeTitle)}`,
  }
}

function filters({ buyer, day }: Known): Record<string, string> {
  const periods = ['today', 'yesterday', '7d', '31d', '90d', 'month', 'last-month', 'cancellable']
  return {
    ...Object.fromEntries(periods.map((period) => [`placed ${period}`, `placed=${period}`])),
    'placed, days from and to': `placedFrom=${day(300)}&placedTo=${day(100)}`,
    'due tomorrow': 'status=awaiting-shipment&shipBy=tomorrow&sort=shipBy',
    'due later': 'status=awaiting-shipment&shipBy=later&sort=shipBy',
    'a country': 'country=SE',
    'three countries': 'country=DE,FR,JP',
    'the most frequent country': 'country=GB',
    'amount from': 'totalFrom=150',
    'amount from and to': 'totalFrom=20&totalTo=25.5',
    'several items': 'several=1',
    'one buyer': `buyer=${encodeURIComponent(buyer)}`,
    'delivered, several, abroad': 'status=delivered&several=1&country=DE,FR,US',
    'delivered, 90 days, amount': 'status=delivered&placed=90d&totalFrom=10&totalTo=500',
    'matches nothing': 'status=refunded&totalFrom=99999',
  }
}

function sorts(): Record<string, string> {
  const both = (search: string, name: string, columns: string[]) =>
    columns.flatMap((column) => [
      [`${name}${column}, ascending`, `${search}sort=${column}`],
      [`${name}${column}, descending`, `${search}sort=-${column}`],
    ])
  return Object.fromEntries([
    ...both('', '', sortColumns),
    ...both('status=delivered&', 'delivered by ', ['paid', 'buyer', 'total', 'country']),
    ...both('placed=90d&', '90 days by ', ['buyer', 'total']),
  ])
}

function searches({ rareWord, orderNumbers, buyer, itemNumber, sku, tracking }: Known): Record<string, string> {
  const search = (words: string, more = '') => `q=${encodeURIComponent(words)}${more}`
  return {
    'a rare word': search(rareWord),
    'a common word': search('vintage'),
    'a common word by total': search('vintage', '&sort=-total'),
    'a common word, delivered, 90 days': search('vintage', '&status=delivered&placed=90d'),
    'several words': search('leica camera boxed'),
    'two letters': search('le'),
    'an accent': search('voigtlander'),
    'an order number': search(orderNumbers[0]!),
    'the end of an order number': search(orderNumbers[1]!.slice(-5)),
    'a buyer': search(buyer),
    'an item number': search(itemNumber),
    'a SKU': search(sku),
    'a tracking number': search(tracking),
    'nothing found': search('qqxzzyq'),
  }
}

function farPages({ orders }: Known): Record<string, string> {
  const middle = Math.floor(orders / 100) * 50
  const last = Math.max(0, Math.ceil(orders / 50) - 1) * 50
  return {
    'page 21': 'offset=1000',
    'the middle': `offset=${middle}`,
    'the last page': `offset=${last}`,
    'the last page, ascending': `sort=placed&offset=${last}`,
    'the last page by total': `sort=-total&offset=${last}`,
    'the last page by buyer': `sort=buyer&offset=${last}`,
    'delivered, far': `status=delivered&offset=${middle}`,
    'delivered by total, far': `status=delivered&sort=-total&offset=${middle}`,
    'a country, far': `country=GB&offset=${Math.floor(orders / 200) * 50}`,
    'a common word, far': `q=vintage&offset=${Math.floor(orders / 1000) * 50}`,
    'beyond the end': `offset=${last + 1000}`,
  }
}

function offerCases({ buyer, itemNumber, rareWord, orders }: Known): PageCase[] {
  const cases = (budget: Budget, queries: Readonly<Record<string, string>>) =>
    Object.entries(queries).map(([name, search]) => ({
      group: 'offers',
      name,
      path: `${paths.offers}${search && `?${search}`}`,
      budget,
    }))
  return [
    ...cases(budgets.list, { all: '', 'to answer': 'standing=mine' }),
    ...cases(budgets.any, {
      'by price': 'sort=price',
      'the middle': `offset=${Math.floor(orders / 100) * 50}`,
      'a buyer': `q=${encodeURIComponent(buyer)}`,
      'an item number': `q=${itemNumber}`,
      'a rare word': `q=${rareWord}`,
      'a common word': 'q=vintage',
      'nothing found': 'q=qqxzzyq',
    }),
  ]
}

function inventoryCases(known: Known): PageCase[] {
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
