import { useRouteLoaderData } from 'react-router'

/** A page in the browser's tab: what it shows, and whose: "Drafts, Harbour Camera". */
export function PageName({ name }: { name: string }) {
  const shop = useRouteLoaderData<{ shop: string | null }>('root')?.shop
  return <title>{shop ? `${name}, ${shop}` : name}</title>
}
