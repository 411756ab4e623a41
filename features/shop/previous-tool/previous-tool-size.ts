/** Rows of each of the previous tool's lists on a page. */
export const pageSize = 25

/** Days of sales that it shows, today included. */
export const salesDays = 31
