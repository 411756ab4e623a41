/** Texts of the area "accounts". */
export const accounts = {} as const
