/** Id of the rows, for the skip link. */
export const rowsId = 'rows'
/** Id of the column headings, from which a page can be painted: columns have their widths. */
export const headingsId = 'headings'
