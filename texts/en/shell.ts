/** Texts of the area "shell". */
export const shell = {} as const
