export const listPaths = (page: string) => ({ page, export: `${page}/export`, views: `${page}/views` })
