declare module 'virtual:frame' {
  /** Modules of the routes around every page, by route id (`app/pages-plugin.ts`). */
  export const frame: Readonly<Record<string, import('#web/router/route-module.ts').RouteModule>>
}
