/** Field with the ids of the chosen columns in the order of the file, separated by spaces. */
export const orderField = 'order'
