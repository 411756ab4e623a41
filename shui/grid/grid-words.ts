/** Texts built into the grid; all others come with the model. */
export type GridWord = keyof typeof english

/** Translates a grid text. A function, because counts need plural forms. `values` fill the placeholders of `english`. */
export type GridSay = (word: GridWord, values?: Record<string, string | number>) => string

const english = {
  search: 'Search',
  skipToRows: 'Skip to the list',
  addFilter: 'Add filter',
  filters: 'Filters',
  findFilter: 'Find a filter',
  noSuchFilter: 'No matching filters',
  removeFilter: 'Remove filter: {filter}',
  clearFilters: 'Clear all',
  apply: 'Show results',
  from: 'From',
  to: 'To',
  columns: 'Columns',
  applyColumns: 'Show columns',
  resetColumns: 'Reset to default',
  /** Beside a column that cannot be hidden. */
  fixedColumn: 'always shown',
  views: 'Views',
  /** Names the menu that has views, columns and export on a narrow page. */
  listMenu: 'Views, columns and export',
  noViews: 'No saved views yet. Filter, search or sort the list, then save it here.',
  viewName: 'View name',
  saveView: 'Save this view',
  deleteView: 'Delete view {name}',
  sortedBy: 'Sorted by {order}',
  byStatus: '{title}: by status',
  selectRow: 'Select {row}',
  selectPage: 'Select all rows of this page',
  selection: 'Selection',
  selected: '{n} selected',
  selectAll: 'Select all {n} results',
  allSelected: 'All {n} results are selected',
  /** If counting stopped; `more` is the model's. */
  selectAllMore: 'Select all results, {more}',
  allSelectedMore: 'All results are selected, {more}',
  clearSelection: 'Clear selection',
  moreActions: 'More',
  /** Announced at the selection limit. */
  selectionFull: 'You can select up to {n} rows one by one',
  pages: 'Pages',
  rows: '{from}–{to} of {total}',
  perPage: '{n} per page',
  firstPage: 'First page',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  lastPage: 'Last page',
  keys: 'Keyboard shortcuts',
  nextRow: 'Next row',
  previousRow: 'Previous row',
  toggleRow: 'Select or deselect the row',
  openRow: 'Open the row',
  help: 'Show this help',
  escape: 'Leave the search, clear the selection',
  editHint: 'Enter or Tab saves, Esc cancels',
  saveMine: 'Save mine',
  keepTheirs: 'Keep theirs',
  useKeys: 'Use single-key shortcuts',
  close: 'Close',
  changedRow: 'Changed just now',
  goneRow: 'No longer in this list',
  showMore: 'Show {n} new',
  showNow: 'Show changes to this list',
}

const number = new Intl.NumberFormat('en')

export const sayInEnglish: GridSay = (word, values = {}) =>
  english[word].replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? number.format(value) : (value ?? place)
  })
