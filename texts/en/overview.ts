/** Texts of the area "overview". */
export const overview = {} as const
