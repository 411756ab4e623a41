/** What every grid says by itself. Functions, because counts need the plural forms of the reader's language. */
export type GridWords = {
  search: string
  addFilter: string
  filters: string
  removeFilter: (filter: string) => string
  clearFilters: string
  apply: string
  any: string
  /** The choice of no period, beside two fields for days. */
  anyTime: string
  from: string
  to: string
  columns: string
  applyColumns: string
  resetColumns: string
  /** Beside a column that cannot be hidden. */
  fixedColumn: string
  views: string
  noViews: string
  viewName: string
  saveView: string
  deleteView: (view: string) => string
  sortedBy: (order: string) => string
  byStatus: (title: string) => string
  selectRow: (row: string) => string
  selectPage: string
  selection: string
  selected: (count: number) => string
  selectAll: (total: number) => string
  allSelected: (total: number) => string
  clearSelection: string
  actOnSelected: (action: string, count: number) => string
  /** Said where no more rows can be selected one by one. */
  selectionFull: (most: number) => string
  pages: string
  rows: (from: string, to: string, total: string) => string
  perPage: (limit: number) => string
  firstPage: string
  previousPage: string
  nextPage: string
  lastPage: string
  keys: string
  nextRow: string
  previousRow: string
  toggleRow: string
  openRow: string
  help: string
  escape: string
  useKeys: string
  close: string
}

/** English, for pages that give no words. */
export const defaultGridWords: GridWords = {
  search: 'Search',
  addFilter: 'Add filter',
  filters: 'Filters',
  removeFilter: (filter) => `Remove filter: ${filter}`,
  clearFilters: 'Clear all',
  apply: 'Show results',
  any: 'Any',
  anyTime: 'Any time, or these days',
  from: 'From',
  to: 'To',
  columns: 'Columns',
  applyColumns: 'Show columns',
  resetColumns: 'As usual',
  fixedColumn: 'always shown',
  views: 'Views',
  noViews: 'No saved views yet. Filter, search or sort, then save it here.',
  viewName: 'Name of the view',
  saveView: 'Save this view',
  deleteView: (view) => `Delete the view ${view}`,
  sortedBy: (order) => `Sorted by ${order}`,
  byStatus: (title) => `${title}: by status`,
  selectRow: (row) => `Select ${row}`,
  selectPage: 'Select all rows of this page',
  selection: 'Selection',
  selected: (count) => `${english.format(count)} selected`,
  selectAll: (total) => `Select all ${english.format(total)} that match`,
  allSelected: (total) =>
    total === 1 ? 'The one that matches is selected' : `All ${english.format(total)} that match are selected`,
  clearSelection: 'Clear selection',
  actOnSelected: (action, count) => `${action} ${english.format(count)} selected`,
  selectionFull: (most) => `No more than ${english.format(most)} can be selected one by one`,
  pages: 'Pages',
  rows: (from, to, total) => `${from}–${to} of ${total}`,
  perPage: (limit) => `${english.format(limit)} a page`,
  firstPage: 'First page',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  lastPage: 'Last page',
  keys: 'Keyboard shortcuts',
  nextRow: 'Next row',
  previousRow: 'Previous row',
  toggleRow: 'Select or unselect the row',
  openRow: 'Open the row',
  help: 'Show this help',
  escape: 'Leave the search, clear the selection',
  useKeys: 'Use single-key shortcuts',
  close: 'Close',
}

const english = new Intl.NumberFormat('en')
