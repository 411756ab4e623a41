export const pageSize = 25

/** Days of sales that it shows, today included. */
export const salesDays = 31
