/** The Content-Disposition of a file to save, whose name members chose (RFC 5987). */
export const attachment = (name: string): string => `attachment; filename*=UTF-8''${encodeName(name)}`

const encodeName = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
