/** What every grid says by itself; the rest a person reads comes with the model. */
export type GridWord = keyof typeof english

/**
 * Says a word of the grid in the reader's language. A function, because counts need that language's plural forms.
 * `values` fill the places that `english` names.
 */
export type GridSay = (word: GridWord, values?: Record<string, string | number>) => string

const english = {
  search: 'Search',
  skipToRows: 'Skip to the list',
  addFilter: 'Add filter',
  filters: 'Filters',
  findFilter: 'Find a filter',
  noSuchFilter: 'No filter has this name.',
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
  noViews: 'No saved views yet. Filter, search or sort, then save it here.',
  viewName: 'Name of the view',
  saveView: 'Save this view',
  deleteView: 'Delete the view {name}',
  sortedBy: 'Sorted by {order}',
  byStatus: '{title}: by status',
  selectRow: 'Select {row}',
  selectPage: 'Select all rows of this page',
  selection: 'Selection',
  selected: '{n} selected',
  selectAll: 'Select all {n} that match',
  allSelected: 'All {n} that match are selected',
  /** Where counting stopped; `more` is the model's. */
  selectAllMore: 'Select all that match, {more}',
  allSelectedMore: 'All that match are selected, {more}',
  clearSelection: 'Clear selection',
  moreActions: 'More',
  /** Said where no more rows can be selected one by one. */
  selectionFull: 'No more than {n} can be selected one by one',
  pages: 'Pages',
  rows: '{from}–{to} of {total}',
  perPage: '{n} a page',
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
  /** On the fields that are typed into in a row. */
  editHint: 'Enter or Tab saves, Esc cancels',
  saveMine: 'Save mine',
  keepTheirs: 'Keep theirs',
  useKeys: 'Use single-key shortcuts',
  close: 'Close',
  /** Of a row, since the list was opened. */
  changedRow: 'Changed just now',
  goneRow: 'No longer in this list',
  /** Shows what the list does not show yet. */
  showMore: '{n} new',
  showNow: 'This list has changed: show',
}

const number = new Intl.NumberFormat('en')

/** English, for pages without a catalogue of their own. */
export const sayInEnglish: GridSay = (word, values = {}) =>
  english[word].replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? number.format(value) : (value ?? place)
  })
