import { useLoaderData } from 'react-router'
import type { GridServices } from '#shui/grid/grid-context.tsx'
import { PageName } from '#web/page-name.tsx'
import { HubGrid } from './hub-grid.tsx'
import type { PackedGridModel } from './packed-model.ts'

/** The page of a list, of what its `listLoader` found. */
export function ListScreen(services: Pick<Partial<GridServices>, 'edit' | 'act'>) {
  const { model, name } = useLoaderData<{ model: PackedGridModel; name: string }>()
  return (
    <>
      <PageName name={name} />
      {/* Each page is a list of its own: its selection and its editors do not go with the reader to another tab's. */}
      <HubGrid key={model.path} model={model} {...services} />
    </>
  )
}
