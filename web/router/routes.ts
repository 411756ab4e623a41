// What the table of routes is written with (`app/routes.ts`).
export { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'
