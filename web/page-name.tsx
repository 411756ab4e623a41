import { useRouteLoaderData } from '#web/router/router.ts'

/** Title of the browser tab: page and shop ("Drafts, Harbour Camera"), or the hub. */
export function PageName({ name }: { name: string }) {
  const root = useRouteLoaderData<{ shop: string | null; brand: { name: string } }>('root')
  const whose = root?.shop ?? root?.brand.name
  return <title>{whose ? `${name}, ${whose}` : name}</title>
}
