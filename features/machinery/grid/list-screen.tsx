import { useLoaderData } from 'react-router'
import type { Changeable } from '#db/changeable.ts'
import { useLive } from '#features/machinery/live/use-live.ts'
import type { GridServices } from '#shui/grid/grid-context.tsx'
import { PageName } from '#web/page-name.tsx'
import { HubGrid } from './hub-grid.tsx'
import type { PackedGridModel } from './packed-model.ts'

interface ListScreenProps extends Pick<Partial<GridServices>, 'edit' | 'act'> {
  /** What may change its rows. */
  concerns: readonly Changeable[]
}

/** The page of a list, of what its `listLoader` found. */
export function ListScreen({ concerns, ...services }: ListScreenProps) {
  const loaded = useLoaderData<{ model: PackedGridModel; name: string }>()
  const { model: now } = useLive(loaded, concerns)
  const { model, name } = loaded
  return (
    <>
      <PageName name={name} />
      {/* Each page is a list of its own: its selection and its editors do not go with the reader to another tab's. */}
      <HubGrid key={model.path} model={model} now={now} {...services} />
    </>
  )
}
