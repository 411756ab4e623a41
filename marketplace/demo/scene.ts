import type { Person } from './people/population.ts'
import type { OrderBrief, World } from './planner.ts'

/** Hand-written people and orders that are there whatever chance brings. */
export interface Scenes {
  people: readonly Person[]
  briefs(world: World): OrderBrief[]
}

/** No hand-written orders. */
export const noScenes: Scenes = { people: [], briefs: () => [] }
