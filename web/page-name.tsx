import { useRouteLoaderData } from 'react-router'

/** A page in the browser's tab: what it shows, and whose: "Drafts, Harbour Camera"; of no shop, the hub's. */
export function PageName({ name }: { name: string }) {
  const root = useRouteLoaderData<{ shop: string | null; brand: { name: string } }>('root')
  const whose = root?.shop ?? root?.brand.name
  return <title>{whose ? `${name}, ${whose}` : name}</title>
}
