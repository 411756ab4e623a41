/** URLs of a list: its page, its export, and the form of its saved views. */
export const listPaths = (page: string) => ({ page, export: `${page}/export`, views: `${page}/views` })
